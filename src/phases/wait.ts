/** Waiting for people. An answer, a stated assumption, or a stop ends it; meanwhile nothing is held. */
import { toolDone } from '../plan/work.ts';
import { answerNotes, isComplete, questionOf, withAnswers } from '../questions/ask.ts';
import { GIVE_UP_AFTER_MS, needsPerson } from '../questions/patience.ts';
import { noted } from '../replan/state.ts';
import { endWith } from '../task/ending.ts';
import { thirdRules } from '../task/request.ts';
import { commonOf, moveTo } from '../task/transition.ts';
import { carryOn, grant } from './after-decision.ts';
import { withWhatWasSaid } from './back-to-work.ts';
import { enterVerify, isOver } from './enter-verify.ts';
import { firstDue } from './first-due.ts';
import { withoutContainer } from './held.ts';
import { keptOf, NOTHING_PREPARED } from './nothing-prepared.ts';
import { rebuild } from './rebuild.ts';
import { GO_ON_ASSUMING } from './replan-notes.ts';
import { standingOf } from './standing.ts';
import { extended, outOfBudget, savedWhileWaiting, savingBefore } from './wait-for-budget.ts';
import type { Judged } from './after-decision.ts';
import type { Said } from '../questions/ask.ts';
import type { Person } from '../ports/github.ts';
import type { ReplanRecord } from '../replan/decision.ts';
import type { Question } from '../questions/question.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Resumable, Task, TaskIn } from '../task/task.ts';

export const wait: Phase<'wait'> = { name: 'wait', next, settle };

function next(task: TaskIn<'wait'>): Effect {
  const saving = savingBefore(task);
  if (saving !== null) return saving;
  if (questionOf(task).commentId === null) return { kind: 'post_question' };
  return task.unread === 'to_explain' ? { kind: 'explain_question' } : firstDue(task).effect;
}

/** When the effect in hand is due: what comes next follows from the history, whoever looks and whenever. */
export function dueAt(task: TaskIn<'wait'>): number {
  const isDue = savingBefore(task) !== null || questionOf(task).commentId === null || task.unread === 'to_explain';
  return isDue ? 0 : firstDue(task).at;
}

function settle(task: TaskIn<'wait'>, fact: Fact): Task {
  switch (fact.type) {
    case 'question':
      return posted(task, fact.comment_id);
    case 'answer':
      if (fact.question_id !== task.questionId) return task;
      return fact.name === 'assumed' ? assumed(task) : answered(task, fact);
    case 'environment':
      if (fact.name === 'sandbox_released') return { ...task, back: withoutContainer(task.back, fact.container_id) };
      return fact.name === 'workspace_lost' ? { ...task, back: afterLoss(task.back, task) } : task;
    case 'effect':
      if (fact.name === 'reminded') return { ...task, reminded: true };
      if (fact.name === 'explained') return { ...task, unread: 'explained' };
      return fact.name === 'checkpoint' || fact.name === 'push_refused' ? savedWhileWaiting(task, fact) : task;
    default:
      return task;
  }
}

function posted(task: TaskIn<'wait'>, commentId: number): Task {
  const question = { ...questionOf(task), commentId };
  const { planning } = task.settings;
  const patienceMs = needsPerson(question, planning) ? GIVE_UP_AFTER_MS : planning.assumeAfterMs;
  return { ...put(task, question), since: task.updatedAt, until: task.updatedAt + patienceMs };
}

function answered(task: TaskIn<'wait'>, fact: Said): Task {
  const question = withAnswers(questionOf(task), fact);
  // Taken back: what else was answered stays, and the question stays open.
  if (fact.text === null) return put(task, question);
  switch (question.kind) {
    case 'clarification':
      if (!isComplete(question)) return put(task, question);
      return resume(put(task, { ...question, state: 'answered' }), {
        by: fact.by,
        answer: fact.text,
        notes: answerNotes(question),
        onlyHow: task.onlyHow === true,
      });
    case 'confirmation':
      if (fact.verdict === 'unclear' || fact.verdict === null) return notUnderstood(task);
      return decided(withRemark(put(task, { ...question, state: 'answered' }), fact), fact.verdict);
    case 'intervention':
      if (thirdRules(task) && task.onlyHow !== true && !isComplete(question)) return put(task, question);
      return resume(put(task, { ...question, state: 'answered' }), {
        by: fact.by,
        answer: fact.text,
        notes:
          thirdRules(task) && task.onlyHow !== true
            ? answerNotes(question)
            : [`A person (@${fact.by.login}) was asked how to go on and answered: ${fact.text}`],
        onlyHow: task.onlyHow === true,
      });
    case 'aside':
      return task;
    case 'budget': {
      const settled = put(task, { ...question, state: 'answered' });
      if (fact.verdict === 'no') return endWith(settled, outOfBudget(task.limit ?? 'tokens'));
      return fact.verdict === 'yes' ? sheltered(extended(comeBack(settled))) : task;
    }
  }
}

/** Once is enough: people may talk with each other while a question is open. */
function notUnderstood(task: TaskIn<'wait'>): Task {
  return thirdRules(task) && task.unread === undefined ? { ...task, unread: 'to_explain' } : task;
}

/** What was said beside a yes or no is one more comment, weighed like any other; a re-plan that it confirms is made with it. */
function withRemark(task: TaskIn<'wait'>, { by, remark, verdict }: Said): TaskIn<'wait'> {
  if (remark === undefined) return task;
  const told = { ...task, comments: [...task.comments, { by, text: remark }] };
  return verdict === 'yes'
    ? { ...told, replanning: noted(task.replanning, `@${by.login} agreed to the re-plan and said: ${remark}`) }
    : told;
}

function assumed(task: TaskIn<'wait'>): Task {
  const question = questionOf(task);
  const over = put(task, { ...question, state: 'assumed' });
  if (question.kind === 'confirmation') return decided(over, 'unanswered');
  const open = question.texts.filter((_, index) => !(index in question.answers));
  const notes = [
    ...answerNotes(question),
    `Nobody answered: ${open.join(' / ')}`,
    `${GO_ON_ASSUMING}: ${question.assumptions.join('; ') || 'the most sensible ones'}`,
  ];
  return resume(over, { by: null, notes, again: task.again === true });
}

const REFUSED = { no: 'refused_by_person', unanswered: 'low_confidence' } as const;

/** Confirmed, or the current plan goes on: refused by a person, or nobody said that the doubtful judgement is right. */
function decided(task: TaskIn<'wait'>, answer: 'yes' | 'no' | 'unanswered'): Task {
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
  const situation = proposal.situation ?? {
    point: replanning.records.at(-1)?.point ?? 'execution',
    subtask: null,
    action: null,
    cause: 'confirmed by a person',
  };
  return sheltered(grant(become({ executed: true, result: 'pending' }), proposal.kind, { decision: proposal.decision, situation }));
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
function resume(task: TaskIn<'wait'>, learnt: Learnt): Task {
  const back = comeBack({ ...task, replanning: { ...noted(task.replanning, ...learnt.notes), escalated: false, revisions: 0 } });
  if (back.phase === 'understand') return understoodBy(back, learnt);
  if (back.phase === 'execute') return sheltered(working(back, learnt));
  if (!isJudged(back)) return back;
  // What a person says may change the judgement; an assumption is that the plan goes on, unless more was wanted than to ask.
  return learnt.by === null && learnt.again !== true ? carriedOn(back) : sheltered(back);
}

/** What was said meanwhile comes before the end of the verification. */
function carriedOn(back: Judged): Task {
  const heard = withWhatWasSaid(back);
  return sheltered(heard === back ? carryOn(back) : heard);
}

/** Answers, and assumptions in their place, are understood anew; where it was only asked how to go on, silence changes nothing. */
function understoodBy(back: TaskIn<'understand'>, { by }: Learnt): Task {
  if (thirdRules(back) && by === null && back.found !== null) return carryOn(back);
  return { ...back, ...standingOf(back), found: null, wrongAnswers: [] };
}

/** What people said during the work reaches the model as what it is: a tool's result, or a comment that may change the plan. */
function working(task: TaskIn<'execute'>, { by, notes, answer = '', again = false, onlyHow = false }: Learnt): Task {
  if (task.work.waitingTools[0]?.name === 'ask_human') return toolAnswered(task, notes);
  const told =
    by === null ? task : { ...task, comments: [...task.comments, { by, text: notes.join('\n'), answer, wasAsked: true as const }] };
  const isJudgedAgain = thirdRules(task) && task.work.judging?.decide === true && (by !== null ? !onlyHow : again);
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

function comeBack(task: TaskIn<'wait'>): Resumable {
  return { ...task.back, ...commonOf(task) };
}

/** A task that is to work weighs what was said meanwhile, and gets a container first where it has none any more. */
function sheltered(back: Task): Task {
  const task = withWhatWasSaid(back);
  if ((task.phase !== 'execute' && task.phase !== 'verify') || task.containerId !== null) return task;
  const { snapshot, plan, work } = task;
  return moveTo(task, 'prepare', { snapshot, plan, ...NOTHING_PREPARED, earlierWork: work, ...keptOf(task) });
}

function put(task: TaskIn<'wait'>, question: Question): TaskIn<'wait'> {
  return { ...task, questions: task.questions.map((one) => (one.id === question.id ? question : one)) };
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

function afterLoss(back: Resumable, task: TaskIn<'wait'>): Resumable {
  if (back.phase !== 'execute' && back.phase !== 'verify') return withoutContainer(back);
  const rebuilt = rebuild({ ...back, ...commonOf(task) });
  if (rebuilt.phase !== 'prepare' || rebuilt.earlierWork === null) return withoutContainer(back);
  return { ...back, work: rebuilt.earlierWork, containerId: null };
}
