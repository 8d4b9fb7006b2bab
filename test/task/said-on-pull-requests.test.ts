import { describe, expect, it } from '@jest/globals';
import { issueBlock } from '../../src/model-calls/blocks.ts';
import { earlierTasks } from '../../src/model-calls/earlier-tasks.ts';
import { requestText } from '../../src/model-calls/work-blocks.ts';
import { inboxToFacts } from '../../src/drive/read-inbox.ts';
import { activityOf } from '../../src/state/select.ts';
import {
  after,
  asking,
  decidedAfter,
  doing,
  planOf,
  prepared,
  recorded,
  REQUEST,
  SETTINGS,
  stamped,
  subtask,
  taskAfter,
  TASK_ID,
} from './task-world.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const NONCE = '0123456789abcdef0123456789abcdef';
const MIKA = { id: 7, login: 'mika' };
const said = (over: object): InboxItem => ({
  kind: 'comment',
  id: 'c-1',
  addressed: true,
  by: MIKA,
  text: '1. shorter',
  ...over,
});
const onPull = (isReview: boolean) => said({ on: { pullRequest: 30, isReview } });
const PERSON = { by: MIKA, source: 'review', pull_request: 30, text: '1. shorter' } as const;
const REFLECTION: Fact = {
  type: 'reflection',
  name: 'person',
  person: PERSON,
  evaluation: {
    action_evaluated: 'pull request #30',
    status: 'partial',
    evaluation: '1. shorter',
    alignment_with_plan: '',
    issues_identified: ['1. shorter'],
    plan_revision_needed: true,
  },
};
const WORKING = prepared(planOf([subtask('a')]));

/** What is copied in because of it, before anything follows. */
function heard(item: InboxItem, task: Task | null): readonly Fact[] {
  const moment = { now: task?.updatedAt ?? 0, task_uuid: TASK_ID, issue: 'octo/shop#12', trace_id: 'trace-1' };
  return inboxToFacts([item], { history: [], task, moment }).facts.filter((fact) => 'inbox_id' in fact);
}

describe('what is said on a pull request, in the history (PLAN-1, PLAN-4)', () => {
  it('is recorded as what it leads to and as a reflection of that person, both at once', () => {
    const task = taskAfter(WORKING);
    expect(heard(onPull(true), task)).toEqual([
      { type: 'control', name: 'comment', by: MIKA, text: '1. shorter', inbox_id: 'c-1' },
      { ...REFLECTION, inbox_id: 'c-1' },
    ]);
    expect(heard(onPull(false), task)).toMatchObject([{ type: 'control' }, { person: { source: 'comment' } }]);
    expect(heard(said({}), task)).toHaveLength(1);
  });

  it('is one with the start of the task that follows it up, and with no other', () => {
    const request = { ...REQUEST, trigger: 'review', instruction: '1. shorter', requester: MIKA, pullRequest: 30 };
    const start = (given: object) =>
      ({ kind: 'start', id: 's', traceId: 't', request: given, settings: SETTINGS }) as unknown as InboxItem;
    expect(heard(start(request), null)).toMatchObject([{ type: 'task' }, REFLECTION]);
    for (const other of [REQUEST, { ...REQUEST, instruction: 'go' }, { ...request, instruction: null }])
      expect(heard(start(other), null)).toMatchObject([{ type: 'task' }]);
  });

  it('is never the answer to a question when it is a review, whatever it looks like; a comment to us is (GH-6)', () => {
    const posted: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 9, url: 'u', texts: [] };
    const waiting = taskAfter([...WORKING, ...asking(0), posted]);
    expect(activityOf(waiting)).toBe('wait');
    expect(heard(onPull(true), waiting)).toMatchObject([{ type: 'control' }, { type: 'reflection' }]);
    expect(heard(onPull(false), waiting)).toMatchObject([{ type: 'answer', name: 'given' }]);
  });

  it('changes nothing by being a reflection: not even what is in hand', () => {
    const idle = taskAfter(WORKING);
    const busy = after(idle, { type: 'effect', name: 'started', effect: 'ask_next_step', key: 'k' });
    for (const task of [idle, busy]) {
      const then = after(task, REFLECTION);
      expect({ ...then, version: 0, updatedAt: 0 }).toEqual({ ...task, version: 0, updatedAt: 0 });
      expect(then.version).toBe(task.version + 1);
      expect(decidedAfter(task, REFLECTION)).toEqual([]);
    }
    expect(doing(busy, 'execute').inFlight).not.toBeNull();
  });
});

describe('what a follow-up is shown of what it follows up on', () => {
  const request = { ...REQUEST, trigger: 'review', instruction: 'Shorter.', requester: MIKA, pullRequest: 30 } as const;

  it('is the pull request, that it was reviewed, and the words', () => {
    const block = issueBlock({ request }, NONCE);
    expect(block).toMatch(/Pull request #30 was opened for this issue by earlier work of yours/);
    expect(block).toContain('in a review of it');
    expect(block).toContain('Shorter.');
    expect(issueBlock({ request: { ...request, trigger: 'mention' } }, NONCE)).toContain('in a comment on it');
    expect(issueBlock({ request: { ...REQUEST, instruction: 'go' } }, NONCE)).not.toContain('ull request');
    expect(requestText({ request }, { nonce: NONCE, maxBytes: 4_000 })).toContain('asked for on pull request #30');
  });

  it('is told of it later, too', () => {
    const [begin, ...rest] = recorded([]);
    const history = [
      stamped({ type: 'task', request, settings: SETTINGS }, 1, Date.parse(begin?.timestamp ?? '')),
      ...rest,
    ];
    expect(earlierTasks([history], Date.parse(begin?.timestamp ?? ''))).toContain(
      'asked for by @mika on pull request #30: Shorter.',
    );
  });
});
