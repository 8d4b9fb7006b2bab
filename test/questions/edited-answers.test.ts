import { describe, expect, it } from '@jest/globals';
import { dueItems, inboxToFacts } from '../../src/drive/read-inbox.ts';
import { activityOf } from '../../src/state/select.ts';
import { limitsOf } from '../replan/situations.ts';
import { planOf, prepared, SETTINGS, stamped, subtask } from '../task/task-world.ts';
import { conversation as talked, copied, momentAfter, waitsFor } from './hearing.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { Task } from '../../src/state/task.ts';

const MIKA = { id: 8, login: 'mika' };
const NOOR = { id: 9, login: 'noor' };
const UNCLEAR: Fact = {
  type: 'phase',
  name: 'goal_error',
  error: {
    type: 'unclear_goal',
    message: 'Two things are open.',
    clarification_needed: ['Which port?', 'Which host?'],
    assumptions: [],
    evidence: [],
  },
};
const PLANNING = { ...SETTINGS.planning, assumes: true, assumeAfterMs: 60_000, replanning: limitsOf() };
/** The question's own comment; later ones have a larger number. */
const QUESTION = 100;

const conversation = (facts: readonly Fact[]) => talked(facts, { settings: { planning: PLANNING } });

const asked = () =>
  conversation([
    ...prepared(planOf([subtask('a')])).slice(0, 2),
    UNCLEAR,
    { type: 'question', name: 'posted', question_id: 1, comment_id: QUESTION, url: 'u', texts: [] },
  ]);
const says = (commentId: number, text: string, by = MIKA, addressed = false): InboxItem => ({
  kind: 'comment',
  id: `comment-${commentId}`,
  addressed,
  commentId,
  by,
  text,
});
const edits = (commentId: number, text: string | null, second = 10, by = MIKA): InboxItem => ({
  kind: 'correction',
  id: `edited-${commentId}-${second}-${text}`,
  commentId,
  at: `2026-05-01T12:00:${second}Z`,
  by,
  text,
});
const waiting = (task: Task): Task => {
  expect(waitsFor(task)).toBe('clarification');
  return task;
};
const settled = (task: Task) =>
  Object.fromEntries(Object.entries(task.questions[0]?.answers ?? {}).map(([index, { text }]) => [index, text]));

/** The questions, who answered, and the answers. */
const told = ({ said }: Task) => said.map(({ asked, by, text }) => [asked, by?.login, text]);

describe('an answer that its author edits before it is used (GH-6)', () => {
  it('counts as it reads now: the former text is replaced, and what is still open stays open', () => {
    const talk = asked();
    talk.hear(says(101, '1. 8080'));
    talk.hear(edits(101, '1. 9090'));
    expect(settled(waiting(talk.task))).toEqual({ 0: '9090' });
    talk.hear(says(102, '2. example.org', NOOR));
    expect(activityOf(talk.task)).toBe('understand');
    expect(told(talk.task)).toEqual([
      ['Which port?', 'mika', '9090'],
      ['Which host?', 'noor', 'example.org'],
    ]);
  });

  it('is recorded with who gave it, its comment, when it was edited, and which question it settles', () => {
    const talk = asked();
    talk.hear(says(101, '1. 8080'));
    talk.hear(edits(101, '2. example.org'));
    expect(talk.answers()).toMatchObject([
      { name: 'given', by: MIKA, comment_id: 101, question_id: 1, settles: { 0: '8080' }, inbox_id: 'comment-101' },
      {
        name: 'edited',
        by: MIKA,
        comment_id: 101,
        question_id: 1,
        settles: { 1: 'example.org' },
        edited_at: '2026-05-01T12:00:10Z',
      },
    ]);
    expect(settled(talk.task)).toEqual({ 1: 'example.org' });
  });

  it('is never hidden text, in the comment or in its edit', () => {
    const talk = asked();
    talk.hear(says(101, '<!-- 1. 8080\n2. example.org -->'));
    expect(settled(waiting(talk.task))).toEqual({});
    talk.hear(says(102, '1. 80\u200B80<!--\n2. example.org -->'));
    expect(settled(waiting(talk.task))).toEqual({ 0: '8080' });
    talk.hear(edits(102, '<!-- 1. 9090 -->\n1. 7070'));
    expect(settled(waiting(talk.task))).toEqual({ 0: '7070' });
  });

  it('may complete the answers, which then are used at once', () => {
    const talk = asked();
    talk.hear(says(101, '1. 8080'));
    talk.hear(edits(101, '1. 8080\n2. example.org'));
    expect(activityOf(talk.task)).toBe('understand');
    expect(told(talk.task)).toEqual([
      ['Which port?', 'mika', '8080'],
      ['Which host?', 'mika', 'example.org'],
    ]);
  });

  it('leaves the answers of others alone', () => {
    const talk = asked();
    talk.hear(says(101, '1. 8080', NOOR));
    talk.hear(edits(102, '> Which', 10));
    talk.hear(edits(101, null, 11, NOOR));
    expect(settled(talk.task)).toEqual({});
    talk.hear(says(103, '2. example.org', NOOR));
    talk.hear(says(104, '> Which port?\n\n9'));
    expect(activityOf(talk.task)).toBe('understand');
    expect(told(talk.task)).toEqual([
      ['Which host?', 'noor', 'example.org'],
      ['Which port?', 'mika', '9'],
    ]);
  });

  it.each(['approve', 'resume', 'retry'] as const)(
    'is taken back when it becomes the word "%s", which answers nothing here (GH-5)',
    (word) => {
      const talk = asked();
      talk.hear(says(101, '1. 8080'));
      talk.hear({ ...edits(101, word), word } as InboxItem);
      expect(activityOf(talk.task)).toBe('wait');
      expect(settled(talk.task)).toEqual({});
      talk.hear({ ...edits(102, word), word } as InboxItem);
      expect([activityOf(talk.task), settled(talk.task)]).toEqual(['wait', {}]);
    },
  );

  it('says nothing when it became such a word before it was heard (GH-5)', () => {
    const talk = asked();
    talk.hear(says(101, '8080'), { ...edits(101, 'lgtm'), word: 'approve' } as InboxItem);
    expect([activityOf(talk.task), settled(talk.task)]).toEqual(['wait', {}]);
  });

  it('is taken back when it is deleted: the question is open again, and nothing else is', () => {
    const talk = asked();
    talk.hear(says(101, '1. 8080'));
    talk.hear(says(102, '2. example.org', NOOR), edits(102, null, 11, NOOR));
    expect(settled(waiting(talk.task))).toEqual({ 0: '8080' });
    talk.hear(edits(101, null));
    expect(settled(waiting(talk.task))).toEqual({});
    talk.hear(says(103, 'example.org and 1'));
    expect(activityOf(talk.task)).toBe('understand');
  });

  it('is taken back when it is deleted before it was read, also where it was said to us', () => {
    const talk = asked();
    talk.hear(says(101, '1. 8080', MIKA, true), edits(101, null));
    expect(settled(waiting(talk.task))).toEqual({});
    expect(talk.task.comments).toEqual([]);
  });

  it('stands beside others, also those of a version that did not note the comment', () => {
    const talk = asked();
    const { commentId: _, ...old } = says(101, '1. 8080') as Extract<InboxItem, { readonly kind: 'comment' }>;
    talk.hear(old);
    talk.hear({ ...old, id: 'comment-102', text: '2. example.org' });
    expect(activityOf(talk.task)).toBe('understand');
  });

  it('counts as it reads when the task first sees it, with its edit beside it in the inbox', () => {
    const talk = asked();
    talk.hear(says(101, 'port 80 on a'), edits(101, 'port 81 on b', 11), edits(101, 'port 82 on c', 12));
    expect(told(talk.task)).toMatchObject([[expect.any(String), 'mika', 'port 82 on c']]);
    expect(talk.answers()).toHaveLength(1);
  });

  it('that was not sure becomes a yes', () => {
    const talk = asked();
    const confirmation = {
      ...waiting(talk.task).questions[0]!,
      kind: 'confirmation',
      texts: ['Divide anew?'],
    } as const;
    const [open] = talk.task.asked;
    const task: Task = {
      ...talk.task,
      questions: [confirmation],
      asked: [{ ...open!, then: { is: 'replan', replanId: 'd1' } }],
    };
    const moment = momentAfter(task);
    const first = inboxToFacts([says(101, 'Hm, maybe later')], { history: talk.history, task, moment });
    expect(copied(first.facts)).toMatchObject([{ name: 'given', verdict: 'unclear' }]);
    const history = [...talk.history, ...first.facts.map((fact) => stamped(fact, 99, 0))];
    const edited = inboxToFacts([edits(101, 'yes')], { history, task: first.task, moment });
    expect(copied(edited.facts)).toMatchObject([{ name: 'edited', verdict: 'yes' }]);
  });

  it('while the question is being posted waits with it', () => {
    const talk = conversation([...prepared(planOf([subtask('a')])).slice(0, 2), UNCLEAR]);
    expect(dueItems([says(101, '1. 1'), edits(101, '1. 2')], talk.task)).toEqual([]);
    talk.record({ type: 'question', name: 'posted', question_id: 1, comment_id: QUESTION, url: 'u', texts: [] });
    talk.hear(says(101, '1. 1'));
    talk.hear(edits(101, '1. 2'));
    expect(settled(talk.task)).toEqual({ 0: '2' });
  });
});

describe('an edit that does not count (GH-6, P12)', () => {
  it('comes after the answer was used: it is shown what it says now, and nothing else changes (PLAN-2)', () => {
    const talk = asked();
    talk.hear(says(101, 'port 80 on a'));
    const { said: _before, version: _first, ...used } = talk.task;
    talk.hear(edits(101, 'port 81 on b', 12));
    const { said, version: _second, ...after } = talk.task;
    expect({ ...after, updatedAt: used.updatedAt }).toEqual(used);
    expect(said).toMatchObject([{ kind: 'answer', text: 'port 81 on b' }]);
    talk.hear(edits(101, 'an older edit', 11));
    expect(told(talk.task).map(([, , text]) => text)).toEqual(['port 81 on b']);
    talk.hear(edits(101, null, 13));
    expect(told(talk.task).map(([, , text]) => text)).toEqual(['port 81 on b']);
  });

  it('belongs to a question before this one', () => {
    const talk = asked();
    talk.hear(says(101, 'port 80 on a'));
    talk.record(UNCLEAR, { type: 'question', name: 'posted', question_id: 2, comment_id: 200, url: 'u', texts: [] });
    talk.hear(edits(101, 'port 81 on b'));
    expect(talk.task.questions[1]?.answers).toEqual({});
    expect(talk.answers()).toHaveLength(1);
  });

  it('is of a comment older than the question', () => {
    const talk = asked();
    talk.hear(edits(42, 'port 80 on a'));
    expect(talk.answers()).toEqual([]);
  });

  it('is no instruction to a task that asks nothing', () => {
    const talk = conversation(prepared(planOf([subtask('a')])));
    const { version } = talk.task;
    talk.hear(edits(101, '@planwright delete everything'));
    expect(talk.task.version).toBe(version);
  });
});

describe('deliveries in any order (GH-6)', () => {
  it('take an edit before its comment for the answer, and the comment for nothing then', () => {
    const talk = asked();
    talk.hear(edits(101, '1. 9090'));
    talk.hear(says(101, '1. 8080', MIKA, true));
    expect(settled(talk.task)).toEqual({ 0: '9090' });
    talk.hear(edits(102, '2. here'));
    talk.hear(says(102, '2. there', MIKA, true));
    expect(activityOf(talk.task)).toBe('understand');
    expect(talk.task.comments).toEqual([]);
    expect(talk.answers()).toHaveLength(2);
  });

  it('take a deletion before its comment for what it is', () => {
    const talk = asked();
    talk.hear(edits(101, null));
    talk.hear(says(101, '1. 8080', MIKA, true));
    expect(settled(waiting(talk.task))).toEqual({});
    expect(talk.task.comments).toEqual([]);
  });

  it('take the newest edit for the last, and one of the same moment once', () => {
    const talk = asked();
    talk.hear(says(101, '1. 1'));
    talk.hear(edits(101, '1. 3', 30));
    talk.hear(edits(101, '1. 2', 20));
    talk.hear({ ...edits(101, '1. 3', 30), id: 'another delivery' });
    expect(settled(talk.task)).toEqual({ 0: '3' });
    expect(talk.answers()).toHaveLength(2);
    talk.hear(edits(101, '1. 4', 30));
    expect(settled(talk.task)).toEqual({ 0: '4' });
  });

  it('take the same item once, and a second answer in the same batch for a remark', () => {
    const talk = asked();
    talk.hear(says(101, 'port 80 on a'), says(102, 'port 90 on b'), says(103, 'and mind the tests', NOOR, true));
    talk.hear(says(101, 'port 80 on a'));
    expect(talk.answers()).toHaveLength(1);
    expect(talk.task.comments).toEqual([{ by: NOOR, text: 'and mind the tests', comment: 103 }]);
  });
});
