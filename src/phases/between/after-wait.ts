/** From waiting back to where the question arose, with what was learnt. Pure. */
import { toolDone } from '../../plan/work.ts';
import { noted } from '../../replan/state.ts';
import { withCommonOf } from '../../task/transition.ts';
import { carryOn, grant } from './after-decision.ts';
import { withWhatWasSaid } from './back-to-work.ts';
import { enterVerify, isOver } from './enter-verify.ts';
import { standingOf } from './standing.ts';
import { toWork } from './to-work.ts';
import type { Judged } from './after-decision.ts';
import type { Person } from '../../ports/github.ts';
import type { ReplanRecord } from '../../replan/decision.ts';
import type { Resumable, Task, TaskIn } from '../../task/task.ts';

const REFUSED = { no: 'refused_by_person', unanswered: 'low_confidence' } as const;

/** Confirmed, or the current plan goes on: refused by a person, or nobody said that the doubtful judgement is right. */
export function decided(task: TaskIn<'wait'>, answer: 'yes' | 'no' | 'unanswered'): Task {
  const back = comeBack(task);
  const { proposal } = task;
  if (!isJudged(back)) return back;
  const { replanning } = back;
  const become = (change: Partial<ReplanRecord>): Judged => ({
    ...back,
    replanning: {
      ...replanning,
      records: replanning.records.map((one, at) => (at === replanning.records.length - 1 ? { ...one, ...change } : one)),
    },
  });
  if (answer !== 'yes' || proposal === null)
    return carriedOn(become({ override: answer === 'yes' ? null : REFUSED[answer], result: 'skipped' }));
  const { kind, decision, situation } = proposal;
  return sheltered(grant(become({ executed: true, result: 'pending' }), kind, { decision, situation }));
}

interface Learnt {
  /** Null when nobody answered. */
  readonly by: Person | null;
  readonly notes: readonly string[];
  /** In the words of that person. */
  readonly answer?: string;
  /** It is judged again without an answer, too. */
  readonly again?: boolean;
  readonly onlyHow?: boolean;
}

/** Back to where the question arose, with what was learnt. */
export function learnt(task: TaskIn<'wait'>, what: Learnt): Task {
  const back = comeBack({ ...task, replanning: { ...noted(task.replanning, ...what.notes), escalated: false, revisions: 0 } });
  if (back.phase === 'understand') return understoodBy(back, what);
  if (back.phase === 'execute') return sheltered(working(back, what));
  if (!isJudged(back)) return back;
  // What a person says may change the judgement; an assumption is that the plan goes on, unless more was wanted than to ask.
  return what.by === null && what.again !== true ? carriedOn(back) : sheltered(back);
}

/** What was said meanwhile comes before the end of the verification. */
function carriedOn(back: Judged): Task {
  const heard = withWhatWasSaid(back);
  return sheltered(heard === back ? carryOn(back) : heard);
}

/** Answers, and assumptions in their place, are understood anew; where it was only asked how to go on, silence changes nothing. */
function understoodBy(back: TaskIn<'understand'>, { by }: Learnt): Task {
  if (by === null && back.found !== null) return carryOn(back);
  return { ...back, ...standingOf(back), found: null, wrongAnswers: [] };
}

/** What people said during the work reaches the model as what it is: a tool's result, or a comment that may change the plan. */
function working(task: TaskIn<'execute'>, { by, notes, answer = '', again = false, onlyHow = false }: Learnt): Task {
  if (task.work.waitingTools[0]?.name === 'ask_human') return toolAnswered(task, notes);
  const told =
    by === null ? task : { ...task, comments: [...task.comments, { by, text: notes.join('\n'), answer, wasAsked: true as const }] };
  const isJudgedAgain = task.work.judging?.decide === true && (by !== null ? !onlyHow : again);
  if (isJudgedAgain) return told;
  if (task.work.judging !== null) return carryOn(told);
  return isOver(told, told.work) && told.containerId !== null ? enterVerify(told, told) : told;
}

/** The question was a tool of the model's: what came of it is the tool's result. */
function toolAnswered(task: TaskIn<'execute'>, notes: readonly string[]): Task {
  const tool = task.work.waitingTools[0];
  if (!tool) return task;
  return { ...task, work: toolDone(task.work, { type: 'tool_result', tool_use_id: tool.id, content: notes.join('\n') }, task.comments) };
}

export function comeBack(task: TaskIn<'wait'>): Resumable {
  return withCommonOf(task, task.back);
}

/** A task that is to work weighs what was said meanwhile, and gets a container first where it has none any more. */
export function sheltered(back: Task): Task {
  const task = withWhatWasSaid(back);
  if ((task.phase !== 'execute' && task.phase !== 'verify') || task.containerId !== null) return task;
  return toWork(task, task);
}

function isJudged(task: Task): task is Judged {
  return (
    task.phase === 'understand' ||
    task.phase === 'decompose' ||
    task.phase === 'sequence' ||
    task.phase === 'execute' ||
    task.phase === 'verify'
  );
}
