import { describe, expect, it } from '@jest/globals';
import { arrivals } from '../../src/drive/read-inbox.ts';
import { settle } from '../../src/task/settle.ts';
import { next } from '../../src/task/next.ts';
import { Fault } from '../../src/errors.ts';
import { postQuestion } from '../../src/effects/ask-people.ts';
import { actionDone, inPhase, planOf, prepared, recorded, saved, SETTINGS, stamped, subtask } from '../task/task-world.ts';
import { limitsOf } from '../replan/situations.ts';
import type { InboxItem } from '../../src/state/stored-inbox.ts';
import type { Fact, Recorded } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';
import type { Toolbox } from '../../src/effects/toolbox.ts';

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
const posted = (id: number, comment: number): Fact => ({ type: 'question', question_id: id, comment_id: comment, url: 'u', texts: [] });
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
  const history: Recorded[] = [...recorded(start, { settings: { planning: PLANNING } })];
  const fold = (): Task => history.reduce<Task | null>((task, fact) => settle(task, fact), null) as Task;
  const record = (...added: readonly Fact[]) =>
    added.forEach((fact) => history.push(stamped(fact, history.length + 1, Date.parse(history.at(-1)?.timestamp ?? '') + 1_000)));
  return {
    get task() {
      return fold();
    },
    get todo() {
      const todo = next(fold());
      return todo.kind === 'perform' ? todo.effect.kind : 'none';
    },
    record,
    hear: (...items: readonly InboxItem[]) => {
      const added = arrivals.facts(arrivals.due(items, fold()), history, fold());
      record(...added);
      return added;
    },
  };
}

describe('a question that does not block (PLAN-9)', () => {
  it('is asked at once in a comment of its own, and the work goes on without an answer', () => {
    const work = working(weighed([{ text: OPTIONAL, blocking: false }]));
    expect(work.todo).toBe('post_question');
    work.record(posted(1, 100));
    expect(inPhase(work.task, 'execute').questions).toMatchObject([{ kind: 'aside', texts: [OPTIONAL], commentId: 100, state: 'open' }]);
    expect(work.todo).toBe('ask_next_step');
    expect(work.task.replanning.counts).toMatchObject({ clarifications: 0, total: 0 });
  });

  it('is answered by the next comment, mention or not: what it says is weighed as an instruction', () => {
    const work = working(weighed([{ text: OPTIONAL, blocking: false }]), posted(1, 100));
    expect(work.hear(remark(101, 'A short one, please.'))).toMatchObject([
      { type: 'answer', name: 'given', question_id: 1, by: MIKA, settles: { 0: 'A short one, please.' } },
    ]);
    expect(inPhase(work.task, 'execute').comments.at(-1)).toEqual({
      by: MIKA,
      text: `Asked "${OPTIONAL}", @mika answered: A short one, please.`,
      answer: 'A short one, please.',
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
    expect(work.task.questions).toMatchObject([{ state: 'answered', answers: { 0: { text: 'short' }, 1: { text: 'no' } } }]);
    expect(work.task.comments.slice(1).map(({ text }) => text)).toEqual([
      'Asked "With a picture?", @mika answered: no',
      `Asked "${OPTIONAL}", @mika answered: short`,
    ]);
  });

  it('does not disturb what is in hand when it is answered: after a crash the same command is found again (PLAN-5)', () => {
    const work = working(weighed([{ text: OPTIONAL, blocking: false }]), posted(1, 100));
    work.record({ type: 'effect', name: 'started', effect: 'ask_next_step', key: 'k1' });
    work.hear(remark(101, 'short'));
    expect(work.task.inFlight).toEqual({ effect: 'ask_next_step', key: 'k1', starts: 1 });
  });

  it('holds back what is said while it is posted: a crash in between loses no answer (PLAN-5)', () => {
    const work = working(weighed([{ text: OPTIONAL, blocking: false }]));
    expect(arrivals.due([remark(101, 'short')], work.task)).toEqual([]);
    expect(arrivals.facts([remark(101, 'short')], [], work.task)).toEqual([]);
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
    expect(inPhase(work.task, 'wait').questions.find(({ id }) => id === 2)).toMatchObject({ kind: 'clarification', texts: [BLOCKING] });
    work.record(posted(2, 100));
    work.hear(remark(101, 'English'));
    expect(work.task.phase).toBe('execute');
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
    expect(work.task.phase).toBe('wait');
    expect(work.task.questions).toMatchObject([{ state: 'answered' }, { state: 'open' }]);
    work.hear(remark(112, 'English'));
    expect(inPhase(work.task, 'execute').comments.map(({ text }) => text)).toContain(`Asked "${OPTIONAL}", @mika answered: short`);
  });

  it('is asked even when the comment came with the last action, and its answer leads back to the work that was over', () => {
    const work = working(weighed([]), ...actionDone(0), saved('a'), ...actionDone(1), said('One more thing.'), saved('b'));
    expect(work.todo).toBe('ask_patch');
    work.record(weighed([{ text: OPTIONAL, blocking: false }]));
    expect(work.todo).toBe('post_question');
    work.record(posted(1, 100));
    expect(work.task.phase).toBe('verify');
    expect(work.hear(remark(101, 'short'))).toMatchObject([{ type: 'answer', question_id: 1 }]);
    expect([work.task.phase, work.todo]).toEqual(['execute', 'ask_patch']);
  });

  it('that GitHub refuses is left unasked; the work is not ended by it', async () => {
    const work = working(weighed([{ text: OPTIONAL, blocking: false }]));
    const performing = (error: Error) => ({
      effect: { kind: 'post_question' } as const,
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
    expect(facts).toMatchObject([{ type: 'answer', name: 'assumed', question_id: 1 }]);
    work.record(...facts);
    expect(work.todo).toBe('ask_next_step');
  });

  it('tells the model later what its change may collide with', () => {
    const work = working({ ...weighed([]), potential_conflicts: ['The note exists already.'] } as Fact);
    expect(work.task.replanning.notes).toEqual(['The change that a comment asked for may collide: The note exists already.']);
  });
});
