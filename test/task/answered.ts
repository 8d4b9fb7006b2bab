/** One planning answer of a model, through the performer that reads and checks it. */
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { askModel } from '../../src/effects/ask-model.ts';
import type { ModelRequest } from '../../src/ports/model.ts';
import type { PlanningCall } from '../../src/state/outcome.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

/** What is in the repository, by how many lines it has. */
const LINES: Readonly<Record<string, number>> = { 'src/price.js': 20, 'README.md': 3 };

export async function answered(
  task: Task,
  call: PlanningCall,
  input: unknown,
  onRequest: (request: ModelRequest) => void = () => undefined,
): Promise<Fact | undefined> {
  const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
  const content = [{ type: 'tool_use', id: 'a', name: `submit_${call}`, input }];
  const tools = {
    prompts: await loadPrompts(),
    clock: { now: () => 0 },
    nonceOf: () => '0123456789abcdef0123456789abcdef',
    redact: (text: string) => text,
    maxOutputTokens: 1_000,
    sessions: { using: async () => ({ exitCode: 0, timedOut: false, stdout: '', stderr: '', durationMs: 1 }) },
    repositories: {
      show: async () => '',
      countLines: async (_task: string, _commits: unknown, paths: readonly string[]) =>
        Object.fromEntries(paths.map((path) => [path, LINES[path] ?? null])),
    },
    model: {
      name: 'test',
      price: () => 0,
      ask: async (request: ModelRequest) => {
        onRequest(request);
        return { model: 'test', content, stopReason: 'tool_use', usage, attempts: 1 };
      },
    },
  } as unknown as Toolbox;
  const effect = { kind: 'ask_model', call } as const;
  return (await askModel({ effect, key: 'k', task, tools, signal: new AbortController().signal }))[0];
}
