/**
 * The request of a model call, rendered again from the state of the task at that time by the same code. Content that no
 * history has appears by name: files of the repository, and the diff at that time.
 */
import { actionMessages } from '../model-calls/action-messages.ts';
import { decisionView } from '../model-calls/decision-view.ts';
import { assessmentQuestion, decisionQuestion } from '../model-calls/decision-messages.ts';
import { environmentFixQuestion } from '../model-calls/environment-fix-messages.ts';
import { gatheringQuestion } from '../model-calls/gathering-messages.ts';
import { patchQuestion } from '../model-calls/patch-messages.ts';
import { planningQuestion, type PromptTools } from '../model-calls/planning-messages.ts';
import { reflectionView } from '../model-calls/reflection-view.ts';
import { reflectionQuestion } from '../model-calls/reflection-messages.ts';
import { repositoryBlocks } from '../model-calls/repository-block.ts';
import { piecesOf } from '../state/gathered.ts';
import { diffReviewQuestion, planReviewQuestion, summaryQuestion } from '../model-calls/review-messages.ts';
import { at, draftIn, isAt, unusableTo } from '../state/select.ts';
import type { RequestBlock } from '../ports/model.ts';
import type { Effect } from '../state/effect.ts';
import type { Task } from '../state/task.ts';
import type { ModelCall } from './calls-and-runs.ts';

/** Replaces what was read from the repository at that time. */
const NOT_KEPT = '[read from the repository when it was asked; the history does not hold it]';

/** Null if the effect in flight asks nothing, or its request can no longer be rendered. */
export function shownRequest({ before, usage }: ModelCall, tools: PromptTools): string | null {
  const effect = before.inFlight?.effect;
  const question = effect === undefined ? null : questionOf(effect, before, tools);
  if (question === null || usage.call === 'next_step') return question;
  return [question, ...unusableTo(usage.call, before).map(({ problems }) => askedAgain(problems))].join('\n\n');
}

function askedAgain(problems: readonly string[]): string {
  return ['[Asked again, because the answer before could not be used:', ...problems.map((one) => `- ${one}`), ']'].join(
    '\n',
  );
}

function questionOf(effect: Effect, task: Task, tools: PromptTools): string | null {
  switch (effect.kind) {
    case 'ask_next_step':
      return lastMessage(task, tools);
    case 'ask_model':
      return withRepository(planningQuestion(effect.call, task, tools, changeBefore(task)), task, tools);
    case 'ask_gathering':
      return withRepository(gatheringQuestion(task, tools), task, tools);
    case 'ask_environment_fix':
      return environmentFixQuestion(task, tools);
    case 'ask_decision': {
      const isPlanned = task.stage.is === 'plan';
      const question = decisionQuestion(
        decisionView(task, effect.point, isPlanned ? changeBefore(task) : NOT_KEPT),
        tools,
      );
      return isPlanned ? withRepository(question, task, tools) : question;
    }
    case 'ask_assessment':
      return assessmentQuestion(decisionView(task, 'reflection', NOT_KEPT), tools);
    case 'ask_reflection':
      return reflectionQuestion(reflectionView(at(task, 'work')), tools);
    case 'ask_review':
      return reviewQuestion(effect.of, task, tools);
    case 'ask_patch': {
      const comment = task.comments[effect.comment];
      const working = at(task, 'work');
      const diff = working.work.checkpoint.change === null ? '' : NOT_KEPT;
      return comment === undefined ? null : patchQuestion(working, comment, tools, diff);
    }
    case 'ask_summary':
      return summaryQuestion(at(task, 'report'), NOT_KEPT, tools);
    default:
      return null;
  }
}

function reviewQuestion(of: 'plan' | 'diff', task: Task, tools: PromptTools): string | null {
  if (of === 'diff') return diffReviewQuestion(at(task, 'verify'), NOT_KEPT, tools);
  const plan = draftIn(task, 'actions')?.found ?? null;
  return isAt(task, 'plan') && plan !== null ? planReviewQuestion(task, plan, tools, changeBefore(task)) : null;
}

/** There is none before the work on the first plan. */
function changeBefore({ work }: Task): string {
  return work === null ? '' : NOT_KEPT;
}

/** The blocks that planning begins with, with files by name. */
function withRepository(question: string, { id, snapshot, gathering }: Task, { nonceOf }: PromptTools): string {
  if (snapshot === null) return question;
  const texts = (gathering === undefined ? [] : piecesOf(gathering)).map(() => NOT_KEPT);
  return [...repositoryBlocks({ snapshot, gathering, texts, nonce: nonceOf(id) }), question].join('\n\n');
}

/** Only what is new in the conversation; the rest is shown with earlier calls. */
function lastMessage(task: Task, tools: PromptTools): string {
  const last = actionMessages(at(task, 'work'), tools).at(-1);
  return last?.role === 'user' ? last.content.map(blockText).join('\n\n') : '';
}

function blockText(block: RequestBlock): string {
  switch (block.type) {
    case 'text':
      return block.text;
    case 'tool_result':
      return `[Result of the tool call ${block.tool_use_id}]\n${block.content}`;
    case 'image':
      return '[picture]';
  }
}
