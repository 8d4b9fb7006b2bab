/** Where builds of common languages fetch from; the default of the `allowlist` policy. */
export const defaultEgressHosts: readonly string[] = [
  'registry.npmjs.org',
  'pypi.org',
  'files.pythonhosted.org',
  'repo.maven.apache.org',
  'repo1.maven.org',
  'plugins.gradle.org',
  'services.gradle.org',
  'proxy.golang.org',
  'sum.golang.org',
  'deb.debian.org',
  'security.debian.org',
  'conda.anaconda.org',
  'repo.anaconda.com',
];
