export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        swcrc: false,
        sourceMaps: 'inline',
        jsc: { target: 'es2023', parser: { syntax: 'typescript' } },
        module: { type: 'es6' },
      },
    ],
  },
  setupFiles: ['<rootDir>/test/steady-chance.ts'],
  testSequencer: '<rootDir>/test/longest-first.mjs',
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // The stories wait more than they compute.
  maxWorkers: 4,
  // What a file loaded stays in its worker's heap. A worker of a gigabyte collects garbage most of the time, and each git or
  // redis-server it forks copies its page tables.
  workerIdleMemoryLimit: '300MB',
  // For a test that hangs, not for one that is slow: others use this machine as well.
  testTimeout: 300_000,
  // crash.test.ts and waiting-crash.test.ts kill at every kind of place that budget-crash and protected-crash kill at.
  testPathIgnorePatterns:
    process.env['PLANWRIGHT_LONG'] === '1' ? [] : ['/test/flows/(soak|budget-crash|protected-crash)\\.test\\.ts$'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};
