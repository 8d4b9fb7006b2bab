import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ReplanDecisionSchema, ReplanTypeSchema, TargetPhaseSchema } from '../../src/model-calls/judgement-schemas.ts';
import { triggerOf } from '../../src/replan/counts.ts';
import { applyLimits } from '../../src/replan/policy.ts';
import { counted, NO_REPLANS } from './situations.ts';
import type { ReplanCounts, ReplanKind, Situation } from '../../src/state/replans.ts';
import type { ReplanLimits } from '../../src/state/request.ts';

const name = fc.constantFrom('a', 'b', 'c', 'constructor', '__proto__');
const small = fc.integer({ min: 0, max: 4 });

const situations: fc.Arbitrary<Situation> = fc.record({
  point: fc.constantFrom(...TargetPhaseSchema.options),
  subtask: fc.option(name),
  action: fc.option(name),
  cause: name,
});

const decisions = fc
  .record({
    replan_needed: fc.boolean(),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    replan_type: fc.option(fc.constantFrom(...ReplanTypeSchema.options)),
    replan_level: fc.option(fc.integer({ min: 1, max: 5 })),
    clarification_needed: fc.boolean(),
  })
  .map((fields) => ReplanDecisionSchema.parse(fields));

const limits: fc.Arbitrary<ReplanLimits> = fc.record({
  enabled: fc.constantFrom(true, true, true, false),
  minConfidence: fc.double({ min: 0, max: 1, noNaN: true }),
  confirmsLowConfidence: fc.boolean(),
  confirmationThreshold: fc.double({ min: 0, max: 1, noNaN: true }),
  clarifications: small,
  questionsInWork: small,
  redecompositions: small,
  regenerations: small,
  actionRetries: small,
  partialReplans: small,
  monitoringRevisions: small,
  total: fc.integer({ min: 0, max: 12 }),
  detectsLoops: fc.boolean(),
  sameTrigger: fc.integer({ min: 1, max: 4 }),
});

const LIMIT_OF: Readonly<Record<Exclude<ReplanKind, 'goal' | 'retry'>, keyof ReplanLimits>> = {
  clarification: 'clarifications',
  decomposition: 'redecompositions',
  actions: 'regenerations',
  partial: 'partialReplans',
  monitoring: 'monitoringRevisions',
};

interface Grant {
  readonly kind: ReplanKind;
  readonly situation: Situation;
}

describe('the policy over any life of a task (REPLAN-4, REPLAN-5)', () => {
  it('REPLAN-4: no sequence of decisions is granted more than a limit, in all, by kind, by action, by trigger', () => {
    fc.assert(
      fc.property(
        limits,
        fc.array(fc.tuple(decisions, situations, fc.boolean()), { maxLength: 60 }),
        (bounds, steps) => {
          const grants: Grant[] = [];
          let counts: ReplanCounts = NO_REPLANS;
          for (const [decision, situation, isConfirmed] of steps) {
            const verdict = applyLimits(decision, situation, counts, bounds);
            if (verdict.kind === 'continue' || (verdict.kind === 'confirm' && !isConfirmed)) continue;
            grants.push({ kind: verdict.replan, situation });
            counts = JSON.parse(JSON.stringify(counted(counts, verdict.replan, situation))) as ReplanCounts;
          }
          expect(counts.total).toBe(grants.length);
          expect(grants.length).toBeLessThanOrEqual(bounds.enabled ? bounds.total : 0);
          for (const [kind, limit] of Object.entries(LIMIT_OF))
            expect(grants.filter((grant) => grant.kind === kind).length).toBeLessThanOrEqual(Number(bounds[limit]));
          const most = (keys: readonly string[]) =>
            Math.max(0, ...keys.map((key) => keys.filter((one) => one === key).length));
          expect(
            most(grants.filter((grant) => grant.kind === 'retry').map(({ situation }) => situation.action ?? '')),
          ).toBeLessThanOrEqual(bounds.actionRetries);
          if (bounds.detectsLoops)
            expect(most(grants.map(({ kind, situation }) => triggerOf(kind, situation)))).toBeLessThanOrEqual(
              bounds.sameTrigger,
            );
        },
      ),
    );
  });

  it('REPLAN-5: granted means wanted and trusted; a person is asked only about what is not; only doubt is warned of; what is refused has its reason (REPLAN-8)', () => {
    fc.assert(
      fc.property(decisions, situations, limits, (decision, situation, bounds) => {
        const verdict = applyLimits(decision, situation, NO_REPLANS, bounds);
        const isTrusted = decision.confidence >= 0.8 || decision.confidence >= bounds.minConfidence;
        if (verdict.kind !== 'continue') expect(decision.replan_needed && bounds.enabled).toBe(true);
        if (verdict.kind === 'replan') expect([isTrusted, verdict.warns]).toEqual([true, decision.confidence < 0.8]);
        if (verdict.kind === 'confirm')
          expect([
            isTrusted,
            bounds.confirmsLowConfidence,
            decision.confidence >= bounds.confirmationThreshold,
          ]).toEqual([false, true, true]);
        if (verdict.kind === 'continue') expect(verdict.override !== null).toBe(decision.replan_needed);
      }),
    );
  });

  it('REPLAN-4: judging changes nothing: the same question has the same answer', () => {
    fc.assert(
      fc.property(decisions, situations, limits, (decision, situation, bounds) => {
        expect(applyLimits(decision, situation, NO_REPLANS, bounds)).toEqual(
          applyLimits(decision, situation, NO_REPLANS, bounds),
        );
        expect(NO_REPLANS).toEqual({
          clarifications: 0,
          redecompositions: 0,
          regenerations: 0,
          partialReplans: 0,
          monitoringRevisions: 0,
          total: 0,
          questionsInWork: 0,
          retries: {},
          triggers: {},
        });
      }),
    );
  });
});
