export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      { swcrc: false, sourceMaps: 'inline', jsc: { target: 'es2023', parser: { syntax: 'typescript' } }, module: { type: 'es6' } },
    ],
  },
  setupFiles: ['<rootDir>/test/steady-chance.ts'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // The stories wait more than they compute.
  maxWorkers: 3,
  // What hangs is ended, not what is slow: a machine may be busy with much else.
  testTimeout: 180_000,
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
};
