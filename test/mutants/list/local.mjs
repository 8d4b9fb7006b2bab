/** OPS-3: what is asked for on somebody's own machine. [ID, what stands there exactly once, what takes its place] */
const TASK_YAML = [
  ['OPS-3', '{0,63}$/', '{0,64}$/'],
  ['OPS-3', '/^[A-Za-z0-9][A-Za-z0-9._-]', '/^[A-Za-z0-9._-][A-Za-z0-9._-]'],
  ['OPS-3', "!path.startsWith('/') &&", ''],
  ['OPS-3', "!path.split('/').includes('..') &&", ''],
  ['OPS-3', "repo: text.min(1).default('.')", "repo: text.min(1).default('')"],
  ['OPS-3', 'max(3).default(0)', 'max(3).default(1)'],
  ['OPS-3', "default('codex-cli')", "default('gemini-cli')"],
  ['OPS-3', 'default(1_800)', 'default(300)'],
  ['OPS-3', '(path === undefined) !== (own === undefined)', 'path !== undefined || own !== undefined'],
  ['OPS-3', 'min(1).max(100).default(10)', 'min(1).max(100).default(5)'],
  ['OPS-3', 'min(1).max(100).default(10)', 'min(0).max(100).default(10)'],
  ['OPS-3', 'min(1).max(100).default(10)', 'min(1).max(101).default(10)'],
];

const READING = [
  ['OPS-3', 'if (meant !== null) return', 'if (false) return'],
  ['OPS-3', 'Buffer.byteLength(source) > MAX_YAML_BYTES', 'false'],
  ['OPS-3', "source.trim() === ''", 'false'],
  ['OPS-3', 'if (broken.length > 0)', 'if (false)'],
];

const WRITING = [
  ['GT-1', "repo: '.',", "repo: '',"],
  ['GT-1', 'listed.length === 0', 'true'],
  ['GT-1', 'max_loops: maxLoops', 'max_loops: 10'],
];

const ISSUES = [
  ['OPS-3', '...(taskId === null ? [] : [taskId])', ''],
  ['OPS-3', '[title, body, ...', '[title, ...'],
  ['OPS-3', '?? number * COMMENTS_OF_ONE', '?? 0'],
  ['OPS-3', "if (codeOf(error) !== 'EEXIST') throw error;", 'throw error;'],
  ['OPS-3', 'turn = mine.catch(() => undefined);', ''],
];

const INBOX = [
  ['OPS-3', 'if (waiting.some(({ id }) => id === item.id)) return;', ''],
  ['OPS-3', '|| isUnread', ''],
  ['OPS-3', 'isUnread = false;\n      return waiting;', 'return waiting;'],
];

const SCREEN = [
  ['OPS-3', "(env['NO_COLOR'] ?? '') === '' &&", ''],
  ['OPS-3', "env['TERM'] !== 'dumb'", 'true'],
  ['OPS-3', 'if (text === last) return;', ''],
  ['OPS-3', 'if (!isLive) return;', ''],
];

const TESTS = ['test/config/task-yaml', 'test/local', 'test/cli'];

export const LOCAL = [
  { file: 'src/config/task-yaml-schema.ts', tests: TESTS, mutants: TASK_YAML },
  { file: 'src/config/read-task-yaml.ts', tests: TESTS, mutants: READING },
  { file: 'src/config/write-task-yaml.ts', tests: TESTS, mutants: WRITING },
  { file: 'src/local/local-issues.ts', tests: TESTS, mutants: ISSUES },
  { file: 'src/local/local-inbox.ts', tests: TESTS, mutants: INBOX },
  { file: 'src/cli/live-screen.ts', tests: TESTS, mutants: SCREEN },
];
