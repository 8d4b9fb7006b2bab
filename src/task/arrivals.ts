/** What waits in a task's inbox, as facts. An item copied before a crash is recognised and not copied twice. */
import type { Fact, Recorded } from './fact.ts';
import { issueKey } from './request.ts';
import { questionOf } from '../questions/ask.ts';
import { readAnswer } from '../questions/read-answer.ts';
import { readConfirmation } from '../questions/read-confirmation.ts';
import { readGoOn } from '../questions/read-go-on.ts';
import { notCarriedOut } from './perform/completed-replans.ts';
import { withoutInvisible } from '../prompts/invisible.ts';
import type { TaskRequest, TaskSettings } from './request.ts';
import type { Question } from '../questions/question.ts';
import type { Task } from './task.ts';
import type { HistoryStore, TaskIdentity } from '../ports/history.ts';
import type { Inbox, InboxItem } from '../ports/inbox.ts';

export const arrivals = { identity, due, facts };

/** Who the task is: from its history, or from the request that waits to begin it; null when there is neither. */
async function identity(history: HistoryStore, inbox: Inbox, taskId: string): Promise<TaskIdentity | null> {
  const [first] = await history.read(taskId);
  if (first) return { taskId, issue: first.issue, traceId: first.trace_id };
  const start = (await inbox.read(taskId)).find((item) => item.kind === 'start');
  if (!start) return null;
  const { request } = startOf(start);
  return { taskId, issue: issueKey(request), traceId: start.traceId };
}

/**
 * The items this task takes in now. When its work is over, and after a stop, comments and starts stay: they are for
 * the task that follows. What is said while a question is being posted may be its answer, and waits until it is known.
 */
function due(items: readonly InboxItem[], task: Task | null): readonly InboxItem[] {
  const asks = task?.phase === 'wait' && questionOf(task).commentId === null;
  const lastStop = items.findLastIndex((item) => item.kind === 'control');
  const isOver = lastStop >= 0 || task?.phase === 'verify' || task?.phase === 'report';
  const begins = (item: InboxItem) => task === null && item.kind === 'start';
  const taken = items.filter((item, index) => begins(item) || (isOver ? index <= lastStop : !asks || item.kind !== 'comment'));
  // The start may have been overtaken by what joined its task.
  return [...taken.filter(begins), ...taken.filter((item) => !begins(item))];
}

function facts(items: readonly InboxItem[], history: readonly Recorded[], task: Task | null = null): readonly Fact[] {
  const seen = new Set(history.map((fact) => ('inbox_id' in fact ? fact.inbox_id : undefined)));
  const begun = history.some((fact) => fact.type === 'task');
  let asked = task;
  return items.flatMap((item): readonly Fact[] => {
    if (seen.has(item.id)) return [];
    switch (item.kind) {
      case 'start':
        return begun ? [] : [{ type: 'task', ...startOf(item), inbox_id: item.id } as Fact];
      case 'comment': {
        const now = said(item, asked);
        // Settled by a plain yes or no: what comes after is no answer any more.
        if (now.some((fact) => fact.type === 'answer' && fact.name === 'given' && (fact.verdict === 'yes' || fact.verdict === 'no')))
          asked = null;
        return now;
      }
      case 'control':
        return [{ type: 'control', name: 'stop', by: item.by?.login ?? null, reason: item.reason, inbox_id: item.id } as Fact];
    }
  });
}

/** An open question makes a comment its answer; otherwise what was said to us is an instruction, and the rest is no order (GH-2, GH-6). */
function said(item: Extract<InboxItem, { readonly kind: 'comment' }>, task: Task | null): readonly Fact[] {
  const question = task?.phase === 'wait' ? questionOf(task) : null;
  if (question !== null && question.commentId !== null) {
    const text = withoutInvisible(item.text).text;
    const verdict = verdictOn(question, text);
    const { answers } = readAnswer(question, { text });
    // Whether more may be spent is a plain yes or no; anything else is said for later.
    const isAnswer =
      question.kind === 'budget' ? verdict === 'yes' || verdict === 'no' : verdict !== null || Object.keys(answers).length > 0;
    if (isAnswer) {
      return [
        {
          type: 'answer',
          name: 'given',
          question_id: question.id,
          by: item.by,
          text: item.text,
          settles: answers,
          verdict,
          inbox_id: item.id,
        } as Fact,
        ...(question.kind === 'confirmation' && verdict === 'no' && task !== null ? notCarriedOut(task, 'refused_by_person') : []),
      ];
    }
  }
  return item.addressed !== false ? [{ type: 'control', name: 'comment', by: item.by, text: item.text, inbox_id: item.id } as Fact] : [];
}

function verdictOn({ kind }: Question, text: string): 'yes' | 'no' | 'unclear' | null {
  if (kind === 'budget' && readGoOn(text)) return 'yes';
  return kind === 'confirmation' || kind === 'budget' ? readConfirmation(text) : null;
}

function startOf(item: Extract<InboxItem, { readonly kind: 'start' }>): { request: TaskRequest; settings: TaskSettings } {
  return { request: item.request as unknown as TaskRequest, settings: item.settings as unknown as TaskSettings };
}
