/** GH-9: what a repository may say, which of several sources wins, and what the operator caps. [ID, what stands there exactly once, what takes its place] */
const PERMITTED = [
  ['GH-9', '!may.environments.includes(name)', 'false'],
  ['GH-9', '!may.images.includes(image)', 'false'],
  ['GH-9', '!may.profiles.includes(models.profile)', 'false'],
  ['GH-9', "hosts.length > 0 && may.networkMode === 'none'", 'false'],
  ['GH-9', "may.networkMode !== 'allowlist' || isHostPermitted(host, may.hosts)", 'true'],
  ['GH-9', "may.networkMode !== 'allowlist' || isHostPermitted(host, may.hosts)", 'isHostPermitted(host, may.hosts)'],
  ['GH-9', 'may.bots.includes(id) ?', 'true ?'],
  ['GH-9', 'wanted === pattern ||', 'false ||'],
  ['GH-9', 'wanted.endsWith(pattern.slice(1))', 'wanted.endsWith(pattern.slice(2))'],
  ['GH-9', 'const wanted = host.toLowerCase();', 'const wanted = host;'],
];

const APPLIED = [
  ['GH-9', 'Math.min(amount, most)', 'amount'],
  ['GH-9', 'amount > most)', 'amount >= most)'],
  ['GH-9', '      ...under,\n      ...over,', '      ...over,\n      ...under,'],
  ['GH-9', "      ...mergedSection('budget', under, over),\n", ''],
  ['GH-9', 'joined(under.protected_paths, over.protected_paths)', 'joined(over.protected_paths)'],
  ['GH-9', 'joined(settings.protected_paths, config.protected_paths)', 'joined(config.protected_paths)'],
  ['GH-9', 'joined(settings.allowed_bots, config.allowed_bots)', 'joined(config.allowed_bots)'],
  ['GH-9', 'hosts: [...repositories.hosts, ...sandbox.network.allow]', 'hosts: [...repositories.hosts]'],
];

const READ = [
  ['GH-9', 'file.bytes > MAX_YAML_BYTES', 'file.bytes >= MAX_YAML_BYTES'],
  ['GH-9', 'yaml.content ?? {}', 'yaml.content'],
  ['GH-9', "unknownKey(key, issue.path), 'key')", "unknownKey(key, issue.path), 'value')"],
  ['GH-9', "if (key === '<<') return { is: 'merge_key' };", ''],
];

const USER = [
  ['GH-9', 'return Math.min(operator, own);', 'return own;'],
  ['GH-9', 'if (SAFEGUARDS.includes(key) && operator === true) return true;', ''],
  ['GH-9', 'operator === true && own === true;', 'own === true;'],
  ['GH-9', "redirect: 'error',", ''],
];

const ASKED = [
  ['GH-9', 'if (!isTrigger(label, triggerLabel)) {', 'if (false) {'],
  ['GH-9', ' || always || ', ' || '],
  ['GH-9', 'if (mistaken.length === 0) return false;', 'return false;'],
  ['P17', 'file.isPrivate && !intent.isPrivate', 'false'],
  ['P17', 'file.isPrivate && !intent.isPrivate', 'file.isPrivate'],
  ['GH-9', '.allowedBots.includes(sender.id)', '.allowedBots.length >= 0'],
];

export const CONFIGURED = [
  { file: 'src/repository-config/permitted.ts', tests: ['test/repository-config/parse-config'], mutants: PERMITTED },
  { file: 'src/repository-config/apply-config.ts', tests: ['test/repository-config/apply-config'], mutants: APPLIED },
  { file: 'src/repository-config/parse-config.ts', tests: ['test/repository-config/parse-config'], mutants: READ },
  { file: 'src/config/user-settings.ts', tests: ['test/config/user-settings'], mutants: USER },
  { file: 'src/requests/as-configured.ts', tests: ['test/queue/as-configured'], mutants: ASKED },
  {
    file: 'src/app/repository-settings.ts',
    tests: ['test/queue/as-configured', 'test/queue/languages'],
    mutants: [
      ['GH-9', "applied.language === 'auto' && issueText !== undefined", 'issueText !== undefined'],
      ['GH-9', 'files.flatMap((file) => file.config ?? [])', 'files.slice(1).flatMap((file) => file.config ?? [])'],
      ['GH-9', 'enabled: config.enabled ?? true,', 'enabled: true,'],
      ['GH-9', 'labels.at(-1) ?? settings.trigger_label', 'settings.trigger_label'],
    ],
  },
];
