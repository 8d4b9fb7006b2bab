import { describe, expect, it } from '@jest/globals';
import { noteTimeOver } from '../../src/effects/ask-people.ts';
import { useTool } from '../../src/effects/use-tool.ts';
import { next } from '../../src/flow/next.ts';
import { GIVE_UP_AFTER_MS } from '../../src/flow/waiting.ts';
import { assumedText } from '../../src/comments/open-questions.ts';
import { questionComment } from '../../src/comments/question-comment.ts';
import { activityOf, blockingIn, blockingQuestion, reportOf } from '../../src/state/select.ts';
import { judgement, limitsOf } from '../replan/situations.ts';
import { after, decidedAfter, planOf, prepared, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import { waitsFor } from './hearing.ts';
import type { ReplanDecision } from '../../src/state/judgements.ts';
import type { PlanningSettings, TaskSettings } from '../../src/state/request.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Asked, Question } from '../../src/state/question.ts';
import type { Task } from '../../src/state/task.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

const PLAN = planOf([subtask('a'), subtask('b')]);
const MIKA = { id: 8, login: 'mika' };
const ASKS_NOBODY = { clarifications: 0, questionsInWork: 0, enabled: false };
const SECRET = 'Which password does the job use?';

function settings(planning: Partial<PlanningSettings> = {}, limits: object = ASKS_NOBODY): Partial<TaskSettings> {
  const replanning = { ...limitsOf(), ...limits };
  return { planning: { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning, ...planning } };
}
const said: Fact = { type: 'control', name: 'comment', by: MIKA, text: 'Write a note as well.' };
const weighed = (...texts: readonly string[]): Fact => ({
  type: 'control',
  name: 'comment_weighed',
  understanding: 'A note is wanted.',
  problems: [],
  questions: texts.map((text) => ({ text, blocking: true })),
});
/** The question that is waited for, and the wait. */
function waiting(task: Task): Asked & { readonly question: Question } {
  const asked = blockingIn(task);
  const question = blockingQuestion(task);
  if (asked === null || question === null) throw new Error('Nothing is waited for.');
  return { ...asked, question };
}
const posted = (task: Task): Task => {
  const { questionId } = waiting(task);
  return after(task, { type: 'question', name: 'posted', question_id: questionId, comment_id: 5, url: 'u', texts: [] });
};
const working = (options: Partial<TaskSettings>, ...facts: readonly Fact[]) =>
  taskAfter([...prepared(PLAN), said, ...facts], { settings: options });

/** The model uses the tool that asks people: the result, and what follows. */
async function askedByModel(
  task: Task,
  input: object,
): Promise<{ readonly task: Task; readonly facts: readonly Fact[] }> {
  const content = [{ type: 'tool_use', id: 'u', name: 'ask_human', input }] as const;
  const working = after(task, { type: 'action', name: 'answer', action: 0, content, stop_reason: 'tool_use' });
  const outcome = await useTool({
    effect: { kind: 'use_tool', toolUseId: 'u', tool: 'ask_human' },
    key: 'k',
    task: working,
    tools: { clock: { now: () => 0 } } as Toolbox,
    signal: new AbortController().signal,
  });
  expect(outcome).toMatchObject([{ type: 'action', name: 'asked' }]);
  return { task: after(working, ...outcome), facts: decidedAfter(working, ...outcome) };
}

describe('a blocking question about a comment, when people were asked as often as allowed (PLAN-9, REPLAN-5)', () => {
  it('is said to be assumed, to people and to the model, and the work goes on', () => {
    const task = working(settings(), weighed('In which language?', 'How long?'));
    expect(activityOf(task)).toBe('execute');
    expect(assumedText(task)).toContain(
      'as many questions as I may, so I use my best judgement here: In which language?',
    );
    expect(assumedText(task)).toContain('How long?');
    expect(task.said.at(-1)).toMatchObject({ kind: 'assumption', asked: 'In which language? How long?' });
    const ja = working({ ...settings(), language: 'ja' }, weighed('どの言語ですか。'));
    expect(assumedText(ja)).toContain('最も妥当と思われる解釈で進めます: どの言語ですか。');
  });

  it('waits for a person where nothing is to be assumed', () => {
    const task = working(settings({ assumes: false }), weighed('In which language?'));
    expect(waitsFor(task)).toBe('intervention');
    expect(task.questions).toMatchObject([{ texts: ['In which language?'] }]);
  });

  it('waits for a person where it is about what is never assumed (PLAN-2)', () => {
    expect(waitsFor(working(settings(), weighed(SECRET)))).toBe('intervention');
  });
});

describe('what is never assumed, always asked (PLAN-2)', () => {
  const unclear = (text: string): Fact => ({
    type: 'phase',
    name: 'goal_error',
    error: {
      type: 'unclear_goal',
      message: 'Unclear.',
      clarification_needed: [text],
      assumptions: ['As before'],
      evidence: [],
    },
  });
  const asked = (text: string, options: Partial<TaskSettings>) =>
    posted(after(taskAfter(prepared(PLAN).slice(0, 2), { settings: options }), unclear(text)));
  const may = { clarifications: 2, enabled: true };

  it('waits for an answer, is reminded of, ends without one, and says why; anything else is assumed in its time', async () => {
    const task = asked(SECRET, settings({}, may));
    const { question, due, since } = waiting(task);
    expect(question).toMatchObject({ neverAssumed: true, needsPerson: true });
    expect((due.overAt ?? 0) - since).toBe(GIVE_UP_AFTER_MS);
    expect(next(task)).toMatchObject({ kind: 'perform', effect: { kind: 'remind' } });
    const todo = next(task);
    expect(todo.kind === 'perform' ? todo.notBefore : 0).toBeGreaterThan(since + 60_000);
    const over = await noteTimeOver({
      effect: { kind: 'note_time_over' },
      key: 'k',
      task,
      tools: {} as Toolbox,
      signal: new AbortController().signal,
    });
    expect(over).toEqual([{ type: 'effect', name: 'time_over' }]);
    expect(reportOf(after(task, ...over))?.ending).toMatchObject({
      status: 'stopped',
      reason: 'withdrawn',
      detail: 'unanswered',
    });
    for (const [language, why] of [
      ['en', "I don't decide it myself"],
      ['ja', '私の判断では決めません'],
    ] as const)
      expect(questionComment(question, { taskId: task.id, language, requester: MIKA, timeoutMinutes: null })).toContain(
        why,
      );
    const other = waiting(asked('Which prices?', settings({}, may)));
    expect((other.due.overAt ?? 0) - other.since).toBe(60_000);
  });

  it('is asked also when people were asked as often as allowed', async () => {
    const task = asked(SECRET, settings());
    expect(waitsFor(task)).toBe('intervention');
    expect(task.questions).toMatchObject([{ texts: [SECRET] }]);
    const tool = (question: string) => askedByModel(working(settings()), { question, assumptions: [] });
    const secret = await tool(SECRET);
    expect(secret.facts).not.toContainEqual(expect.objectContaining({ type: 'tool' }));
    expect(waitsFor(secret.task)).toBe('clarification');
    const { facts } = await tool('Which prices?');
    expect(facts).toContainEqual(expect.objectContaining({ type: 'tool', ok: false }));
    expect(facts).not.toContainEqual(expect.objectContaining({ type: 'question', name: 'asked' }));
  });
});

describe('a question of the model to people, when they were asked as often as allowed (REPLAN-5, attack 11)', () => {
  it('is not asked: people and the model are told what is assumed', async () => {
    const input = { question: 'Which prices?', context: 'Two lists.', assumptions: ['The net prices.'] };
    const { task: told, facts } = await askedByModel(working(settings(), weighed()), input);
    expect(facts).toContainEqual(
      expect.objectContaining({
        type: 'tool',
        tool_use_id: 'u',
        ok: false,
        text: expect.stringContaining('The net prices.'),
      }),
    );
    expect(told.work?.conversation.at(-1)).toMatchObject({
      kind: 'results',
      results: [{ tool_use_id: 'u', is_error: true, content: expect.stringContaining('The net prices.') }],
    });
    expect(activityOf(told)).toBe('execute');
    expect(assumedText(told)).toContain('- The net prices.');
    expect(told.questions).toMatchObject([{ texts: ['Which prices?'], state: 'assumed' }]);
  });

  it('is named where the model says nothing to assume, in the language of the task', async () => {
    for (const [language, words] of [
      ['en', 'so I use my best judgement here: Which prices?'],
      ['ja', '最も妥当と思われる解釈で進めます: Which prices?'],
    ] as const) {
      const task = working({ ...settings(), language }, weighed());
      const { task: told } = await askedByModel(task, { question: 'Which prices?', assumptions: [] });
      expect(assumedText(told)).toContain(words);
    }
  });

  it('is asked all the same where nothing may be assumed', async () => {
    const task = working(settings({ assumes: false }), weighed());
    const input = { question: 'Which prices?', assumptions: ['The net prices.'] };
    const { task: asking, facts } = await askedByModel(task, input);
    expect(facts).not.toContainEqual(expect.objectContaining({ type: 'tool' }));
    expect(waitsFor(asking)).toBe('clarification');
    expect(waiting(asking).question).toMatchObject({ texts: ['Which prices?'], needsPerson: true });
  });
});

describe('what is said to be assumed (REPLAN-6, attack 18)', () => {
  const once = (language: 'en' | 'ja') => {
    const task = working({ ...settings(), language }, weighed('In which language?'));
    return { ...task, questions: [...task.questions, ...task.questions] };
  };

  it('is said once, however often it was assumed', () => {
    expect(assumedText(once('en')).match(/In which language/g)).toHaveLength(1);
  });

  it('is what a task goes on with only as long as it goes on', () => {
    expect(assumedText(once('en'))).toContain('I am working with these assumptions');
    expect(assumedText(once('ja'))).toContain('次の前提で進めています');
    const over = (task: Task, is: 'report' | 'ended'): Task => {
      const ending = after(task, { type: 'control', name: 'stop', by: 'mika', reason: 'mika' });
      const report = reportOf(ending);
      return report === null ? ending : { ...ending, stage: { ...report, is } };
    };
    for (const is of ['report', 'ended'] as const) {
      expect(activityOf(over(once('en'), is))).toBe(is);
      expect(assumedText(over(once('en'), is))).toMatch(
        /^\*\*What I assumed, as nobody had decided otherwise\*\*:\n- /,
      );
      expect(assumedText(over(once('ja'), is))).not.toContain('進めます**');
    }
  });
});

describe('a question that comes with a judgement that the plan will do (REPLAN-1 clarification_questions)', () => {
  const judging = (limits: object, text = 'Which shop?', more: Partial<ReplanDecision> = {}) => {
    const [, , goal, division] = prepared(PLAN) as readonly [Fact, Fact, Fact, Fact];
    const fine = { replan_needed: false, confidence: 0.9, reasoning: 'Fine.' };
    const decided = (
      task: Task,
      point: 'goal_understanding' | 'task_decomposition',
      fields: Parameters<typeof judgement>[2],
    ) => after(task, judgement(task, point, { ...fine, ...fields }));
    const options = settings({}, { enabled: true, ...limits });
    const understood = after(taskAfter(prepared(PLAN).slice(0, 2), { settings: options }), goal);
    const asks = { clarification_needed: true, clarification_questions: [text], ...more };
    const asked = decided(after(decided(understood, 'goal_understanding', {}), division), 'task_decomposition', asks);
    return { asked, again: (task: Task) => decided(task, 'task_decomposition', asks) };
  };
  const answer = (task: Task): Task => {
    const given = {
      type: 'answer',
      name: 'given',
      question_id: 1,
      by: MIKA,
      text: 'The first.',
      settles: { 0: 'The first.' },
      verdict: null,
    } as const;
    return after(posted(task), given);
  };

  it('is asked, waited for, and asked once', () => {
    const { asked, again } = judging({ clarifications: 2 });
    expect(waitsFor(asked)).toBe('clarification');
    expect(asked.questions).toMatchObject([{ texts: ['Which shop?'] }]);
    expect(asked.replanning.counts.clarifications).toBe(1);
    expect(activityOf(answer(asked))).toBe('decompose');
    expect(answer(asked).said.at(-1)).toMatchObject({ kind: 'answer', text: 'The first.' });
    expect(activityOf(again(answer(asked)))).toBe('sequence');
  });

  it('is said to be assumed when people were asked as often as allowed, unless only a person decides it', () => {
    const { asked } = judging({ clarifications: 0 });
    expect(activityOf(asked)).toBe('sequence');
    expect(assumedText(asked)).toContain('Which shop?');
    expect(waitsFor(judging({ clarifications: 0 }, SECRET).asked)).toBe('intervention');
  });

  it('waits for a person, whatever its words, where the judgement says that it must be answered (REPLAN-1)', () => {
    const must = { must_be_answered: true };
    for (const limits of [{ clarifications: 0 }, { clarifications: 2 }])
      expect(waitsFor(judging(limits, 'Which shop?', must).asked)).toBe('intervention');
    const wish = { ...must, replan_needed: true, replan_type: 'task_redecomposition' as const };
    const asked = waiting(posted(judging({ clarifications: 2 }, 'Which shop?', wish).asked));
    expect(asked.question).toMatchObject({ kind: 'clarification', neverAssumed: true, needsPerson: true });
    expect((asked.due.overAt ?? 0) - asked.since).toBe(GIVE_UP_AFTER_MS);
    const limit = judging({ clarifications: 0 }, 'Which shop?', wish);
    expect(waitsFor(limit.again(limit.asked))).toBe('intervention');
  });
});

describe('what the model goes by without having asked (REPLAN-1 assumptions_to_make)', () => {
  const judged = (assumptions: readonly string[], before?: Task) => {
    const [, , goal] = prepared(PLAN) as readonly [Fact, Fact, Fact];
    const options = settings({}, { enabled: true });
    const task = before ?? after(taskAfter(prepared(PLAN).slice(0, 2), { settings: options }), goal);
    const fine = { replan_needed: false, confidence: 0.9, reasoning: 'Fine.', assumptions_to_make: assumptions };
    return after(task, judgement(task, 'goal_understanding', fine));
  };

  it('is said on the issue and told to what comes next', () => {
    const task = judged(['Prices are in yen']);
    expect(activityOf(task)).toBe('decompose');
    expect(assumedText(task)).toContain('Prices are in yen');
    expect(task.said.at(-1)).toMatchObject({ kind: 'assumption', text: 'Prices are in yen' });
  });

  it('is asked first where only a person decides it, once (PLAN-2)', () => {
    const task = judged(['Prices are in yen', 'The password is in the file']);
    expect(waitsFor(task)).toBe('intervention');
    expect(task.questions).toMatchObject([{ texts: ['May I assume this? The password is in the file'] }]);
    const by = { ...MIKA };
    const id = waiting(task).questionId;
    const answered = after(
      posted(task),
      { type: 'answer', name: 'given', question_id: id, by, text: 'Yes.', settles: { 0: 'Yes.' }, verdict: null },
      prepared(PLAN)[2] as Fact,
    );
    expect(activityOf(judged(['Prices are in yen', 'The password is in the file'], answered))).toBe('decompose');
  });
});
