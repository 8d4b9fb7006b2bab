/** A task as a Task YAML, always the same for the same task: the output of `planwright show <task> --task-yaml`. */
import { stringify } from 'yaml';

interface Criterion {
  readonly id: string;
  readonly description: string;
}

export interface WrittenTask {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly criteria: readonly Criterion[];
  readonly testCommand: string | null;
  readonly maxLoops: number;
  /** The requested models; empty if they come from the settings. */
  readonly meta: Readonly<Record<string, string>>;
  readonly tooling: unknown;
}

/** The seed's default: until there are worker CLIs, the model does the work itself. */
const WORKER = 'codex-cli';
const HEADING = '## Acceptance Criteria';
const SECTION = new RegExp(`(?:^|\\n\\n)${HEADING}\\n\\n((?:- .*(?:\\n|$))+)$`);

export function writeTaskYaml(task: WrittenTask): string {
  const { id, title, criteria, testCommand, maxLoops, meta, tooling } = task;
  const { text: body, criteria: own } = withoutCriteria(task.body);
  const listed = [...new Set([...own, ...criteria.map(criterionLine)])];
  const parts = [title, body, listed.length === 0 ? '' : [HEADING, '', ...listed].join('\n')];
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
      runner: {
        max_loops: maxLoops,
        ...(Object.keys(meta).length === 0 ? {} : { meta }),
        worker: { kind: WORKER },
        ...(tooling === undefined ? {} : { tooling }),
      },
    },
    { lineWidth: 0, blockQuote: 'literal' },
  );
}

/** The text above its final list of criteria, and the lines of that list. */
export function withoutCriteria(body: string): { readonly text: string; readonly criteria: readonly string[] } {
  const found = SECTION.exec(body);
  if (found === null) return { text: body, criteria: [] };
  return { text: body.slice(0, found.index), criteria: (found[1] ?? '').trimEnd().split('\n') };
}

export function criterionLine({ id, description }: Criterion): string {
  return `- ${id}: ${description.replaceAll(/\s*\n\s*/g, ' ').trimEnd()}`;
}
