/** ENV-6: whose downloads a task begins with, and when its own are kept. [ID, what stands there exactly once, what takes its place] */
const KEPT = [
  ['ENV-6', '|| !workspace.isUnused)', ')'],
  ['ENV-6', "if (outcome === 'broken') {", 'if (false) {'],
  ['ENV-6', 'if (code !== 0) throw', 'if (false) throw'],
  [
    'ENV-6',
    'workspace.clonedSha !== null && workspace.clonedSha === snapshot?.baseSha',
    'workspace.clonedSha !== null',
  ],
  ['ENV-6', 'workspace.tried.repairs > 0 ||', ''],
  ['ENV-6', 'effect.index !== installs.commands.length - 1', 'false'],
  ['ENV-6', '|| ids.includes(null)', ''],
  ['ENV-6', '[owner, name, commands, files, ids]', '[owner, name, files, ids]'],
  ['ENV-6', '[owner, name, commands, files, ids]', '[owner, name, commands, files]'],
  ['ENV-6', '[owner, name, commands, files, ids]', '[commands, files, ids]'],
];

const INSTALLS = [
  ['ENV-6', "file === undefined || file.split('/').includes('..') ? null : file", 'file ?? null'],
  ['ENV-6', 'leading.slice(0, leading.findLastIndex(isInstall) + 1)', 'leading'],
  ['ENV-6', 'no-audit|', ''],
  ['ENV-6', '...lockFilesIn(environmentFiles), ...named', '...lockFilesIn(environmentFiles)'],
  ['ENV-6', ' && locked.has(folderOf(path))', ''],
];

const PREPARED = [
  ['ENV-6', 'isUnused: isUnused === true, clonedSha: null', 'isUnused: isUnused === true'],
  ['ENV-6', 'workspace.isUnused ? (sha ?? null) : null', 'sha ?? null'],
  ['ENV-6', 'cloned: true, isUnused: false, clonedSha', 'cloned: true, clonedSha'],
];

const HOMES = [
  ['ENV-6', '|| found.bytes === 0)', ')'],
  ['ENV-6', 'await rm(file, { force: true });\n        return', 'return'],
  ['ENV-6', 'if ((await usable(file)) !== null) return;', ''],
  ['ENV-6', 'if (!(await hasRoom())) return;', ''],
  ['ENV-6', '.slice(MOST_KEPT)', '.slice(MOST_KEPT + 1)'],
  ['ENV-6', '(together += bytes) > mostBytesTogether', 'false'],
  ['ENV-6', 'file.endsWith(UNFINISHED) ? 2 * LONGEST_MS : KEPT_MS', 'KEPT_MS'],
];

export const DOWNLOADS = [
  { file: 'src/effects/kept-downloads.ts', tests: ['test/task/kept-downloads'], mutants: KEPT },
  { file: 'src/environments/installs.ts', tests: ['test/plan/installs'], mutants: INSTALLS },
  { file: 'src/state/evolve-workspace.ts', tests: ['test/task/containers'], mutants: PREPARED },
  { file: 'src/sandbox/kept-homes.ts', tests: ['test/sandbox/kept-homes'], mutants: HOMES },
];
