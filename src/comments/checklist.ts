/** The plan as checkboxes with its progress, and the earlier plans (REPLAN-7). */
import { boxLine, doneIn, planHistory, timeText } from './plan-history.ts';
import { planWords, type PlanWords } from './plan-words.ts';
import { inline } from './safe-text.ts';
import { firstThatFits, paragraphs } from './say.ts';
import type { Language } from './in-both-languages.ts';
import { boxesOf, type Box, type PlanVersion } from '../state/replans.ts';
import type { Plan } from '../state/plan.ts';
import type { Task } from '../state/task.ts';
import type { Work } from '../state/work.ts';

export interface ChecklistView {
  readonly boxes: readonly Box[];
  /** Subtasks that verification added. */
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
  /** Per title. */
  readonly characters: number;
  /** Number of checkboxes. */
  readonly count: number;
}

/** From generous to terse, if a hostile or huge plan does not fit. */
const WHOLE: Size = { characters: 240, count: Infinity };
const SIZES: readonly Size[] = [
  WHOLE,
  { characters: 120, count: Infinity },
  { characters: 60, count: Infinity },
  { characters: 30, count: Infinity },
  { characters: 30, count: 40 },
];

export function renderChecklist(view: ChecklistView, language: Language): string {
  const words = planWords(language);
  const left = MAX_CHARACTERS - currentPlan(view, words, WHOLE).length;
  const size = { maxCharacters: Math.max(MIN_HISTORY_CHARACTERS, left), showsBoxes: left >= MIN_HISTORY_CHARACTERS };
  const history = planHistory(view.earlier, [...view.boxes, ...view.additional], words, size);
  const current = firstThatFits(SIZES, MAX_CHARACTERS - history.length, (one) => currentPlan(view, words, one));
  return paragraphs([current, history]);
}

/** The current plan of a task and the earlier ones; `begun` is the state shown for what was started. */
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

function currentPlan(view: ChecklistView, words: PlanWords, size: Size): string {
  const [done, count, percent] = counts([...view.boxes, ...view.additional]);
  const boxes = boxList(view.boxes, words, size);
  const additional =
    view.additional.length === 0 ? '' : `### ${words.additional}\n${boxList(view.additional, words, size)}`;
  const progress = words.progress(done, count, percent);
  if (view.number <= 1) return paragraphs([`## ${words.planTitle}`, boxes, additional, `*${progress}*`]);
  const revision = view.number - 1;
  const at = timeText(view.startedAt);
  return paragraphs([
    `## ${words.revisedTitle(revision)}`,
    view.reason === null ? '' : `**${words.revisionReason}**: ${inline(view.reason, 600)}`,
    view.previous === null ? '' : `**${words.previousProgress}**: ${view.previous.done}/${view.previous.all}`,
    `### ${words.newPlan}\n${boxes}`,
    additional,
    [
      `*${progress} | ${words.revisedAt(revision, at)}*`,
      words.revisions(revision),
      words.currentPlan(view.number, at),
    ].join('\n'),
  ]);
}

function boxList(boxes: readonly Box[], words: PlanWords, { characters, count }: Size): string {
  const rest = boxes.slice(count);
  const more = rest.length === 0 ? [] : [`- ${words.moreBoxes(rest.length, doneIn(rest))}`];
  return [...boxes.slice(0, count).map((box) => boxLine(box, characters)), ...more].join('\n');
}

function counts(boxes: readonly Box[]): [done: number, all: number, percent: number] {
  const done = doneIn(boxes);
  return [done, boxes.length, Math.floor((100 * done) / Math.max(1, boxes.length))];
}
