/**
 * Which way imports may point, types included: read from the sources, where the compiler has taken nothing out. What may be loaded by whom
 * (libraries, adapters, doors) is in .dependency-cruiser.cjs, read from what the compiler wrote.
 */
const { readdirSync } = require('node:fs');
const { join } = require('node:path');

/** Each folder of src, and the folders that it may import. Nobody imports app/. */
const MAY_IMPORT = {
  ports: [],
  state: ['ports'],
  environments: ['state', 'ports'],
  plan: ['environments', 'state', 'ports'],
  replan: ['plan', 'state', 'ports'],
  people: ['state', 'ports'],
  flow: ['plan', 'replan', 'environments', 'people', 'state', 'ports'],
  'model-calls': ['plan', 'replan', 'environments', 'people', 'secrets', 'state', 'ports'],
  comments: ['plan', 'replan', 'people', 'state', 'ports'],
  effects: ['model-calls', 'comments', 'plan', 'replan', 'environments', 'people', 'secrets', 'state', 'ports'],
  drive: ['flow', 'effects', 'comments', 'people', 'plan', 'state', 'ports'],
  intake: ['people', 'net', 'ports'],
  queue: ['people', 'state', 'ports'],
  local: ['state', 'ports'],
  cli: ['comments', 'people', 'state', 'ports'],
  requests: ['queue', 'comments', 'people', 'repository-config', 'state', 'ports'],
  note: ['model-calls', 'comments', 'plan', 'state', 'ports'],
  api: ['note', 'comments', 'people', 'state', 'ports'],
  secrets: ['ports'],
  net: ['ports'],
  config: ['ports'],
  'repository-config': ['config', 'ports'],
  doctor: ['net', 'ports'],
  'setup-page': ['comments', 'net', 'ports'],
  ...Object.fromEntries(
    ['github', 'git', 'sandbox', 'models', 'history', 'redis'].map((adapter) => [adapter, ['secrets', 'net', 'ports']]),
  ),
};

const folders = readdirSync(join(__dirname, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
const ruled = [...Object.keys(MAY_IMPORT), 'app'].toSorted();
if (
  folders
    .map(({ name }) => name)
    .toSorted()
    .join() !== ruled.join()
)
  throw new Error(`The folders of src are not those ruled here: ${ruled.join(', ')}.`);

const ofFolders = Object.entries(MAY_IMPORT).map(([folder, may]) => ({
  name: `${folder}-imports`,
  severity: 'error',
  comment: `${folder}/ may import ${may.join(', ') || 'nothing but its libraries'} (ARCHITECTURE.md, "Where things live").`,
  from: { path: `^src/${folder}/` },
  to: {
    path: '^src/',
    pathNot: `^src/((${[folder, ...may].join('|')})/|(errors|crashpoint|package-root|patience)\\.ts$)`,
  },
}));

module.exports = {
  forbidden: [
    ...ofFolders,
    {
      name: 'top-files-import-nothing',
      severity: 'error',
      comment: 'The files beside the folders are for everybody, and know nobody.',
      from: { path: '^src/[^/]+\\.ts$' },
      to: { path: '^src/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Files that need each other are one thing, or lack a third; types count.',
      from: { path: '^src/' },
      to: { circular: true },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'node_modules' },
  },
};
