/** Converts a task to the Task YAML that asks for the same (OPS-3), and checks whether a given one matches a task. */
import { criterionLine, withoutCriteria, writeTaskYaml } from '../config/write-task-yaml.ts';
import { replay } from '../state/evolve.ts';
import { readHistory } from '../state/stored.ts';
import type { LocalPlace } from './local-place.ts';
import type { LocalWish } from './local-wish.ts';
import type { Demands, LocalIssue } from '../local/local-issues.ts';
import type { Task } from '../state/task.ts';

export function taskYamlOf({ id, request, plan, settings }: Task, { model, tooling, systemPrompt }: Demands): string {
  return writeTaskYaml({
    id,
    title: request.title,
    body: request.body,
    criteria: plan?.acceptance_criteria ?? [],
    testCommand: plan?.test_command ?? settings.commands.test,
    maxLoops: settings.maxLoops,
    meta: {
      ...(model?.provider === undefined ? {} : { kind: model.provider }),
      ...(model?.name === undefined ? {} : { model: model.name }),
      ...(systemPrompt === undefined ? {} : { system_prompt: systemPrompt }),
    },
    tooling,
  });
}

interface Known {
  readonly id: string;
  readonly issue: LocalIssue;
  readonly place: Pick<LocalPlace, 'history'>;
}

/** A written task names the criteria of its plan at that time; nothing else may differ. */
export async function isSameAsWritten(
  { title, body }: Pick<LocalWish, 'title' | 'body'>,
  { id, issue, place }: Known,
): Promise<boolean> {
  const [given, own] = [withoutCriteria(body), withoutCriteria(issue.body)];
  if (title !== issue.title || given.text !== own.text) return false;
  const plan = replay(readHistory(await place.history.read(id)))?.plan ?? null;
  const known = new Set([...own.criteria, ...(plan?.acceptance_criteria ?? []).map(criterionLine)]);
  return own.criteria.every((line) => given.criteria.includes(line)) && given.criteria.every((line) => known.has(line));
}
