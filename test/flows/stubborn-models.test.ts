import { describe, expect, it } from '@jest/globals';
import { cutOff, raw, refusal, reply, stopping, text, toolUse } from '../../standins/anthropic/script.ts';
import {
  actionPlan,
  decided,
  decomposition,
  done,
  isQuestion,
  isUnrevised,
  pointOf,
  run,
  subtask,
  write,
} from './stories.ts';
import { callsOf, decisionsOf, factsOf, fileOf, reflectionsOf, toldBefore } from './tales.ts';
import type { Answer, SeenRequest } from '../../standins/anthropic/script.ts';
import type { Story } from './stories.ts';

const poem: Answer = () => reply(text('Roses are red, and plans are overrated.'));
const TWO = {
  decomposition: decomposition(subtask('one'), subtask('two')),
  plan: actionPlan({ subtasks: ['one', 'two'] }),
};
const KINDS = {
  goal_understanding: 'goal_revision',
  task_decomposition: 'task_redecomposition',
  action_sequence: 'action_regeneration',
  execution: 'full_replan',
  reflection: 'plan_revision',
} as const;

function always(request: SeenRequest, issues: readonly string[]) {
  const point = pointOf(request);
  return decided({
    replan_needed: true,
    confidence: 0.95,
    reasoning: `It could be better still: ${issues.join('; ')}.`,
    replan_type: KINDS[point],
    replan_level: point === 'execution' ? 3 : null,
    target_phase: point,
    issues_found: issues,
  });
}

/** Another word for each re-plan so far, so that no cause repeats. */
const WORDS = [
  'alpha',
  'bravo',
  'charlie',
  'delta',
  'echo',
  'foxtrot',
  'golf',
  'hotel',
  'india',
  'juliet',
  'kilo',
  'lima',
  'mike',
  'november',
];
function causeNow(request: SeenRequest): string {
  return WORDS[JSON.stringify(request.body).split('understand the goal anew (').length] ?? 'zulu';
}

const fenced = (value: unknown) =>
  reply(text(`I think so:\n\n\`\`\`json\n${JSON.stringify(value)}\n\`\`\`\nThat is all.`));
const failingOnce = [write('answer.txt', '43\n'), done('failure'), write('answer.txt', '42\n'), done()] as const;

const STORIES: Readonly<Record<string, Story>> = {
  'all-nonsense': {
    goal: poem,
    decomposition: poem,
    plan: poem,
    decision: poem,
    reflection: poem,
    patch: poem,
    steps: [reply(text('La la la.'))],
  },
  'nonsense-at-work': { ...TWO, decision: poem, reflection: poem, steps: [reply(text('La la la.'))] },
  'nonsense-judge': {
    ...TWO,
    decision: poem,
    reflection: { reflection: 'deep' },
    steps: [write('answer.txt', '42\n'), done('failure'), run('true'), done()],
  },
  'wrong-judge': {
    ...TWO,
    decision: { replan_decision: { replan_needed: 'perhaps', confidence: 7 } },
    steps: [write('answer.txt', '42\n'), done('failure'), run('true'), done()],
  },
  'fenced-judge': {
    decision: (request) =>
      fenced(
        pointOf(request) === 'execution' && isUnrevised(request)
          ? decided({
              replan_needed: true,
              reasoning: 'Try it again.',
              replan_type: 'retry',
              replan_level: 1,
              target_phase: 'execution',
            })
          : decided(),
      ),
    steps: failingOnce,
  },
  declined: { goal: refusal() },
  /** Missing and duplicate ids, unknown stop reasons, and usage and blocks that should not occur. */
  bent: {
    steps: [
      [raw({ type: 'hologram', data: 'x' }), toolUse('list_files', {}, null)],
      [toolUse('list_files', {}, 'same'), toolUse('list_files', {}, 'same')],
      toolUse('list_files', {}, 'same'),
      stopping('pause_turn', text('Let me think.')),
      cutOff(30, text('All of it at once.'), write('answer.txt', '42\n'.repeat(1_000))),
      stopping('moon_phase', write('answer.txt', '42\n')),
      done(),
    ],
  },
  'same-again': {
    decision: (request) => always(request, ['the same']),
    ...TWO,
    steps: [write('answer.txt', '42\n'), done('failure', ['the same']), run('true'), done('failure', ['the same'])],
  },
  'ever-new': {
    decision: (request) => always(request, [causeNow(request)]),
    ...TWO,
    steps: [write('answer.txt', '42\n'), done(), run('true'), done()],
  },
};

describe('a model that is of no help', () => {
  const { world, of } = toldBefore(STORIES);

  it('and answers nonsense at every call ends its task with a word that says so, after the repairs that are allowed (PLAN-6 level 4, MODEL-3)', () => {
    const tale = of('all-nonsense');
    expect(tale.history.at(-1)).toMatchObject({ status: 'failed', reason: 'invalid_answers' });
    expect(tale.modelCalls).toBe(4);
    expect(tale.result).toContain("The model kept giving answers that I couldn't read.");
  });

  it('and never uses a tool at work is reflected on, judged, and left behind action by action, the added work too (PLAN-6, REPLAN-2)', () => {
    const tale = of('nonsense-at-work');
    expect(reflectionsOf(tale).map((fact) => fact.evaluation)).toEqual([null, null, null]);
    expect(callsOf(tale).filter((call) => call === 'next_step')).toHaveLength(9);
    expect(tale.history.at(-1)).toMatchObject({ status: 'failed', reason: 'not_achieved' });
  });

  it('and declines to work on it ends its task with a word that says so (MODEL-3)', () => {
    const tale = of('declined');
    expect(tale.history.at(-1)).toMatchObject({ status: 'failed', reason: 'fault' });
    expect(tale.modelCalls).toBe(2);
    expect(tale.result).toContain('The model declined to work on this.');
    expect(tale.result).not.toContain("couldn't read");
  });

  it('and bends the rules of its API is told what was wrong where it can mend it, and its work goes on (MODEL-3)', () => {
    const tale = of('bent');
    expect(tale.history.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(fileOf(world(), tale, 'answer.txt')).toBe('42\n');
    const uses = factsOf(tale, 'action').flatMap((fact) =>
      fact.name === 'answer' ? fact.content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : [])) : [],
    );
    expect([uses.length, new Set(uses).size]).toEqual([6, 6]);
    const reminded = factsOf(tale, 'action').flatMap((fact) =>
      fact.name === 'reminded' ? [fact.because, fact.tool] : [],
    );
    expect(reminded).toEqual(['paused', undefined, 'cut_off', 'write_file']);
  });

  it.each(['nonsense-judge', 'wrong-judge'])(
    'and whose judgements cannot be read goes on without re-planning: %s (REPLAN-10)',
    (story) => {
      const tale = of(story);
      // Decisions without a request are recorded, too: a success without a judgement.
      const decisions = factsOf(tale, 'replan_decision').filter((fact) => fact.llm_decision?.replan_type !== 'none');
      expect(decisions.length).toBeGreaterThanOrEqual(5);
      for (const fact of decisions)
        expect(fact).toMatchObject({
          llm_decision: null,
          executed: false,
          override_reason: 'unreadable',
          result: 'skipped',
        });
      expect(
        factsOf(tale, 'action')
          .filter((fact) => fact.name === 'finished')
          .map((fact) => fact.status),
      ).toEqual(['failure', 'success']);
      expect(fileOf(world(), tale, 'answer.txt')).toBe('42\n');
      expect(tale.pulls).toHaveLength(1);
    },
  );

  it('and writes its judgement into a code fence is read all the same (REPLAN-10)', () => {
    const tale = of('fenced-judge');
    expect(decisionsOf(tale)).toMatchObject([{ kind: 'retry', executed: true, override_reason: null }]);
    expect(tale.history.at(-1)).toMatchObject({ reason: 'finished' });
  });

  it.each(['same-again', 'ever-new'])(
    'and never stops re-planning is bounded, asks people once, and comes to its end: %s (REPLAN-4, REPLAN-5)',
    (story) => {
      const tale = of(story);
      const decisions = decisionsOf(tale);
      const granted = decisions.filter((fact) => fact.executed);
      expect(granted.length).toBeLessThanOrEqual(10);
      if (story === 'ever-new') expect(granted).toHaveLength(10);
      const refused = decisions.filter((fact) => !fact.executed);
      expect(refused.length).toBeGreaterThan(0);
      expect(new Set(refused.map((fact) => fact.override_reason))).toEqual(
        new Set(
          story === 'ever-new'
            ? ['limit_reached']
            : [
                'infinite_loop',
                ...(refused.some((fact) => fact.override_reason === 'limit_reached') ? ['limit_reached'] : []),
              ],
        ),
      );
      expect(tale.history.filter(isQuestion)).toHaveLength(1);
      expect(tale.comments).toHaveLength(3);
      expect(tale.modelCalls).toBeLessThan(80);
      expect(tale.history.at(-1)?.type).toBe('completion');
      expect(tale.progress.length).toBeLessThan(65_536);
    },
  );

  it('and revises the goal for ever is stopped by the total, which people are told with what they can do (REPLAN-4, PLAN-6)', () => {
    const tale = of('ever-new');
    expect(
      decisionsOf(tale)
        .filter((fact) => fact.executed)
        .map((fact) => fact.kind),
    ).toEqual(Array.from({ length: 10 }, () => 'goal'));
    const question = tale.comments.find((comment) => comment.includes('planwright:question'));
    expect(question).toContain(
      'The plan has been changed in this way as often as allowed, and I see no other way. How should I continue?',
    );
    expect(question).toContain('The current plan stays as it is.');
    expect(tale.result).not.toContain('Failed');
    // Also said of kinds that had not been used; true for the total as for a kind's own limit.
    expect(tale.progress).toContain('the limit for re-plans (in total, or of this kind) is reached');
    expect(tale.pulls).toHaveLength(1);
  });

  it('keeps every answer of the stand-in within what GitHub publishes', () => {
    expect(world().github.violations).toEqual([]);
  });
});
