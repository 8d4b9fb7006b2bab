import { describe, expect, it } from '@jest/globals';
import { activityOf, blockingIn } from '../../src/state/select.ts';
import { judgement, limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  command,
  doing,
  kindOf,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import { hears, waitsFor } from './hearing.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { ReplanDecision } from '../../src/state/judgements.ts';
import type { InboxItem } from '../../src/state/inbox-item.ts';
import type { Task } from '../../src/state/task.ts';

const PLAN = planOf([subtask('a')]);
const MIKA = { id: 8, login: 'mika' };
/** The question's own comment; later ones have a larger number. */
const QUESTION = 100;
const PARTIAL = { replan_type: 'partial_replan', replan_level: 2, target_phase: 'execution', confidence: 0.4 } as const;
const QUESTIONS = { replan_type: 'clarification_request', clarification_needed: true, confidence: 0.9 } as const;

/** A task up to this point, with every judgement saying that nothing has to change. */
function judged(facts: readonly Fact[], limits: object = {}): Task {
  const replanning = { ...limitsOf(), ...limits };
  const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning };
  const points = {
    understand: 'goal_understanding',
    decompose: 'task_decomposition',
    sequence: 'action_sequence',
  } as const;
  let task = taskAfter(prepared(PLAN).slice(0, 2), { settings: { planning } });
  for (const fact of [...prepared(PLAN).slice(2), ...facts]) {
    task = after(task, fact);
    const activity = activityOf(task);
    if (activity in points) task = decided(task, points[activity as keyof typeof points], { replan_needed: false });
  }
  return task;
}

function decided(task: Task, point: Parameters<typeof judgement>[1], fields: Partial<ReplanDecision>): Task {
  return after(task, judgement(task, point, { reasoning: 'It went wrong.', ...fields }));
}

const posted = (task: Task) => {
  const questionId = blockingIn(task)?.questionId ?? 0;
  return after(task, {
    type: 'question',
    name: 'posted',
    question_id: questionId,
    comment_id: QUESTION,
    url: 'u',
    texts: [],
  });
};
const failing = (fields: Partial<ReplanDecision>) =>
  posted(decided(judged(actionDone(0, 'failure', ['It failed'])), 'execution', fields));
const verifying = (fields: Partial<ReplanDecision>) =>
  posted(
    decided(
      judged([...actionDone(0), saved('a'), { type: 'verification', name: 'tests', command: command('npm test') }]),
      'reflection',
      fields,
    ),
  );
const comment = (text: string, commentId: number, addressed = false): InboxItem => ({
  kind: 'comment',
  id: `c${commentId}`,
  addressed,
  commentId,
  by: MIKA,
  text,
});

describe('what was written before a question', () => {
  it('GH-6: is not its answer: no yes to what was not asked yet, no number for it', () => {
    const doubted = hears(failing(PARTIAL), comment('ok', 99));
    expect([waitsFor(doubted), doubted.questions[0]?.state]).toEqual(['confirmation', 'open']);
    const asked = failing({ ...QUESTIONS, clarification_questions: ['Which number?'] });
    const before = hears(asked, comment('42', 99));
    expect(before).toMatchObject({ questions: [{ answers: {} }], comments: [] });
    expect(waitsFor(before)).toBe('clarification');
    expect(waitsFor(hears(asked, comment('42', 101)))).toBeNull();
  });

  it('GH-3: is an instruction where it was said to us, weighed when the question is answered', () => {
    const asked = hears(
      failing({ ...QUESTIONS, clarification_questions: ['Which number?'] }),
      comment('please also do C', 99, true),
    );
    expect(asked.comments).toMatchObject([{ text: 'please also do C' }]);
    expect(waitsFor(asked)).toBe('clarification');
  });
});

describe('questions that only a person answers', () => {
  const SECRETS = {
    clarification_questions: ['What is the deploy key?', 'What is the client secret?'],
    assumptions_to_make: [],
  };

  it('GH-6, PLAN-2: stay open until each is answered, and the model is told what was asked', () => {
    const wanted = { ...QUESTIONS, ...SECRETS };
    const failed = judged(actionDone(0, 'failure', ['It failed']), { clarifications: 0 });
    const asked = posted(decided(decided(failed, 'execution', wanted), 'execution', wanted));
    expect(waitsFor(asked)).toBe('intervention');
    const half = hears(asked, comment('2. none', 101));
    expect([waitsFor(half), half.questions[0]?.state]).toEqual(['intervention', 'open']);
    const whole = hears(half, comment('1. id_demo', 102));
    expect(activityOf(whole)).toBe('execute');
    expect(whole.said.map(({ asked, text }) => [asked, text])).toEqual([
      ['What is the client secret?', 'none'],
      ['What is the deploy key?', 'id_demo'],
    ]);
  });

  it('GH-3: what is answered is no change that was asked for: where it changes nothing, nobody is told so', () => {
    const answered = hears(failing({ ...QUESTIONS, clarification_questions: ['Which number?'] }), comment('42', 101));
    const { work, comments } = doing(answered, 'execute');
    expect(comments).toHaveLength(1);
    const weighing = decided(answered, 'execution', { replan_needed: false });
    expect(activityOf(weighing)).toBe('execute');
    const refused = { why: 'unreadable' } as const;
    const weighed = after(weighing, {
      type: 'control',
      name: 'comment_weighed',
      understanding: '',
      problems: [],
      questions: [],
      refused,
    });
    expect(weighed.refusedChanges).toEqual([]);
    expect(work.commentsWeighed).toBe(0);
  });
});

describe('a yes or a no that says more', () => {
  it('REPLAN-5: is told to the re-plan that it agrees to', () => {
    const agreed = hears(failing(PARTIAL), comment('Yes, and keep task_1', 101));
    expect(activityOf(agreed)).toBe('sequence');
    expect(agreed.said.at(-1)).toMatchObject({ kind: 'comment', text: expect.stringContaining('keep task_1') });
    expect(agreed.replanning.notes.join('\n')).not.toContain('keep task_1');
  });

  it('GH-3: is weighed before a verified task ends: no, but something else', () => {
    const refused = hears(verifying(PARTIAL), comment('No, but please also do C', 101));
    expect([activityOf(refused), kindOf(refused)]).toEqual(['execute', 'ask_patch']);
    expect(activityOf(hears(verifying(PARTIAL), comment('No', 101)))).toBe('report');
  });
});
