/**
 * Which way imports may point (ARCHITECTURE.md):
 * app → intake, requests, queue, api → adapters; drive → flow, effects → comments, model-calls → plan and other rules → state → ports, errors.
 *
 * It reads what the compiler wrote (`npx depcruise dist`): there the type-only imports, which are always fine,
 * are gone. The swc parser cannot tell them apart in the sources, and the others do not know TypeScript 7.
 */
const pure = '^dist/src/(state|flow|plan|comments|replan|people|environments)/';
const adapters = 'github|git|sandbox|models|history';
const doors = 'intake|requests|queue|api|setup-page';

/** One package, and the only places that may know it. */
function onlyIn(name, packages, places) {
  return {
    name,
    severity: 'error',
    comment: `Only ${places} may know this library: elsewhere, use a port.`,
    from: { path: '^dist/src/', pathNot: places },
    to: { path: `(^|/)node_modules/(${packages})(/|$)` },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      comment: 'Files that need each other are one thing, or lack a third.',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-missing',
      severity: 'error',
      comment: 'An import that leads nowhere.',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'pure-knows-only-pure',
      severity: 'error',
      comment:
        'What decides is replayed from history: it may not reach anything that acts. Types of anything are fine.',
      from: { path: pure },
      to: {
        path: '^dist/src/',
        pathNot: [pure, '^dist/src/(ports/|secrets/|errors\\.js$)'],
      },
    },
    {
      name: 'pure-has-no-effects',
      severity: 'error',
      comment: 'No clock, random, network or disk in what decides.',
      from: { path: pure },
      to: {
        dependencyTypes: ['core'],
        pathNot: '^(node:)?(util|path|path/posix|buffer|url|string_decoder)$',
      },
    },
    {
      name: 'pure-libraries',
      severity: 'error',
      comment:
        'zod, a parser of Markdown where comments are read, and a list of HTML block names are the libraries that pure code may use.',
      from: { path: pure },
      to: {
        path: 'node_modules/',
        pathNot: 'node_modules/(zod|mdast-util-from-markdown|micromark-util-html-tag-name)/',
      },
    },
    {
      name: 'adapters-stand-alone',
      severity: 'error',
      comment: 'Adapters meet in app/: one of them may not lean on another, nor on a door.',
      from: { path: `^dist/src/(${adapters})/` },
      to: { path: `^dist/src/(${adapters}|${doors}|app)/`, pathNot: '^dist/src/$1/' },
    },
    {
      name: 'app-is-the-top',
      severity: 'error',
      comment: 'Nobody imports what puts the parts together.',
      from: { path: '^dist/src/', pathNot: '^dist/src/app/' },
      to: { path: '^dist/src/app/' },
    },
    {
      name: 'ports-are-shapes',
      severity: 'error',
      comment: 'A port is an interface: it may name types and the shapes of data (zod), and load nothing else.',
      from: { path: '^dist/src/ports/' },
      to: { pathNot: '^dist/src/ports/|node_modules/zod/' },
    },
    {
      name: 'product-knows-no-rig',
      severity: 'error',
      comment: 'What is shipped may not need what it is tested with.',
      from: { path: '^dist/src/' },
      to: { path: '^(dist/(standins|demo|bench|relay)|test|scripts)/' },
    },
    {
      name: 'standins-know-nothing',
      severity: 'error',
      comment: 'A stand-in that shares code with the product shares its mistakes.',
      from: { path: '^dist/standins/' },
      to: { path: '^dist/(src|demo|bench|relay)/' },
    },
    {
      name: 'shipped-dependencies',
      severity: 'error',
      comment: 'What src imports belongs into "dependencies".',
      from: { path: '^dist/src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'] },
    },
    onlyIn('bullmq-in-queue', 'bullmq', '^dist/src/queue/'),
    onlyIn('http-in-doors', 'probot|fastify', '^dist/src/(intake|api|setup-page)/'),
    onlyIn('prom-client-in-api', 'prom-client', '^dist/src/api/'),
    onlyIn('dockerode-in-sandbox', 'dockerode', '^dist/src/(sandbox/|app/toolbox\\.js$)'),
    onlyIn('model-sdk-in-models', '@anthropic-ai/sdk|openai', '^dist/src/models/'),
    onlyIn('octokit-in-github', '@octokit/[^/]+', '^dist/src/(github|intake)/'),
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // The bundle.
    exclude: { path: '^dist/planwright\\.cjs$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.js', '.mjs', '.cjs', '.json'],
    },
  },
};
