/** The environment of a sandbox's commands, in a container or not; it contains nothing of the service's own. */

/** `port`: of the gateway, on the sandbox's loopback. */
export function commandEnvironment(home: string, port: string): readonly string[] {
  const gateway = `http://127.0.0.1:${port}`;
  const proxies = ['HTTP_PROXY', 'HTTPS_PROXY', 'http_proxy', 'https_proxy'].map((name) => `${name}=${gateway}`);
  /** For build tools that ignore the usual proxy variables. */
  const javaProxy = `-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=${port} -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=${port} -Dhttp.nonProxyHosts=localhost|127.*`;
  return [
    `HOME=${home}`,
    'LANG=C.UTF-8',
    // The task's repository, for our own steps.
    `PLANWRIGHT_GATEWAY=${gateway}/project.git`,
    'GIT_TERMINAL_PROMPT=0',
    'PIP_DISABLE_PIP_VERSION_CHECK=1',
    `npm_config_prefix=${home}/.npm-global`,
    'npm_config_update_notifier=false',
    `MAVEN_OPTS=${javaProxy}`,
    `GRADLE_OPTS=${javaProxy}`,
    ...proxies,
    'NO_PROXY=127.0.0.1,localhost,::1',
    'no_proxy=127.0.0.1,localhost,::1',
  ];
}
