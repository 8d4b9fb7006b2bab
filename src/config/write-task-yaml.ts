/** A task as a Task YAML, the same for the same task: what `planwright show <task> --task-yaml` writes. */
import { stringify } from 'yaml';

export interface WrittenTask {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly criteria: readonly { readonly id: string; readonly description: string }[];
  readonly testCommand: string | null;
  readonly maxLoops: number;
}

/** That of the seed: until there are worker CLIs, the model does the work itself. */
const WORKER = 'codex-cli';

export function writeTaskYaml({ id, title, body, criteria, testCommand, maxLoops }: WrittenTask): string {
  const listed = criteria.map((one) => `- ${one.id}: ${one.description.replaceAll('\n', ' ')}`);
  const parts = [title, body, listed.length === 0 ? '' : ['## Acceptance Criteria', '', ...listed].join('\n')];
  const text = `${parts.filter((part) => part.trim() !== '').join('\n\n')}\n`;
  return stringify(
    {
      version: 1,
      task: {
        id,
        title,
        repo: '.',
        prd: { text },
        ...(testCommand === null ? {} : { test: { command: testCommand } }),
      },
      runner: { max_loops: maxLoops, worker: { kind: WORKER } },
    },
    { lineWidth: 0, blockQuote: 'literal' },
  );
}
