/** Asks a planning answer to judge itself (REPLAN-2), and shows that judgement to a second look. */
import { boundedText, roomsWith, type Room } from './bounded.ts';
import { earlierDecisions, limitsText } from './decision-history.ts';
import { findingsBlock } from './findings-block.ts';
import type { Prompts } from './catalogue.ts';
import type { ReplanDecision } from '../state/judgements.ts';
import type { Draft } from '../state/stage.ts';
import type { Task } from '../state/task.ts';

const POINT = { goal: 'goal_understanding', division: 'task_decomposition', actions: 'action_sequence' } as const;

/** With the basis of the judgement: limits, earlier re-plans, open points. */
export function ownJudgement(
  step: Draft['step'],
  { id, settings, replanning, findings }: Task,
  { prompts, nonceOf }: { readonly prompts: Prompts; nonceOf(taskId: string): string },
): string {
  const limits = settings.planning.replanning;
  if (!limits.enabled) return prompts.render('own-judgement/not_asked_for', {});
  const room = roomsWith(nonceOf(id));
  const earlier = earlierDecisions(replanning.records, room(3_000));
  return prompts.render('own-judgement/asked_for', {
    questions: prompts.render(`own-judgement/${step}`, {}),
    known: [
      ...(earlier === 'None.' ? [] : [`Re-plans so far: ${earlier}`]),
      `Left of the limits:\n${limitsText({ counts: replanning.counts, limits, point: POINT[step] }, room(1_200))}`,
      ...(findings.length === 0 ? [] : [`Found on the way: ${findingsBlock(findings, room(6_000))}`]),
    ].join('\n'),
  });
}

/** '' if there was none. */
export function firstLook(decision: ReplanDecision | null, prompts: Prompts, room: Room): string {
  if (decision === null) return '';
  const said = Object.entries(decision).filter(
    ([, value]) => value !== null && !(Array.isArray(value) && value.length === 0),
  );
  const text = said.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join('\n');
  const told = prompts.render('own-judgement/first_look', { decision: boundedText('first judgement', text, room) });
  return `\n## What its author said of it\n${told}\n`;
}
