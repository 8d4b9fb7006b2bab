/** EXEC-8: a long note keeps nobody waiting. [ID, what stands there exactly once, what takes its place] */
const TESTS = ['test/note'];

export const NOTE = [
  {
    file: 'src/note/in-slices.ts',
    tests: TESTS,
    mutants: [
      ['EXEC-8', 'if (now() - began < SLICE_MS) return;', 'return;'],
      ['EXEC-8', 'if (now() - began < SLICE_MS) return;', ''],
    ],
  },
  { file: 'src/note/task-note.ts', tests: TESTS, mutants: [['EXEC-8', 'await giveWay();', '']] },
];
