import { describe, expect, it } from '@jest/globals';
import { limitsOf } from '../replan/situations.ts';
import { ReplanDecision } from '../../src/calls/judgement-schemas.ts';
import { dueAt } from '../../src/phases/wait.ts';
import { assumedText } from '../../src/progress/assumed.ts';
import { questionComment } from '../../src/progress/question-comment.ts';
import { questionOf } from '../../src/questions/ask.ts';
import { GIVE_UP_AFTER_MS } from '../../src/questions/patience.ts';
import { assume } from '../../src/effects/ask-people.ts';
import { decisionFact } from '../../src/effects/decision-fact.ts';
import { useTool } from '../../src/effects/use-tool.ts';
import { after, inPhase, planOf, prepared, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import type { PlanningSettings, TaskSettings } from '../../src/state/request.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';
import type { Toolbox } from '../../src/effects/toolbox.ts';

const PLAN = planOf([subtask('a'), subtask('b')]);
const MIKA = { id: 8, login: 'mika' };
const ASKS_NOBODY = { clarifications: 0, enabled: false };
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
const posted = (task: Task): Task =>
  after(task, { type: 'question', question_id: inPhase(task, 'wait').questionId, comment_id: 5, url: 'u', texts: [] });
const working = (options: Partial<TaskSettings>, ...facts: readonly Fact[]) =>
  taskAfter([...prepared(PLAN), said, ...facts], { settings: options });

describe('a blocking question about a comment, when people were asked as often as allowed (PLAN-9, REPLAN-5)', () => {
  it('is said to be assumed, to people and to the model, and the work goes on', () => {
    const task = working(settings(), weighed('In which language?', 'How long?'));
    expect(task.phase).toBe('execute');
    expect(assumedText(task)).toContain('as often as I may, so I go by what seems most sensible here: In which language?');
    expect(assumedText(task)).toContain('How long?');
    expect(task.replanning.notes.join('\n')).toContain('In which language?; How long?');
    const ja = working({ ...settings(), language: 'ja' }, weighed('どの言語ですか。'));
    expect(assumedText(ja)).toContain('最も妥当と思われる解釈で進めます：どの言語ですか。');
  });

  it('waits for a person where nothing is to be assumed', () => {
    const task = working(settings({ assumes: false }), weighed('In which language?'));
    expect(task).toMatchObject({ phase: 'wait', reason: 'intervention', questions: [{ texts: ['In which language?'] }] });
  });

  it('waits for a person where it is about what is never assumed (PLAN-2)', () => {
    expect(working(settings(), weighed(SECRET))).toMatchObject({ phase: 'wait', reason: 'intervention' });
  });
});

describe('what is never assumed, always asked (PLAN-2)', () => {
  const unclear = (text: string): Fact => ({
    type: 'phase',
    name: 'goal_error',
    error: { type: 'unclear_goal', message: 'Unclear.', clarification_needed: [text], assumptions: ['As before'], evidence: [] },
  });
  const asked = (text: string, options: Partial<TaskSettings>) =>
    posted(after(taskAfter(prepared(PLAN).slice(0, 2), { settings: options }), unclear(text)));
  const may = { clarifications: 2, enabled: true };

  it('waits for an answer, is reminded of, ends without one, and says why; anything else is assumed in its time', async () => {
    const task = inPhase(asked(SECRET, settings({}, may)), 'wait');
    expect(questionOf(task).neverAssumed).toBe(true);
    expect((task.until ?? 0) - task.since).toBe(GIVE_UP_AFTER_MS);
    expect(dueAt(task)).toBeGreaterThan(task.since + 60_000);
    const over = await assume({ effect: { kind: 'assume' }, key: 'k', task, tools: {} as Toolbox, signal: new AbortController().signal });
    expect(over).toMatchObject([{ type: 'control', name: 'stop', reason: 'unanswered' }]);
    for (const [language, why] of [
      ['en', 'I do not decide it myself'],
      ['ja', '私の判断では決めません'],
    ] as const)
      expect(questionComment(questionOf(task), { taskId: task.id, language, requester: MIKA, timeoutMinutes: null })).toContain(why);
    const other = inPhase(asked('Which prices?', settings({}, may)), 'wait');
    expect((other.until ?? 0) - other.since).toBe(60_000);
  });

  it('is asked also when people were asked as often as allowed', () => {
    expect(asked(SECRET, settings())).toMatchObject({ phase: 'wait', reason: 'intervention', questions: [{ texts: [SECRET] }] });
    const tool = (question: string) =>
      useTool({
        effect: { kind: 'use_tool', toolUseId: 'u', tool: 'ask_human', input: { question, assumptions: [] } },
        key: 'k',
        task: working(settings()),
        tools: { clock: { now: () => 0 } } as Toolbox,
        signal: new AbortController().signal,
      });
    return Promise.all([
      expect(tool(SECRET)).resolves.toMatchObject([{ type: 'action', name: 'asked' }]),
      expect(tool('Which prices?')).resolves.toMatchObject([{ type: 'tool', ok: false }]),
    ]);
  });
});

describe('a question of the model to people, when they were asked as often as allowed (REPLAN-5, attack 11)', () => {
  const use = (task: Task, input: object) =>
    useTool({
      effect: { kind: 'use_tool', toolUseId: 'u', tool: 'ask_human', input },
      key: 'k',
      task,
      tools: { clock: { now: () => 0 } } as Toolbox,
      signal: new AbortController().signal,
    });

  it('is not asked: people and the model are told what is assumed', async () => {
    const task = working(settings(), weighed());
    const facts = await use(task, { question: 'Which prices?', context: 'Two lists.', assumptions: ['The net prices.'] });
    expect(facts).toMatchObject([{ type: 'tool', ok: false, text: expect.stringContaining('The net prices.') }]);
    const told = after(task, ...facts);
    expect(told.phase).toBe('execute');
    expect(assumedText(told)).toContain('- The net prices.');
    expect(told.questions).toMatchObject([{ texts: ['Which prices?'], state: 'assumed' }]);
  });

  it('is named where the model says nothing to assume, in the language of the task', async () => {
    for (const [language, words] of [
      ['en', 'so I go by what seems most sensible here: Which prices?'],
      ['ja', '最も妥当と思われる解釈で進めます：Which prices?'],
    ] as const) {
      const task = working({ ...settings(), language }, weighed());
      const facts = await use(task, { question: 'Which prices?', assumptions: [] });
      expect(assumedText(after(task, ...facts))).toContain(words);
    }
  });

  it('is asked all the same where nothing may be assumed', async () => {
    const task = working(settings({ assumes: false }), weighed());
    const facts = await use(task, { question: 'Which prices?', assumptions: ['The net prices.'] });
    expect(facts).toMatchObject([{ type: 'action', name: 'asked' }]);
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
    expect(assumedText(once('en'))).toContain('I go on with these assumptions');
    expect(assumedText(once('ja'))).toContain('次の前提で進めます');
    for (const phase of ['report', 'ended'] as const) {
      expect(assumedText({ ...once('en'), phase })).toMatch(/^\*\*What I assumed, as nobody had decided otherwise\*\*:\n- /);
      expect(assumedText({ ...once('ja'), phase })).not.toContain('進めます**');
    }
  });
});

describe('a question that comes with a judgement that the plan will do (REPLAN-1 clarification_questions)', () => {
  const judging = (limits: object, text = 'Which shop?') => {
    const [, , goal, division] = prepared(PLAN) as readonly [Fact, Fact, Fact, Fact];
    const fine = { replan_needed: false, confidence: 0.9, reasoning: 'Fine.' };
    const decided = (task: Task, point: 'goal_understanding' | 'task_decomposition', fields: object) =>
      after(task, decisionFact(task, point, { id: `d${task.version}`, decision: ReplanDecision.parse({ ...fine, ...fields }) }));
    const options = settings({}, { enabled: true, ...limits });
    const understood = after(taskAfter(prepared(PLAN).slice(0, 2), { settings: options }), goal);
    const asks = { clarification_needed: true, clarification_questions: [text] };
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
    expect(asked).toMatchObject({ phase: 'wait', reason: 'question', questions: [{ texts: ['Which shop?'] }] });
    expect(asked.replanning.counts.clarifications).toBe(1);
    expect(answer(asked).phase).toBe('decompose');
    expect(answer(asked).replanning.notes.join('\n')).toContain('The first.');
    expect(again(answer(asked)).phase).toBe('sequence');
  });

  it('is said to be assumed when people were asked as often as allowed, unless only a person decides it', () => {
    const { asked } = judging({ clarifications: 0 });
    expect(asked.phase).toBe('sequence');
    expect(assumedText(asked)).toContain('Which shop?');
    expect(judging({ clarifications: 0 }, SECRET).asked).toMatchObject({ phase: 'wait', reason: 'intervention' });
  });
});

describe('what the model goes by without having asked (REPLAN-1 assumptions_to_make)', () => {
  const judged = (assumptions: readonly string[], before?: Task) => {
    const [, , goal] = prepared(PLAN) as readonly [Fact, Fact, Fact];
    const options = settings({}, { enabled: true });
    const task = before ?? after(taskAfter(prepared(PLAN).slice(0, 2), { settings: options }), goal);
    const decision = ReplanDecision.parse({ replan_needed: false, confidence: 0.9, reasoning: 'Fine.', assumptions_to_make: assumptions });
    return after(task, decisionFact(task, 'goal_understanding', { id: `d${task.version}`, decision }));
  };

  it('is said on the issue and told to what comes next', () => {
    const task = judged(['Prices are in yen']);
    expect(task.phase).toBe('decompose');
    expect(assumedText(task)).toContain('Prices are in yen');
    expect(task.replanning.notes.join('\n')).toContain('Prices are in yen');
  });

  it('is asked first where only a person decides it, once (PLAN-2)', () => {
    const task = judged(['Prices are in yen', 'The password is in the file']);
    expect(task).toMatchObject({
      phase: 'wait',
      reason: 'intervention',
      questions: [{ texts: ['May I go by this? The password is in the file'] }],
    });
    const by = { ...MIKA };
    const id = inPhase(task, 'wait').questionId;
    const answered = after(
      posted(task),
      { type: 'answer', name: 'given', question_id: id, by, text: 'Yes.', settles: { 0: 'Yes.' }, verdict: null },
      prepared(PLAN)[2] as Fact,
    );
    expect(judged(['Prices are in yen', 'The password is in the file'], answered)).toMatchObject({ phase: 'decompose' });
  });
});
