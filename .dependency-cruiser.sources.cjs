/**
 * Which way imports may point, types included: read from the sources, where the compiler has taken nothing out. What may be loaded by whom
 * (libraries, adapters, doors) is in .dependency-cruiser.cjs, read from what the compiler wrote.
 */
const only = (name, folder, may, comment) => ({
  name,
  severity: 'error',
  comment,
  from: { path: `^src/(${folder})/` },
  to: { path: '^src/', pathNot: `^src/((${folder}|${may})/|(errors|log|crashpoint)\\.ts$)` },
});
const rules = 'plan|replan|questions';
const shown = 'progress|context|calls|prompts';

module.exports = {
  forbidden: [
    only(
      'state-knows-no-policy',
      'state',
      'ports',
      'A history is folded, never decided anew: no settings, limits or word lists of anybody else.',
    ),
    only('people-read-comments', 'people', 'state|ports', 'How comments are read knows no rule of a subject.'),
    only('rules-know-state', rules, 'people|state|ports|calls|prompts', 'The rules of a subject do not know who asks them.'),
    only(
      'flow-is-policy',
      'flow',
      `state|ports|people|${rules}`,
      'Policy reaches state and the rules of its subjects, and nothing that acts or renders.',
    ),
    only(
      'effects-decide-nothing',
      'effects',
      `state|ports|people|${rules}|${shown}|publish|redact`,
      'An effect tells what happened; what follows is decided in flow/.',
    ),
    only(
      'rendering-reads',
      shown,
      `state|ports|people|${rules}|publish|redact`,
      'What people and the model are shown is read off the task.',
    ),
    only(
      'driver-below-adapters',
      'drive',
      `flow|effects|state|ports|people|${rules}|${shown}`,
      'The driver reaches the world through effects and ports only.',
    ),
    {
      name: 'doors-read-state',
      severity: 'error',
      comment: 'Doors and readers reach the task through state/: neither policy, nor effects, nor the driver.',
      from: {
        path: '^src/(api|intake|installation|history|github|git|sandbox|models|redis|config)/|^src/queue/',
        pathNot: '^src/queue/(workers|unrecorded)\\.ts$',
      },
      to: { path: '^src/(flow|effects|drive)/' },
    },
    {
      name: 'only-the-driver-decides',
      severity: 'error',
      comment: 'flow/ is asked by the driver alone.',
      from: { path: '^src/', pathNot: '^src/(flow|drive)/' },
      to: { path: '^src/flow/' },
    },
    {
      name: 'no-circles-in-the-machine',
      severity: 'error',
      comment: 'Files of the machine that need each other are one thing, or lack a third; types count.',
      from: { path: '^src/(state|flow|effects|drive)/' },
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
