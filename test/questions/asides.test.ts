import { describe, expect, it } from '@jest/globals';
import { dueItems, inboxToFacts } from '../../src/drive/read-inbox.ts';
import { Fault } from '../../src/errors.ts';
import { postQuestion } from '../../src/effects/ask-people.ts';
import { activityOf } from '../../src/state/select.ts';
import { limitsOf } from '../replan/situations.ts';
import { actionDone, doing, kindOf, planOf, prepared, saved, SETTINGS, subtask } from '../task/task-world.ts';
import { conversation, momentAfter, waitsFor } from './hearing.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

const MIKA = { id: 8, login: 'mika' };
const PLANNING = {
  ...SETTINGS.planning,
  assumes: true,
  assumeAfterMs: 60_000,
  replanning: limitsOf({ enabled: false }),
};
const OPTIONAL = 'Shall the note be long?';
const BLOCKING = 'In which language?';

const said = (text: string): Fact => ({ type: 'control', name: 'comment', by: MIKA, text });
const weighed = (questions: readonly { readonly text: string; readonly blocking: boolean }[]): Fact => ({
  type: 'control',
  name: 'comment_weighed',
  understanding: 'A note is wanted.',
  problems: [],
  questions,
});
const posted = (id: number, comment: number): Fact => ({
  type: 'question',
  name: 'posted',
  question_id: id,
  comment_id: comment,
  url: 'u',
  texts: [],
});
const remark = (commentId: number, text: string, addressed = false): InboxItem => ({
  kind: 'comment',
  id: `comment-${commentId}`,
  addressed,
  commentId,
  by: MIKA,
  text,
});

const failing = (error: Error) => async () => {
  throw error;
};

function working(...facts: readonly Fact[]) {
  const start = [...prepared(planOf([subtask('a'), subtask('b')])), said('Write a note as well.'), ...facts];
  const talk = conversation(start, { settings: { planning: PLANNING } });
  const { record, hear, history } = talk;
  return {
    record,
    hear,
    history,
    get task() {
      return talk.task;
    },
    get todo() {
      return kindOf(talk.task) ?? 'none';
    },
  };
}

describe('a question that does not block (PLAN-9)', () => {
  it('is asked at once in a comment of its own, and the work goes on without an answer', () => {
    const work = working(weighed([{ text: OPTIONAL, blocking: false }]));
    expect(work.todo).toBe('post_question');
    work.record(posted(1, 100));
    expect(doing(work.task, 'execute').questions).toMatchObject([
      { kind: 'aside', texts: [OPTIONAL], commentId: 100, state: 'open' },
    ]);
    expect(work.todo).toBe('ask_next_step');
    expect(work.task.replanning.counts).toMatchObject({ clarifications: 0, total: 0 });
  });

  it('is answered by the next comment, mention or not: what it says is weighed as an instruction', () => {
    const work = working(weighed([{ text: OPTIONAL, blocking: false }]), posted(1, 100));
    expect(work.hear(remark(101, 'A short one, please.'))).toMatchObject([
      { type: 'answer', name: 'given', question_id: 1, by: MIKA, settles: { 0: 'A short one, please.' } },
    ]);
    expect(doing(work.task, 'execute').comments.at(-1)).toEqual({
      by: MIKA,
      text: `Asked "${OPTIONAL}", @mika answered: A short one, please.`,
      answer: 'A short one, please.',
      about: 0,
    });
    expect(work.task.questions).toMatchObject([{ state: 'answered' }]);
    expect(work.todo).toBe('ask_patch');
    work.record(weighed([]));
    expect(work.hear(remark(102, 'Nice weather.'))).toEqual([]);
  });

  it('stays open for what was left out, and no answer of it is taken twice', () => {
    const work = working(
      weighed([
        { text: OPTIONAL, blocking: false },
        { text: 'With a picture?', blocking: false },
      ]),
      posted(1, 100),
    );
    work.hear(remark(101, '2. no'));
    expect(work.task.questions).toMatchObject([{ state: 'open', answers: { 1: { text: 'no' } } }]);
    work.hear(remark(102, 'short'));
    expect(work.task.questions).toMatchObject([
      { state: 'answered', answers: { 0: { text: 'short' }, 1: { text: 'no' } } },
    ]);
    expect(work.task.comments.slice(1).map(({ text }) => text)).toEqual([
      'Asked "With a picture?", @mika answered: no',
      `Asked "${OPTIONAL}", @mika answered: short`,
    ]);
  });

  it('was used with the answer that was handed on: its edit later is told, and answers nothing anew (GH-6)', () => {
    const work = working(
      weighed([
        { text: OPTIONAL, blocking: false },
        { text: 'With a picture?', blocking: false },
      ]),
      posted(1, 100),
    );
    work.hear(remark(101, '2. no'));
    const at = '2026-05-01T12:00:01Z';
    const heard = work.hear({ kind: 'correction', id: 'e1', commentId: 101, at, by: MIKA, text: '2. yes' });
    expect(heard.filter(({ type }) => type === 'answer')).toEqual([]);
    expect(work.task.questions).toMatchObject([{ state: 'open', answers: { 1: { text: 'no' } } }]);
  });

  it('does not disturb what is in hand when it is answered: after a crash the same command is found again (PLAN-5)', () => {
    const work = working(weighed([{ text: OPTIONAL, blocking: false }]), posted(1, 100));
    const [answer] = actionDone(0);
    const tool = { toolUseId: 'use-0', tool: 'run_command' };
    work.record(answer!, { type: 'effect', name: 'started', effect: 'use_tool', with: tool, key: 'k1' });
    work.hear(remark(101, 'short'));
    expect(work.task.inFlight).toEqual({ effect: { kind: 'use_tool', ...tool }, key: 'k1', starts: 1 });
    expect(work.todo).toBe('use_tool');
  });

  it('comes before a call of the model in hand when it is answered: that one is left, and begun anew afterwards (PLAN-5)', () => {
    const work = working(weighed([{ text: OPTIONAL, blocking: false }]), posted(1, 100));
    work.record({ type: 'effect', name: 'started', effect: 'ask_next_step', key: 'k1' });
    work.hear(remark(101, 'short'));
    expect([work.task.inFlight, work.todo]).toEqual([null, 'ask_patch']);
    expect(work.history).toContainEqual(expect.objectContaining({ type: 'effect', name: 'superseded', key: 'k1' }));
    work.record(weighed([]));
    expect(work.todo).toBe('ask_next_step');
  });

  it('holds back what is said while it is posted: a crash in between loses no answer (PLAN-5)', () => {
    const work = working(weighed([{ text: OPTIONAL, blocking: false }]));
    const { task } = work;
    expect(dueItems([remark(101, 'short')], task)).toEqual([]);
    expect(inboxToFacts([remark(101, 'short')], { history: [], task, moment: momentAfter(task) }).facts).toEqual([]);
    work.record(posted(1, 100));
    expect(work.hear(remark(101, 'short'))).toHaveLength(1);
  });

  it('that is answered hears no more, not even the same again', () => {
    const work = working(weighed([{ text: OPTIONAL, blocking: false }]), posted(1, 100));
    const [fact] = work.hear(remark(101, 'short'));
    const { comments } = work.task;
    if (fact) work.record(fact);
    expect(work.task.comments).toEqual(comments);
  });

  it('beside one that blocks: that one is waited for first, the other is asked afterwards', () => {
    const work = working(
      weighed([
        { text: BLOCKING, blocking: true },
        { text: OPTIONAL, blocking: false },
      ]),
    );
    expect(waitsFor(work.task)).toBe('clarification');
    expect(work.task.questions.find(({ id }) => id === 2)).toMatchObject({ kind: 'clarification', texts: [BLOCKING] });
    work.record(posted(2, 100));
    work.hear(remark(101, 'English'));
    expect(activityOf(work.task)).toBe('execute');
    expect(work.todo).toBe('post_question');
  });

  it('is the one that is answered when it is quoted, even while another is waited for', () => {
    const work = working(
      weighed([{ text: OPTIONAL, blocking: false }]),
      posted(1, 100),
      said('And a picture.'),
      weighed([{ text: BLOCKING, blocking: true }]),
      posted(2, 110),
    );
    work.hear(remark(111, `> ${OPTIONAL}\n\nshort`));
    expect(waitsFor(work.task)).toBe('clarification');
    expect(work.task.questions).toMatchObject([{ state: 'answered' }, { state: 'open' }]);
    work.hear(remark(112, 'English'));
    expect(doing(work.task, 'execute').comments.map(({ text }) => text)).toContain(
      `Asked "${OPTIONAL}", @mika answered: short`,
    );
  });

  it('is asked even when the comment came with the last action, and its answer leads back to the work that was over', () => {
    const work = working(
      weighed([]),
      ...actionDone(0),
      saved('a'),
      ...actionDone(1),
      said('One more thing.'),
      saved('b'),
    );
    expect(work.todo).toBe('ask_patch');
    work.record(weighed([{ text: OPTIONAL, blocking: false }]));
    expect(work.todo).toBe('post_question');
    work.record(posted(1, 100));
    expect(activityOf(work.task)).toBe('verify');
    expect(work.hear(remark(101, 'short'))).toMatchObject([{ type: 'answer', question_id: 1 }]);
    expect([activityOf(work.task), work.todo]).toEqual(['execute', 'ask_patch']);
  });

  it('that GitHub refuses is left unasked; the work is not ended by it', async () => {
    const work = working(weighed([{ text: OPTIONAL, blocking: false }]));
    const performing = (error: Error) => ({
      effect: { kind: 'post_question', questionId: 1 } as const,
      key: 'k',
      task: work.task,
      tools: {
        github: { ensureComment: failing(error) },
        redact: (text: string) => text,
        log: { warn: () => undefined },
      } as unknown as Toolbox,
      signal: new AbortController().signal,
    });
    await expect(postQuestion(performing(new Error('not ours')))).rejects.toThrow('not ours');
    const facts = await postQuestion(performing(new Fault('github_refused', 'Locked.', 'Unlock it.')));
    expect(facts).toEqual([{ type: 'question', name: 'not_posted', question_id: 1 }]);
    work.record(...facts);
    expect(work.history.filter(({ type }) => type === 'answer')).toMatchObject([{ name: 'assumed', question_id: 1 }]);
    expect(work.task).toMatchObject({ questions: [{ state: 'assumed' }], asked: [] });
    expect(work.todo).toBe('ask_next_step');
  });

  it('tells the model later what its change may collide with', () => {
    const work = working({ ...weighed([]), potential_conflicts: ['The note exists already.'] } as Fact);
    expect(work.task.replanning.notes).toEqual([
      'The change that a comment asked for may collide: The note exists already.',
    ]);
  });
});
