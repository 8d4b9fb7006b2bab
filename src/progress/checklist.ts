/** The plan as boxes, how far it is, and what became of the plans before it (REPLAN-7). */
import { boxLine, doneIn, planHistory } from './plan-history.ts';
import { replanWordsFor, timeText } from './replan-words.ts';
import { inline } from './safe-text.ts';
import { wordsFor } from './words.ts';
import type { ReplanWords } from './replan-words.ts';
import type { Words } from './words.ts';
import type { Plan } from '../plan/plan.ts';
import type { Box, PlanVersion } from '../plan/version.ts';
import type { Work } from '../task/task.ts';

export interface ChecklistView {
  readonly boxes: readonly Box[];
  /** What verification asked for on top of the plan. */
  readonly additional: readonly Box[];
  /** 1 is the first plan. */
  readonly number: number;
  readonly startedAt: number;
  readonly reason: string | null;
  readonly previous: { readonly done: number; readonly all: number } | null;
  readonly earlier: readonly PlanVersion[];
}

/** Leaves room in a comment for everything else. */
const MAX_CHARACTERS = 40_000;
const MIN_HISTORY_CHARACTERS = 6_000;
/** How long a description may be, from generous to terse, when a hostile or huge plan does not fit. */
const DESCRIPTIONS = [240, 120, 60, 30] as const;

export function renderChecklist(view: ChecklistView, language: 'en' | 'ja'): string {
  const words = wordsFor(language);
  const replan = replanWordsFor(language);
  const whole = currentPlan(view, words, replan, DESCRIPTIONS[0]);
  const left = MAX_CHARACTERS - whole.length;
  const history = planHistory(view.earlier, replan, { maxCharacters: Math.max(MIN_HISTORY_CHARACTERS, left), showsBoxes: left >= MIN_HISTORY_CHARACTERS });
  return [fitting(view, words, replan, MAX_CHARACTERS - history.length), history].filter((part) => part !== '').join('\n\n');
}

/** The plan of a task that never changed it. */
export function checklist(plan: Plan, work: Work | null, words: Words): string {
  const boxes = boxesOf(plan, work);
  return [`## ${words.planTitle}`, boxes.map((box) => boxLine(box)).join('\n'), words.progress(...counts(boxes))].join('\n\n');
}

export function boxesOf(plan: Plan, work: Work | null): readonly Box[] {
  return plan.task_decomposition.subtasks.map(({ id, description }) => ({ id, description, state: stateOf(work, id) }));
}

function fitting(view: ChecklistView, words: Words, replan: ReplanWords, room: number): string {
  for (const characters of DESCRIPTIONS) {
    const text = currentPlan(view, words, replan, characters);
    if (text.length <= room) return text;
  }
  return currentPlan(view, words, replan, 30, 40);
}

function currentPlan(view: ChecklistView, words: Words, replan: ReplanWords, characters: number, count = Infinity): string {
  const all = [...view.boxes, ...view.additional];
  const boxes = boxList(view.boxes, replan, characters, count);
  const additional = view.additional.length === 0 ? '' : `### ${replan.additional}\n${boxList(view.additional, replan, characters, count)}`;
  if (view.number <= 1) return [`## ${words.planTitle}`, boxes, additional, words.progress(...counts(all))].filter((part) => part !== '').join('\n\n');
  const revision = view.number - 1;
  return [
    `## ${replan.revisedTitle(revision)}`,
    view.reason === null ? '' : `**${replan.revisionReason}**: ${inline(view.reason, 600)}`,
    view.previous === null ? '' : `**${replan.previousProgress}**: ${view.previous.done}/${view.previous.all}`,
    `### ${replan.newPlan}\n${boxes}`,
    additional,
    [replan.progress(...counts(all), revision, timeText(view.startedAt)), replan.revisions(revision), replan.currentPlan(view.number, timeText(view.startedAt))].join('\n'),
  ].filter((part) => part !== '').join('\n\n');
}

function boxList(boxes: readonly Box[], words: ReplanWords, characters: number, count: number): string {
  const rest = boxes.slice(count);
  const more = rest.length === 0 ? [] : [`- ${words.moreBoxes(rest.length, doneIn(rest))}`];
  return [...boxes.slice(0, count).map((box) => boxLine(box, characters)), ...more].join('\n');
}

function counts(boxes: readonly Box[]): [done: number, all: number, percent: number] {
  const done = doneIn(boxes);
  return [done, boxes.length, Math.floor((100 * done) / Math.max(1, boxes.length))];
}

function stateOf(work: Work | null, id: string): Box['state'] {
  const states = (work?.actions ?? []).filter((action) => action.taskId === id).map((action) => action.status);
  if (states.length > 0 && states.every((state) => state === 'success')) return 'done';
  if (states.includes('running')) return 'running';
  if (states.includes('failure')) return 'failed';
  return states.includes('partial') ? 'partial' : 'open';
}
