/** What a phase that asks for one structured answer does with a wrong one. */
import { ask } from '../../questions/ask.ts';
import { ownQuestions } from '../../questions/own-questions.ts';
import { isQuestionOnly, noted, pending, resolved } from '../../replan/state.ts';
import { endWith } from '../../task/ending.ts';
import { moveTo } from '../../task/transition.ts';
import { backTo } from './standing.ts';
import type { WrongAnswer } from '../../task/effect.ts';
import type { Fact } from '../../task/fact.ts';
import type { Carried, Replanning, Task, TaskIn } from '../../task/task.ts';

/** An answer that does not fit its schema is asked for again this often (MODEL-3). */
export const MAX_SCHEMA_REPAIRS = 3;
/** A plan that breaks the rules of plans is shown to the model once (PLAN-1). */
export const MAX_RULE_REPAIRS = 1;
/** Of what was wrong; the same may be wrong a hundred times. */
const MAX_TOLD = 10;

type Asking = TaskIn<'understand'> | TaskIn<'decompose'> | TaskIn<'sequence'>;
type Invalid = Extract<Fact, { readonly name: 'invalid_answer' }>;

export function isInvalidAnswer(fact: Fact): fact is Invalid {
  return fact.type === 'error' && fact.name === 'invalid_answer';
}

export function afterWrongAnswer(task: Asking, fact: Invalid): Task {
  const wrong: WrongAnswer = { content: fact.content, problems: fact.problems, broke: fact.broke };
  const wrongAnswers = [...task.wrongAnswers, wrong];
  if (!isLastRepair(task.wrongAnswers, fact.broke)) return { ...task, wrongAnswers };
  if (mayBeCoarser(task, fact.broke)) return askCoarser(task, fact.problems);
  return (
    replanFailed(task, fact.problems, fact) ??
    endWith(task, {
      status: 'failed',
      ...(fact.too_many === undefined
        ? {
            reason: fact.broke === 'rules' ? 'impossible_plan' : 'invalid_answers',
            list: fact.for_people ?? fact.problems,
            ...(fact.for_people === undefined ? {} : { listForPeople: true }),
          }
        : { reason: 'too_many_subtasks', list: [], tooMany: fact.too_many }),
      detail: fact.call,
    })
  );
}

/** One more wrong answer of this kind, and the phase has none. */
export function isGivenUp(task: Task, broke: WrongAnswer['broke']): boolean {
  return 'wrongAnswers' in task && isLastRepair(task.wrongAnswers, broke) && !mayBeCoarser(task, broke);
}

/** What cannot be divided is divided more coarsely once (PLAN-6). */
function mayBeCoarser(task: Asking, broke: WrongAnswer['broke']): task is TaskIn<'decompose'> {
  return task.phase === 'decompose' && broke === 'rules' && task.coarser !== true;
}

const COARSER =
  'Divide more coarsely this time: a few large subtasks in a plain list. Say in the description of the subtask concerned which part can be done, which cannot, and what is done instead.';

function askCoarser(task: TaskIn<'decompose'>, problems: readonly string[]): Task {
  const why = `No division held together: ${problems.slice(0, MAX_TOLD).join(' ')} ${COARSER}`;
  return { ...task, wrongAnswers: [], coarser: true, replanning: noted(task.replanning, why) };
}

/** One more wrong answer of this kind, and there is no further repair. */
function isLastRepair(wrongAnswers: readonly WrongAnswer[], broke: WrongAnswer['broke']): boolean {
  const before = wrongAnswers.filter((answer) => answer.broke === broke).length;
  return before >= (broke === 'rules' ? MAX_RULE_REPAIRS : MAX_SCHEMA_REPAIRS);
}

/** A granted re-plan that fails: the model is told and asked for another way, then people are (REPLAN-10). Null where nothing stands. The problems are the model's words for people, or ours for the model, of its wrong `answer`. */
export function replanFailed(task: Asking, problems: readonly string[], answer: Invalid | null = null): Task | null {
  const { replanning, settings, carried, standing } = task;
  const failed = pending(replanning).reduce((state: Replanning, record) => resolved(state, record.id, 'failure'), replanning);
  const told = noted(failed, `The re-plan failed, and the earlier plan stands: ${problems.join(' ')} Find another way.`);
  const before = { ...task, replanning: { ...told, escalated: true } };
  const restored = carried !== null ? restore(before, carried) : standing === undefined ? null : backTo(before, standing);
  if (restored === null) return null;
  if (!alternativeFailed(replanning)) return restored;
  return ask(restored, {
    kind: settings.planning.assumes ? 'clarification' : 'intervention',
    texts: [ownQuestions(settings.language).replanFailed],
    onlyHow: true,
    ...(answer !== null
      ? {
          context: ownQuestions(settings.language).noPlanHeld,
          details: answer.for_people ?? problems,
          ...(answer.for_people === undefined ? {} : { detailsForPeople: true }),
        }
      : { context: problems.join('\n') }),
    assumptions: [ownQuestions(settings.language).earlierPlanGoesOn],
  });
}

/** The re-plan before this one failed too: it was the alternative that the model was asked for. */
function alternativeFailed({ records }: Replanning): boolean {
  return records.filter((record) => record.executed && record.kind !== 'retry' && !isQuestionOnly(record)).at(-2)?.result === 'failure';
}

function restore(task: Asking, { plan, environment, containerId, work }: Carried): TaskIn<'execute'> | TaskIn<'verify'> {
  const { snapshot } = task;
  if (work.current >= work.actions.length) return moveTo(task, 'verify', { snapshot, plan, environment, containerId, work, tests: null });
  const judging = { reflect: false, decide: true, reflection: null, revision: null };
  return moveTo(task, 'execute', { snapshot, plan, environment, containerId, work: { ...work, judging } });
}
