/** The agent's parts are plain CommonJS; this loads one with the type the test gives it. */
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

// oxlint-disable-next-line no-unnecessary-type-parameters -- the parts have no types of their own
export function agentPart<T>(name: string): T {
  return require(`../../src/sandbox/agent/${name}.cjs`) as T;
}
