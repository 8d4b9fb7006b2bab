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
  // For a test that hangs, not for one that is slow: others use this machine as well.
  testTimeout: 300_000,
  testPathIgnorePatterns: process.env['PLANWRIGHT_LONG'] === '1' ? [] : ['/test/flows/soak\\.test\\.ts$'],
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};
