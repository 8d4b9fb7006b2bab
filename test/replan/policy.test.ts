import { describe, expect, it } from '@jest/globals';
import { triggerOf, usedOf } from '../../src/replan/counts.ts';
import { applyLimits, wantedKind } from '../../src/replan/policy.ts';
import { at, counted, decision, KINDS, limitsOf, NO_REPLANS, outcome, wantAgainAndAgain, WAYS } from './situations.ts';
import type { DecisionPoint, ReplanDecision } from '../../src/state/judgements.ts';
import type { ReplanCounts, ReplanKind, Situation } from '../../src/state/replans.ts';

const DEFAULTS = limitsOf();

function judged(
  fields: Partial<ReplanDecision>,
  settings: Parameters<typeof limitsOf>[0] = {},
  counts = NO_REPLANS,
): string {
  return outcome(
    applyLimits(
      decision({ replan_type: 'partial_replan', replan_level: 2, ...fields }),
      at('execution'),
      counts,
      limitsOf(settings),
    ),
  );
}

describe('the bands of confidence (REPLAN-5)', () => {
  const bands = [1, 0.9, 0.8, 0.79, 0.5, 0.49, 0.3, 0.29, 0];

  function table(llm_decision: object): readonly string[] {
    return bands.map((confidence) => `${confidence}: ${judged({ confidence }, { llm_decision })}`);
  }

  it('REPLAN-5: at once, with a warning, after a person agreed, or not at all', () => {
    expect(table({})).toEqual([
      '1: replan',
      '0.9: replan',
      '0.8: replan',
      '0.79: replan with a warning',
      '0.5: replan with a warning',
      '0.49: confirm',
      '0.3: confirm',
      '0.29: low_confidence',
      '0: low_confidence',
    ]);
  });

  it('REPLAN-5: without confirmation nobody is asked, and what is not trusted is not done', () => {
    expect(table({ require_user_confirmation_on_low_confidence: false })).toEqual([
      '1: replan',
      '0.9: replan',
      '0.8: replan',
      '0.79: replan with a warning',
      '0.5: replan with a warning',
      '0.49: low_confidence',
      '0.3: low_confidence',
      '0.29: low_confidence',
      '0: low_confidence',
    ]);
  });

  it('REPLAN-9: min_confidence_threshold moves the border of trust, in both directions', () => {
    const moved = (min_confidence_threshold: number, confidence: number) =>
      judged({ confidence }, { llm_decision: { min_confidence_threshold } });
    expect([0.71, 0.7, 0.69, 0.5].map((confidence) => moved(0.7, confidence))).toEqual([
      'replan with a warning',
      'replan with a warning',
      'confirm',
      'confirm',
    ]);
    expect([0.35, 0.2, 0.19].map((confidence) => moved(0.2, confidence))).toEqual([
      'replan with a warning',
      'replan with a warning',
      'low_confidence',
    ]);
    expect([0, 0.1].map((confidence) => moved(0, confidence))).toEqual([
      'replan with a warning',
      'replan with a warning',
    ]);
  });

  it('REPLAN-5: 0.8 is always enough, whatever the threshold says', () => {
    for (const min_confidence_threshold of [0.8, 0.9, 1]) {
      expect(judged({ confidence: 0.8 }, { llm_decision: { min_confidence_threshold } })).toBe('replan');
      expect(judged({ confidence: 0.79 }, { llm_decision: { min_confidence_threshold } })).toBe('confirm');
    }
  });

  it('REPLAN-9: user_confirmation_threshold moves the border of asking', () => {
    const moved = (user_confirmation_threshold: number, confidence: number) =>
      judged({ confidence }, { llm_decision: { user_confirmation_threshold } });
    expect([0.4, 0.39].map((confidence) => moved(0.4, confidence))).toEqual(['confirm', 'low_confidence']);
    expect([0.1, 0.05, 0].map((confidence) => moved(0.1, confidence))).toEqual([
      'confirm',
      'low_confidence',
      'low_confidence',
    ]);
    expect(moved(0.9, 0.6)).toBe('replan with a warning');
  });

  it('REPLAN-5: the bands are the same for every kind of re-plan; a question is asked itself, not whether to ask it', () => {
    for (const kind of KINDS) {
      const { point, fields } = WAYS[kind];
      const outcomes = [0.8, 0.79, 0.49, 0.29].map((confidence) =>
        outcome(applyLimits(decision({ ...fields, confidence }), at(point), NO_REPLANS, DEFAULTS)),
      );
      const doubtful = kind === 'clarification' ? 'replan with a warning' : 'confirm';
      expect(outcomes).toEqual(['replan', 'replan with a warning', doubtful, 'low_confidence']);
    }
  });

  it('REPLAN-5: a question about a re-plan names it', () => {
    const verdict = applyLimits(
      decision({ replan_type: 'partial_replan', confidence: 0.4 }),
      at('execution'),
      NO_REPLANS,
      DEFAULTS,
    );
    expect(verdict).toEqual({ kind: 'confirm', replan: 'partial', contradiction: null });
  });
});

describe('the limits (REPLAN-4)', () => {
  const own: readonly (readonly [ReplanKind, number, Parameters<typeof limitsOf>[0]])[] = [
    ['clarification', 2, { goal_understanding: { max_clarification_requests: 1 } }],
    ['decomposition', 3, { task_decomposition: { max_redecomposition_attempts: 1 } }],
    ['actions', 3, { action_sequence: { max_regeneration_attempts: 1 } }],
    ['retry', 3, { execution: { max_action_retries: 1 } }],
    ['partial', 2, { execution: { max_partial_replans: 1 } }],
    ['monitoring', 2, { reflection: { max_plan_revisions: 1 } }],
  ];

  it.each(own)('REPLAN-4: %s is granted %i times and not once more', (kind, limit) => {
    const { outcomes } = wantAgainAndAgain(kind, limit + 2, { counts: NO_REPLANS, limits: DEFAULTS });
    expect(outcomes).toEqual([...Array.from({ length: limit }, () => 'replan'), 'limit_reached', 'limit_reached']);
  });

  it.each(own)('REPLAN-9: the setting of %s moves its limit (from %i to 1) and no other', (kind, _, settings) => {
    const limits = limitsOf(settings);
    expect(wantAgainAndAgain(kind, 2, { counts: NO_REPLANS, limits }).outcomes).toEqual(['replan', 'limit_reached']);
    for (const other of KINDS.filter((one) => one !== kind))
      expect(wantAgainAndAgain(other, 2, { counts: NO_REPLANS, limits }).outcomes).toEqual(['replan', 'replan']);
  });

  it('REPLAN-9: how often the work may ask people has a setting of its own', () => {
    expect(
      [limitsOf({ goal_understanding: { max_questions_in_work: 3 } }), DEFAULTS].map((one) => one.questionsInWork),
    ).toEqual([3, 5]);
  });

  it('REPLAN-4: a limit of 0 allows none', () => {
    const limits = limitsOf({
      goal_understanding: { max_clarification_requests: 0 },
      task_decomposition: { max_redecomposition_attempts: 0 },
      action_sequence: { max_regeneration_attempts: 0 },
      execution: { max_action_retries: 0, max_partial_replans: 0 },
      reflection: { max_plan_revisions: 0 },
    });
    for (const kind of KINDS.filter((one) => one !== 'goal'))
      expect(wantAgainAndAgain(kind, 1, { counts: NO_REPLANS, limits }).outcomes).toEqual(['limit_reached']);
    expect(
      wantAgainAndAgain('goal', 1, { counts: NO_REPLANS, limits: limitsOf({ global: { max_total_replans: 0 } }) })
        .outcomes,
    ).toEqual(['limit_reached']);
  });

  it('REPLAN-4: ten re-plans in all, of whatever kind; a revision of the goal falls under that alone', () => {
    const { outcomes } = wantAgainAndAgain('goal', 12, { counts: NO_REPLANS, limits: DEFAULTS });
    expect(outcomes).toEqual([...Array.from({ length: 10 }, () => 'replan'), 'limit_reached', 'limit_reached']);
    const nine: ReplanCounts = { ...NO_REPLANS, total: 9 };
    for (const kind of KINDS)
      expect(wantAgainAndAgain(kind, 2, { counts: nine, limits: DEFAULTS }).outcomes).toEqual([
        'replan',
        'limit_reached',
      ]);
  });

  it('REPLAN-9: max_total_replans moves it', () => {
    expect(
      wantAgainAndAgain('goal', 4, { counts: NO_REPLANS, limits: limitsOf({ global: { max_total_replans: 3 } }) })
        .outcomes,
    ).toEqual(['replan', 'replan', 'replan', 'limit_reached']);
  });

  it('REPLAN-4: retries count by action, all else by task', () => {
    const used = wantAgainAndAgain('retry', 3, { counts: NO_REPLANS, limits: DEFAULTS }).counts;
    const retry = decision(WAYS.retry.fields);
    expect(outcome(applyLimits(retry, at('execution', { cause: 'new' }), used, DEFAULTS))).toBe('limit_reached');
    expect(outcome(applyLimits(retry, at('execution', { cause: 'new', action: 'task_1#2' }), used, DEFAULTS))).toBe(
      'replan',
    );
    const other = counted(used, 'retry', at('execution', { action: 'task_1#2' }));
    expect(outcome(applyLimits(retry, at('execution', { cause: 'newer' }), other, DEFAULTS))).toBe('limit_reached');
    const partial = wantAgainAndAgain('partial', 2, { counts: NO_REPLANS, limits: DEFAULTS }).counts;
    expect(
      outcome(
        applyLimits(
          decision(WAYS.partial.fields),
          at('execution', { cause: 'new', action: 'task_9#1', subtask: 'task_9' }),
          partial,
          DEFAULTS,
        ),
      ),
    ).toBe('limit_reached');
  });

  it('REPLAN-4: each kind counts for itself and for the total', () => {
    const used = (kind: ReplanKind, counts: ReplanCounts) =>
      usedOf(kind, at(WAYS[kind].point), counts, DEFAULTS)?.used ?? null;
    for (const kind of KINDS) {
      const counts = counted(NO_REPLANS, kind, at(WAYS[kind].point));
      expect(counts.total).toBe(1);
      for (const one of KINDS.filter((name) => name !== 'goal')) expect(used(one, counts)).toBe(one === kind ? 1 : 0);
      expect(used('goal', counts)).toBeNull();
    }
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'REPLAN-4: an action called %s is counted like any other',
    (action) => {
      let counts = NO_REPLANS;
      const outcomes = [1, 2, 3, 4].map((number) => {
        const situation = at('execution', { action, cause: 'x'.repeat(number) });
        const verdict = applyLimits(decision(WAYS.retry.fields), situation, counts, DEFAULTS);
        if (verdict.kind === 'replan') counts = counted(counts, verdict.replan, situation);
        return outcome(verdict);
      });
      expect(outcomes).toEqual(['replan', 'replan', 'replan', 'limit_reached']);
    },
  );
});

describe('loops (REPLAN-4)', () => {
  const goal = decision(WAYS.goal.fields);
  const here = at('goal_understanding');
  const twice = counted(counted(NO_REPLANS, 'goal', here), 'goal', here);

  it('REPLAN-4: the third time from the same trigger is a loop, and skipped', () => {
    expect(
      [NO_REPLANS, counted(NO_REPLANS, 'goal', here), twice].map((counts) =>
        outcome(applyLimits(goal, here, counts, DEFAULTS)),
      ),
    ).toEqual(['replan', 'replan', 'infinite_loop']);
  });

  it('REPLAN-4: another phase, kind, subtask or cause is another trigger', () => {
    const base = at('execution');
    const others = [
      at('reflection', { subtask: 'task_1' }),
      { ...base, subtask: 'task_2' },
      { ...base, cause: 'something else broke' },
    ];
    for (const other of others) expect(triggerOf('goal', other)).not.toBe(triggerOf('goal', base));
    expect(triggerOf('decomposition', base)).not.toBe(triggerOf('goal', base));
    expect(triggerOf('goal', { ...base, action: 'task_1#7' })).toBe(triggerOf('goal', base));
    const another = at('goal_understanding', { cause: 'another' });
    expect(outcome(applyLimits(goal, another, twice, DEFAULTS))).toBe('replan');
    expect(outcome(applyLimits(goal, here, counted(twice, 'goal', another), DEFAULTS))).toBe('infinite_loop');
  });

  it('REPLAN-9: same_trigger_max_count moves it, infinite_loop_detection switches it off', () => {
    expect(
      outcome(
        applyLimits(goal, here, counted(NO_REPLANS, 'goal', here), limitsOf({ global: { same_trigger_max_count: 1 } })),
      ),
    ).toBe('infinite_loop');
    expect(outcome(applyLimits(goal, here, twice, limitsOf({ global: { same_trigger_max_count: 3 } })))).toBe('replan');
    expect(outcome(applyLimits(goal, here, twice, limitsOf({ global: { infinite_loop_detection: false } })))).toBe(
      'replan',
    );
  });
});

describe('the same trouble in other words (REPLAN-4 error class)', () => {
  const wish = (kind: ReplanKind) => decision(WAYS[kind].fields);
  const times = (kind: ReplanKind, situations: readonly Situation[]) => {
    let counts = NO_REPLANS;
    return situations.map((situation) => {
      const verdict = applyLimits(wish(kind), situation, counts, DEFAULTS);
      if (verdict.kind === 'replan') counts = counted(counts, kind, situation);
      return outcome(verdict);
    });
  };
  const loop = ['replan', 'replan', 'infinite_loop'];

  it('REPLAN-4: is the same trigger when it is of the same class', () => {
    const told = ['it broke', 'it fell apart', 'it is in pieces'].map((cause) =>
      at('execution', { cause, errorClass: 'persistent' }),
    );
    const [one, two, three] = told as [Situation, Situation, Situation];
    expect(times('actions', [one, two, three])).toEqual(loop);
    expect(times('actions', [one, two, { ...three, errorClass: 'fatal' }])).toEqual(['replan', 'replan', 'replan']);
    expect(times('actions', [one, two, { ...three, subtask: 'task_2' }])).toEqual(['replan', 'replan', 'replan']);
  });

  it('REPLAN-4: is the same trigger when it is wanted for the same reason', () => {
    const told = ['the tool cannot', 'wrong program', 'unsuitable'].map((cause) =>
      at('action_sequence', { cause, reason: 'the tool is wrong' }),
    );
    const [one, two, three] = told as [Situation, Situation, Situation];
    expect(times('actions', [one, two, three])).toEqual(loop);
    expect(times('actions', [one, two, { ...three, reason: 'the order is wrong' }])).toEqual([
      'replan',
      'replan',
      'replan',
    ]);
  });

  it('REPLAN-4: an action tried again for the same cause is no loop: three retries are reachable, by their own limit', () => {
    const same = at('execution', { cause: 'slow', errorClass: 'transient', reason: 'it will pass' });
    expect(times('retry', [same, same, same, same])).toEqual(['replan', 'replan', 'replan', 'limit_reached']);
    expect(times('retry', [same, same, same, { ...same, action: 'task_1#2' }]).at(-1)).toBe('replan');
  });
});

describe('questions beside another wish (REPLAN-1, REPLAN-6)', () => {
  const kindOf = (point: DecisionPoint, fields: Partial<ReplanDecision>, counts = NO_REPLANS) => {
    const verdict = applyLimits(
      decision({ clarification_needed: true, clarification_questions: ['One or both?'], ...fields }),
      at(point),
      counts,
      DEFAULTS,
    );
    return verdict.kind === 'replan' ? verdict.replan : outcome(verdict);
  };
  const usedUp = { ...NO_REPLANS, clarifications: 2 };

  it('REPLAN-1: are asked first, at every point and with any level', () => {
    expect(kindOf('task_decomposition', { replan_type: 'task_redecomposition' })).toBe('clarification');
    expect(kindOf('action_sequence', { replan_type: 'action_regeneration' })).toBe('clarification');
    expect(kindOf('execution', { replan_type: 'partial_replan', replan_level: 2 })).toBe('clarification');
    expect(kindOf('execution', { replan_type: 'clarification_request' })).toBe('clarification');
    expect(kindOf('reflection', { replan_type: 'plan_revision' })).toBe('clarification');
    expect(kindOf('task_decomposition', { replan_type: 'clarification_request', clarification_needed: false })).toBe(
      'clarification',
    );
  });

  it('REPLAN-1: are none where nothing is asked, nothing is wanted, or the type says so', () => {
    expect(kindOf('task_decomposition', { replan_type: 'task_redecomposition', clarification_questions: [] })).toBe(
      'decomposition',
    );
    expect(kindOf('task_decomposition', { replan_type: 'task_redecomposition', clarification_needed: false })).toBe(
      'decomposition',
    );
    expect(kindOf('task_decomposition', { replan_type: 'none' })).toBe('unreadable');
    expect(kindOf('task_decomposition', { replan_needed: false })).toBe('continue');
  });

  it('REPLAN-4: stand back where nobody may be asked any more, but for what is never assumed (PLAN-2)', () => {
    expect(kindOf('task_decomposition', { replan_type: 'task_redecomposition' }, usedUp)).toBe('decomposition');
    const secret = { replan_type: 'task_redecomposition' as const, clarification_questions: ['Which password?'] };
    expect(kindOf('task_decomposition', secret, usedUp)).toBe('limit_reached');
  });

  it('REPLAN-1: are never assumed where the judgement says that they must be answered, whatever their words', () => {
    const wish = { replan_type: 'task_redecomposition' as const, must_be_answered: true };
    expect(kindOf('task_decomposition', wish, usedUp)).toBe('limit_reached');
    expect(kindOf('task_decomposition', { ...wish, must_be_answered: false }, usedUp)).toBe('decomposition');
    expect(kindOf('task_decomposition', { ...wish, clarification_questions: [] }, usedUp)).toBe('decomposition');
  });
});

describe('what goes before what (REPLAN-4, REPLAN-5)', () => {
  const here = at('execution');
  const everything: ReplanCounts = {
    ...NO_REPLANS,
    partialReplans: 2,
    total: 10,
    triggers: { [triggerOf('partial', here)]: 2 },
  };

  it('REPLAN-9: switched off, nothing is granted, asked or counted', () => {
    expect(judged({ confidence: 1 }, { enabled: false })).toBe('disabled');
    expect(judged({ confidence: 0.1 }, { enabled: false }, everything)).toBe('disabled');
  });

  it('REPLAN-5: what is not trusted is not weighed against limits', () => {
    expect(judged({ confidence: 0.1 }, {}, everything)).toBe('low_confidence');
  });

  it('PLAN-2: a question that only a person may settle is asked at any confidence', () => {
    const asks = (fields: Partial<ReplanDecision>, settings: object = {}) =>
      (['goal_understanding', 'execution'] as const).map((point) =>
        outcome(
          applyLimits(
            decision({ confidence: 0.25, clarification_needed: true, replan_type: 'clarification_request', ...fields }),
            at(point),
            NO_REPLANS,
            limitsOf(settings),
          ),
        ),
      );
    const both = (one: string) => [one, one];
    const secret = { clarification_questions: ['Which password does the job use?'] };
    const marked = { clarification_questions: ['Which one?'], must_be_answered: true };
    expect(asks(secret)).toEqual(both('replan with a warning'));
    expect(asks({ ...marked, confidence: 0 })).toEqual(both('replan with a warning'));
    const unasked = { llm_decision: { require_user_confirmation_on_low_confidence: false } };
    expect(asks(marked, unasked)).toEqual(both('replan with a warning'));
    expect(asks({ ...marked, must_be_answered: false })).toEqual(both('low_confidence'));
    expect(asks({ must_be_answered: true, clarification_questions: [] })).toEqual(both('low_confidence'));
    expect(asks({ ...marked, clarification_needed: false, replan_type: 'retry' })).toEqual(both('low_confidence'));
  });

  it('REPLAN-4: a limit is told before a loop, and both before a person is bothered', () => {
    expect(judged({ confidence: 0.9 }, {}, everything)).toBe('limit_reached');
    expect(judged({ confidence: 0.4 }, {}, everything)).toBe('limit_reached');
    const loop = { ...everything, partialReplans: 0, total: 0 };
    expect(judged({ confidence: 0.9 }, {}, loop)).toBe('infinite_loop');
    expect(judged({ confidence: 0.4 }, {}, loop)).toBe('infinite_loop');
  });

  it('REPLAN-4: an own limit and the total each suffice', () => {
    expect(judged({}, {}, { ...NO_REPLANS, partialReplans: 2 })).toBe('limit_reached');
    expect(judged({}, {}, { ...NO_REPLANS, total: 10 })).toBe('limit_reached');
    expect(judged({}, {}, { ...NO_REPLANS, partialReplans: 1, total: 9 })).toBe('replan');
  });

  it('REPLAN-5: who wants to go on, goes on, whatever the confidence and the counts', () => {
    for (const confidence of [0, 0.4, 1]) {
      const verdict = applyLimits(
        decision({ replan_needed: false, replan_type: 'none', confidence }),
        here,
        everything,
        DEFAULTS,
      );
      expect(verdict).toEqual({ kind: 'continue', override: null, wanted: null, contradiction: null });
    }
  });

  it('REPLAN-8: a wish that is not carried out says why, also where it names nothing that could be', () => {
    const why = (fields: Partial<ReplanDecision>, counts = NO_REPLANS, settings = {}) =>
      outcome(applyLimits(decision(fields), at('reflection'), counts, limitsOf(settings)));
    expect(why({ replan_type: 'retry' })).toBe('unreadable');
    expect(why({ replan_type: 'none' })).toBe('unreadable');
    expect(why({ replan_type: 'retry', confidence: 0.1 })).toBe('low_confidence');
    expect(why({ replan_type: 'retry' }, NO_REPLANS, { enabled: false })).toBe('disabled');
    expect(why(WAYS.clarification.fields, { ...NO_REPLANS, clarifications: 2 })).toBe('limit_reached');
  });

  it('REPLAN-8: an override says what was wanted', () => {
    expect(applyLimits(decision(WAYS.partial.fields), here, everything, DEFAULTS)).toEqual({
      kind: 'continue',
      override: 'limit_reached',
      wanted: 'partial',
      contradiction: null,
    });
  });
});

describe('what a decision asks for (REPLAN-1, REPLAN-3)', () => {
  const wanted = (point: DecisionPoint, fields: Partial<ReplanDecision>) => wantedKind(decision(fields), point);

  it.each([
    [1, 'retry'],
    [2, 'partial'],
    [3, 'actions'],
    [4, 'decomposition'],
    [5, 'goal'],
  ] as const)('REPLAN-3: level %i of execution is %s', (replan_level, kind) => {
    expect(wanted('execution', { replan_level })).toEqual({ kind, contradiction: null });
  });

  it.each([
    ['retry', 'retry'],
    ['partial_replan', 'partial'],
    ['action_regeneration', 'actions'],
    ['full_replan', 'actions'],
    ['task_redecomposition', 'decomposition'],
    ['goal_revision', 'goal'],
  ] as const)('REPLAN-1: in execution %s without a level means %s', (replan_type, kind) => {
    expect(wanted('execution', { replan_type })).toEqual({ kind, contradiction: null });
  });

  it('REPLAN-1: in execution the level decides; a contradiction is followed by a line for the log', () => {
    expect(wanted('execution', { replan_type: 'retry', replan_level: 4 })).toEqual({
      kind: 'decomposition',
      contradiction: 'type retry with level 4',
    });
    expect(wanted('execution', { replan_type: 'goal_revision', replan_level: 1 })).toEqual({
      kind: 'retry',
      contradiction: 'type goal_revision with level 1',
    });
    expect(wanted('execution', { replan_type: 'full_replan', replan_level: 2 })).toEqual({
      kind: 'partial',
      contradiction: 'type full_replan with level 2',
    });
    for (const replan_type of ['plan_revision', 'clarification_request'] as const)
      expect(wanted('execution', { replan_type, replan_level: 2 })).toEqual({
        kind: 'partial',
        contradiction: `type ${replan_type} with level 2`,
      });
    expect(wanted('execution', { replan_type: null, replan_level: 2 })).toEqual({
      kind: 'partial',
      contradiction: null,
    });
    expect(wanted('execution', { replan_type: 'partial_replan', replan_level: 2 })).toEqual({
      kind: 'partial',
      contradiction: null,
    });
  });

  it.each([
    [3, 'actions'],
    [4, 'decomposition'],
    [5, 'goal'],
  ] as const)('REPLAN-1: a full re-plan of execution is level 3, 4 or 5: %i', (replan_level, kind) => {
    expect(wanted('execution', { replan_type: 'full_replan', replan_level })).toEqual({ kind, contradiction: null });
  });

  it.each([
    ['goal_understanding', 'goal'],
    ['task_decomposition', 'decomposition'],
    ['action_sequence', 'actions'],
    ['execution', 'actions'],
    ['reflection', 'actions'],
  ] as const)('REPLAN-1: a full re-plan without a level begins at its target phase %s', (target_phase, kind) => {
    expect(wanted('execution', { replan_type: 'full_replan', target_phase })).toEqual({ kind, contradiction: null });
    expect(wanted('execution', { replan_type: 'full_replan', target_phase, replan_level: 4 }).kind).toBe(
      'decomposition',
    );
    expect(wanted('execution', { replan_type: 'partial_replan', target_phase }).kind).toBe('partial');
  });

  it('REPLAN-1: where nothing says how far, the target phase does, unless it is still to come', () => {
    const of = (point: DecisionPoint, replan_type: 'full_replan' | 'plan_revision' | null, target: DecisionPoint) =>
      wanted(point, { replan_type, target_phase: target }).kind;
    expect(of('reflection', 'full_replan', 'goal_understanding')).toBe('goal');
    expect(of('reflection', 'full_replan', 'reflection')).toBe('monitoring');
    expect(of('reflection', 'plan_revision', 'goal_understanding')).toBe('monitoring');
    expect(of('execution', null, 'task_decomposition')).toBe('decomposition');
    expect(of('action_sequence', null, 'action_sequence')).toBe('actions');
    expect(of('task_decomposition', null, 'goal_understanding')).toBe('goal');
    expect(of('task_decomposition', null, 'action_sequence')).toBeNull();
    expect(of('goal_understanding', null, 'task_decomposition')).toBeNull();
  });

  const T: readonly DecisionPoint[] = ['goal_understanding', 'task_decomposition', 'action_sequence', 'reflection'];
  it.each([
    ['clarification_request', ['clarification', null, null, null]],
    ['goal_revision', ['goal', 'goal', 'goal', 'goal']],
    ['task_redecomposition', [null, 'decomposition', 'decomposition', 'decomposition']],
    ['action_regeneration', [null, null, 'actions', 'actions']],
    ['retry', [null, null, null, null]],
    ['partial_replan', [null, null, null, 'monitoring']],
    ['full_replan', [null, null, null, 'monitoring']],
    ['plan_revision', [null, null, null, 'monitoring']],
    ['none', [null, null, null, null]],
    [null, [null, null, null, null]],
  ] as const)('REPLAN-1: outside execution the type %s decides, where it fits', (replan_type, kinds) => {
    expect(T.map((point) => wanted(point, { replan_type }).kind)).toEqual(kinds);
  });

  it('REPLAN-1: outside execution a level changes nothing; one that contradicts the type is told to the log', () => {
    expect(wanted('task_decomposition', { replan_type: 'task_redecomposition', replan_level: 1 })).toEqual({
      kind: 'decomposition',
      contradiction: 'type task_redecomposition with level 1',
    });
    expect(wanted('task_decomposition', { replan_type: 'task_redecomposition', replan_level: 4 })).toEqual({
      kind: 'decomposition',
      contradiction: null,
    });
    expect(wanted('reflection', { replan_type: 'plan_revision', replan_level: 2 })).toEqual({
      kind: 'monitoring',
      contradiction: null,
    });
  });

  it('REPLAN-1: a wish that cannot be had here goes on with the plan, and is told to the log', () => {
    expect(wanted('task_decomposition', { replan_type: 'retry' })).toEqual({
      kind: null,
      contradiction: 'type retry with level null at task_decomposition',
    });
    expect(wanted('execution', {})).toEqual({ kind: null, contradiction: 'type null with level null at execution' });
    expect(wanted('execution', { replan_type: 'clarification_request' })).toMatchObject({ kind: null });
    expect(applyLimits(decision({ replan_type: 'retry' }), at('reflection'), NO_REPLANS, DEFAULTS)).toMatchObject({
      kind: 'continue',
      wanted: null,
    });
  });

  it('REPLAN-1: a needed re-plan of no type is a contradiction', () => {
    for (const point of [...T, 'execution'] as const)
      expect(wanted(point, { replan_type: 'none', replan_level: 2 })).toEqual({
        kind: null,
        contradiction: 'replan_needed with type none',
      });
    expect(wanted('execution', { replan_needed: false, replan_type: 'retry', replan_level: 1 })).toEqual({
      kind: null,
      contradiction: null,
    });
  });

  it('REPLAN-1: after goal understanding, questions go before a revision; elsewhere they change nothing', () => {
    const fields = { replan_type: 'goal_revision', clarification_needed: true } as const;
    expect(wanted('goal_understanding', fields)).toEqual({ kind: 'clarification', contradiction: null });
    expect(wanted('task_decomposition', fields)).toEqual({ kind: 'goal', contradiction: null });
    expect(wanted('goal_understanding', { replan_needed: false, clarification_needed: true })).toEqual({
      kind: null,
      contradiction: null,
    });
    expect(wanted('goal_understanding', { ...fields, replan_level: 2 }).contradiction).toBe(
      'type goal_revision with level 2',
    );
  });
});
