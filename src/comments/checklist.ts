/** The plan as boxes, how far it is, and what became of the plans before it (REPLAN-7). */
import { boxLine, doneIn, planHistory } from './plan-history.ts';
import { replanWordsFor, timeText } from './replan-words.ts';
import { inline } from './safe-text.ts';
import { wordsFor } from './words.ts';
import type { ReplanWords } from './replan-words.ts';
import type { Words } from './words.ts';
import { boxesOf } from '../state/boxes.ts';
import type { Plan } from '../state/plan.ts';
import type { Box, PlanVersion } from '../state/boxes.ts';
import type { Task } from '../state/task.ts';
import type { Work } from '../state/work.ts';

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

interface Size {
  /** Of one description. */
  readonly characters: number;
  /** Of boxes. */
  readonly count: number;
}

/** From generous to terse, when a hostile or huge plan does not fit. */
const WHOLE: Size = { characters: 240, count: Infinity };
const SIZES: readonly Size[] = [
  WHOLE,
  { characters: 120, count: Infinity },
  { characters: 60, count: Infinity },
  { characters: 30, count: Infinity },
  { characters: 30, count: 40 },
];

interface Wording {
  readonly words: Words;
  readonly replan: ReplanWords;
}

export function renderChecklist(view: ChecklistView, language: 'en' | 'ja'): string {
  const wording: Wording = { words: wordsFor(language), replan: replanWordsFor(language) };
  const left = MAX_CHARACTERS - currentPlan(view, wording, WHOLE).length;
  const size = { maxCharacters: Math.max(MIN_HISTORY_CHARACTERS, left), showsBoxes: left >= MIN_HISTORY_CHARACTERS };
  const history = planHistory(view.earlier, wording.replan, size);
  return [fitting(view, wording, MAX_CHARACTERS - history.length), history].filter((part) => part !== '').join('\n\n');
}

/** The current plan of a task, with what became of those before it; `begun` is what becomes of what was begun. */
export function checklist(
  shown: { readonly plan: Plan; readonly work: Work | null },
  task: Pick<Task, 'replanning' | 'settings' | 'startedAt'>,
  begun: 'running' | 'paused' | 'stopped',
): string {
  const { replanning, settings, startedAt } = task;
  const boxes = boxesOf(shown.plan, shown.work).map(
    (box): Box => (box.state === 'running' ? { ...box, state: begun } : box),
  );
  const added = new Set(
    shown.plan.task_decomposition.subtasks.filter((one) => one.from_verification === true).map(({ id }) => id),
  );
  return renderChecklist(
    {
      boxes: boxes.filter(({ id }) => !added.has(id)),
      additional: boxes.filter(({ id }) => added.has(id)),
      number: replanning.versions.length + 1,
      startedAt: replanning.currentSince ?? startedAt,
      reason: replanning.reason,
      previous: replanning.previous,
      earlier: replanning.versions,
    },
    settings.language,
  );
}

function fitting(view: ChecklistView, wording: Wording, room: number): string {
  let text = '';
  for (const size of SIZES) {
    text = currentPlan(view, wording, size);
    if (text.length <= room) break;
  }
  return text;
}

function currentPlan(view: ChecklistView, { words, replan }: Wording, size: Size): string {
  const all = [...view.boxes, ...view.additional];
  const boxes = boxList(view.boxes, replan, size);
  const additional =
    view.additional.length === 0 ? '' : `### ${replan.additional}\n${boxList(view.additional, replan, size)}`;
  if (view.number <= 1)
    return [`## ${words.planTitle}`, boxes, additional, words.progress(...counts(all))]
      .filter((part) => part !== '')
      .join('\n\n');
  const revision = view.number - 1;
  const [done, count, percent] = counts(all);
  const at = timeText(view.startedAt);
  return [
    `## ${replan.revisedTitle(revision)}`,
    view.reason === null ? '' : `**${replan.revisionReason}**: ${inline(view.reason, 600)}`,
    view.previous === null ? '' : `**${replan.previousProgress}**: ${view.previous.done}/${view.previous.all}`,
    `### ${replan.newPlan}\n${boxes}`,
    additional,
    [
      `*${replan.progress(done, count, percent)} | ${replan.revisedAt(revision, at)}*`,
      replan.revisions(revision),
      replan.currentPlan(view.number, at),
    ].join('\n'),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function boxList(boxes: readonly Box[], words: ReplanWords, { characters, count }: Size): string {
  const rest = boxes.slice(count);
  const more = rest.length === 0 ? [] : [`- ${words.moreBoxes(rest.length, doneIn(rest))}`];
  return [...boxes.slice(0, count).map((box) => boxLine(box, characters)), ...more].join('\n');
}

function counts(boxes: readonly Box[]): [done: number, all: number, percent: number] {
  const done = doneIn(boxes);
  return [done, boxes.length, Math.floor((100 * done) / Math.max(1, boxes.length))];
}
