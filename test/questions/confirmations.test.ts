import { describe, expect, it } from '@jest/globals';
import { inboxToFacts } from '../../src/drive/read-inbox.ts';
import { explainQuestion } from '../../src/effects/ask-people.ts';
import { RetryLater, Fault } from '../../src/errors.ts';
import { next } from '../../src/flow/next.ts';
import { explanationComment } from '../../src/comments/reminders.ts';
import { carriesMarker, explanationMarker } from '../../src/ports/comment-marker.ts';
import { activityOf, blockingIn, blockingQuestion } from '../../src/state/select.ts';
import { judgement, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  doing,
  kindOf,
  planOf,
  prepared,
  stamped,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import { momentAfter, waitsFor } from './hearing.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Task } from '../../src/state/task.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

const PLAN = planOf([subtask('a'), subtask('b', ['a'])]);
const MIKA = { id: 8, login: 'mika' };
const FINE = { replan_needed: false, confidence: 0.9, reasoning: 'Fine.' } as const;
const DOUBT = {
  replan_needed: true,
  confidence: 0.4,
  reasoning: 'It may be better the other way round.',
  replan_type: 'partial_replan',
  target_phase: 'execution',
  replan_level: 2,
} as const;
const POINTS = {
  understand: 'goal_understanding',
  decompose: 'task_decomposition',
  sequence: 'action_sequence',
} as const;

/** A task that asks whether its plan should change, in comment 5. */
function asking(): Task {
  const settings: Partial<TaskSettings> = {
    planning: { ...UNDISTURBED, replanning: limitsOf(), assumes: true, assumeAfterMs: 1_800_000 },
  };
  let task = taskAfter(prepared(PLAN).slice(0, 2), { settings });
  for (const fact of prepared(PLAN).slice(2)) {
    task = after(task, fact);
    const activity = activityOf(task);
    if (activity === 'understand' || activity === 'decompose' || activity === 'sequence')
      task = after(task, judgement(task, POINTS[activity], FINE));
  }
  task = after(task, ...actionDone(0, 'failure', ['It failed']));
  task = after(task, judgement(task, 'execution', DOUBT));
  return after(task, { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] });
}

const comment = (text: string, commentId: number, by = MIKA): InboxItem => ({
  kind: 'comment',
  id: `c${commentId}`,
  addressed: false,
  commentId,
  by,
  text,
});
const edit = (text: string | null, commentId: number, second: number): InboxItem => ({
  kind: 'correction',
  id: `e${commentId}-${second}`,
  commentId,
  at: `2026-01-01T00:00:0${second}Z`,
  by: MIKA,
  text,
});

function hearing() {
  const history: Recorded[] = [];
  let task = asking();
  return {
    get task() {
      return task;
    },
    get todo() {
      return kindOf(task) ?? 'ended';
    },
    hears(...items: readonly InboxItem[]) {
      const moment = momentAfter(task);
      const heard = inboxToFacts(items, { history, task, moment });
      history.push(...heard.facts.map((fact) => stamped(fact, 0, moment.now)));
      task = heard.task ?? task;
    },
    settles(fact: Fact) {
      task = after(task, fact);
    },
  };
}
const EXPLAINED: Fact = { type: 'effect', name: 'explained', question_id: 1, comment_id: 9, url: 'u' };

describe('a yes with more words (REPLAN-5, GH-6, attack 6)', () => {
  it('changes the plan, and what else it says is weighed as a comment', () => {
    const story = hearing();
    story.hears(comment('Yes, and keep task_1', 6));
    expect(waitsFor(story.task)).toBeNull();
    expect(story.task.replanning.records.at(-1)).toMatchObject({ executed: true });
    expect(story.task.comments).toEqual([{ by: MIKA, text: 'Yes, and keep task_1' }]);
  });

  it('says nothing else when it is only a yes', () => {
    const story = hearing();
    story.hears(comment('Yes, go ahead and re-plan.', 6));
    expect(story.task.replanning.records.at(-1)).toMatchObject({ executed: true });
    expect(story.task.comments).toEqual([]);
  });
});

it('a no with more words keeps the plan, and what else it says is weighed as a comment (attack 6)', () => {
  const story = hearing();
  story.hears(comment('No, use Postgres instead', 6));
  expect(story.task.replanning.records.at(-1)).toMatchObject({ executed: false, override: 'refused_by_person' });
  expect(doing(story.task, 'execute').comments).toEqual([{ by: MIKA, text: 'No, use Postgres instead' }]);
});

describe('an answer that is neither yes nor no (REPLAN-5, GH-6, attack 6)', () => {
  it('is answered once, at once, with how to answer; the question waits as long as before', () => {
    const story = hearing();
    const due = blockingIn(story.task)?.due;
    expect(due?.overAt).not.toBeNull();
    expect(story.todo).not.toBe('explain_question');
    story.hears(comment('Hm, what would it change?', 6));
    expect(story.todo).toBe('explain_question');
    expect(next(story.task)).toMatchObject({ notBefore: null });
    story.hears(comment('And why?', 7));
    story.settles(EXPLAINED);
    expect(story.todo).not.toBe('explain_question');
    story.hears(comment('I see.', 8));
    expect(story.todo).not.toBe('explain_question');
    expect(blockingIn(story.task)?.due).toEqual(due);
    story.hears(comment('yes', 9));
    expect(story.task.replanning.records.at(-1)).toMatchObject({ executed: true });
  });

  it('may be edited into one, and needs no explanation when that comes first', () => {
    const story = hearing();
    story.hears(comment('Hm.', 6), edit('Yes, please re-plan.', 6, 1));
    expect(story.task.replanning.records.at(-1)).toMatchObject({ executed: true });
    const later = hearing();
    later.hears(comment('Hm.', 6));
    later.settles(EXPLAINED);
    later.hears(edit('no, but rename it', 6, 1));
    expect(later.task.replanning.records.at(-1)).toMatchObject({ override: 'refused_by_person' });
    expect(later.task.comments).toEqual([{ by: MIKA, text: 'no, but rename it' }]);
  });

  it('is no longer explained to when it is deleted after that', () => {
    const story = hearing();
    story.hears(comment('Hm.', 6));
    story.settles(EXPLAINED);
    story.hears(edit(null, 6, 1));
    expect(story.todo).not.toBe('explain_question');
    expect(waitsFor(story.task)).toBe('confirmation');
  });

  it('is answered in the language of the task, with what happened, why, and what to do next', () => {
    const question = blockingQuestion(asking());
    for (const [language, yes, no] of [
      ['en', '`yes`', '`no`'],
      ['ja', '「はい」', '「いいえ」'],
    ] as const) {
      const text = explanationComment(question as never, { taskId: 't', language });
      expect(carriesMarker(text, explanationMarker('t', 1))).toBe(true);
      expect(text).toContain(yes);
      expect(text).toContain(no);
    }
  });

  it('is posted once; a comment that GitHub refuses ends nothing, and an outage is waited out', async () => {
    const explaining = (trouble: Error | null) =>
      explainQuestion({
        effect: { kind: 'explain_question', questionId: 1 },
        key: 'k',
        task: asking(),
        tools: {
          redact: (text: string) => text,
          log: { warn: () => undefined },
          github: { ensureComment: async () => (trouble ? Promise.reject(trouble) : { id: 9, url: 'u' }) },
        } as unknown as Toolbox,
        signal: AbortSignal.abort(),
      });
    expect(await explaining(null)).toEqual([EXPLAINED]);
    expect(await explaining(new Fault('github_refused', 'Locked.', ''))).toMatchObject([
      { name: 'explained', comment_id: null },
    ]);
    await expect(explaining(new RetryLater('503', { of: 'github' }))).rejects.toMatchObject({ name: 'RetryLater' });
  });
});
