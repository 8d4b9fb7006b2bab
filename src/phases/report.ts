/** However the work ended: save it, open the pull request, tell people, tidy up. A step refused for good is skipped and said. */
import { budgetOf, exceeded } from '../task/budget.ts';
import { leaveOut } from '../task/ending.ts';
import { moveTo } from '../task/transition.ts';
import { wantsPullRequest } from '../plan/readiness.ts';
import { checkpointed } from '../plan/work.ts';
import { backToWork } from './between/back-to-work.ts';
import { isRefusal } from './between/refusal.ts';
import { isUnsaved, SAVE_UNFINISHED } from './between/unsaved.ts';
import type { Effect, EffectKind } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Report, Task, TaskIn, WorkSummary } from '../task/task.ts';

export const report: Phase<'report'> = { name: 'report', next, settle };

function next(task: TaskIn<'report'>): Effect {
  const open = (kind: EffectKind) => !task.skipped.some((step) => step.effect === kind);
  if (needsSaving(task) && open('checkpoint')) return SAVE_UNFINISHED;
  if (wantsPullRequest(task) && task.pullRequest === null && open('open_pull_request'))
    return mayAskForWords(task) ? { kind: 'ask_summary' } : { kind: 'open_pull_request' };
  if (task.resultComment === null && open('post_result')) return { kind: 'post_result' };
  if (!task.progressFinished && task.progressComment !== null && open('finish_progress')) return { kind: 'finish_progress' };
  if (!task.sandboxRemoved && open('remove_sandbox')) return { kind: 'remove_sandbox' };
  return { kind: 'complete' };
}

/** Once, and only while there is something left to spend. */
function mayAskForWords(task: TaskIn<'report'>): boolean {
  return task.summary === undefined && exceeded(task, budgetOf(task)) === null;
}

/** Also without a container: what was let go of while people were asked is saved already, and not yet pushed. */
function needsSaving({ savedAtEnd, work, ending }: Report): boolean {
  return !savedAtEnd && !isRefusal(ending.reason) && isUnsaved(work);
}

function settle(task: TaskIn<'report'>, fact: Fact): Task {
  switch (fact.type) {
    case 'effect':
      return settleEffect(task, fact);
    case 'phase':
      return fact.name === 'summary' ? { ...task, summary: summaryOf(fact) } : task;
    case 'environment':
      return fact.name === 'workspace_lost' ? { ...task, containerId: null, savedAtEnd: true } : task;
    case 'error':
      return settleError(task, fact);
    case 'completion': {
      if (fact.status === 'requires_human_intervention') return task;
      const { phase: _, ...fields } = task;
      return moveTo(task, 'ended', fields);
    }
    default:
      return backToWork(task, fact);
  }
}

function summaryOf({ title, body, key_outcomes: keyOutcomes }: Extract<Fact, { readonly name: 'summary' }>): WorkSummary | null {
  return title === '' && body === '' ? null : { title, body, keyOutcomes };
}

function settleEffect(task: TaskIn<'report'>, fact: Extract<Fact, { readonly type: 'effect' }>): Task {
  switch (fact.name) {
    case 'checkpoint':
      return { ...task, savedAtEnd: true, work: task.work && checkpointed(task.work, fact.change) };
    case 'push_refused':
      return {
        ...task,
        savedAtEnd: true,
        skipped: [...task.skipped, notSaved(fact)],
      };
    case 'pull_request':
      return { ...task, pullRequest: { number: fact.number, url: fact.url, draft: fact.draft, title: fact.title } };
    case 'result_comment':
      return { ...task, resultComment: { id: fact.comment_id, url: fact.url } };
    case 'progress_finished':
      return { ...task, progressFinished: true };
    case 'sandbox_removed':
      return { ...task, sandboxRemoved: true, containerId: null };
    default:
      return task;
  }
}

function notSaved({ reason, paths, cause }: Extract<Fact, { readonly name: 'push_refused' }>): Report['skipped'][number] {
  const said = [reason, ...paths.slice(0, 5)].join(' ');
  return { effect: 'checkpoint', reason: said, code: cause, paths: paths.slice(0, 5) };
}

function settleError(task: TaskIn<'report'>, fact: Extract<Fact, { readonly type: 'error' }>): Task {
  if (fact.name === 'invalid_answer' || fact.name === 'conversation_refused') return task;
  const tooLong = fact.name === 'retry_later' && task.retry !== null && task.updatedAt - task.retry.since > task.settings.outageMs;
  if (fact.name === 'retry_later' && !tooLong) return task;
  const code = fact.name === 'fault' ? fact.code : fact.of;
  return leaveOut({ ...task, retry: null }, { effect: fact.effect, reason: fact.message, code });
}
