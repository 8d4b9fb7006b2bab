import { describe, expect, it } from '@jest/globals';
import { phaseLine } from '../../src/comments/phase-line.ts';
import { progressWords } from '../../src/comments/progress-words.ts';
import { activityOf } from '../../src/state/select.ts';
import { waitsFor } from '../questions/hearing.ts';
import { judgement, limitsOf } from '../replan/situations.ts';
import { actionDone, after, command, doing, prepared, taskAfter, UNDISTURBED, assessedAs } from '../task/task-world.ts';
import { PLAN, reportOf, reported, taskIn, workOn } from './cases.ts';
import type { Case } from './cases.ts';
import type { Activity, EndReason } from '../../src/state/outcome.ts';

/** One sign per phase, in order: pre-planning, planning, set-up, execution, reflection, verification, complete. */
function signs(line: string): string {
  return line
    .split(' → ')
    .map((part) => part.split(' ')[0])
    .join('');
}

function ended(reason: EndReason, given: Case & { readonly from?: Activity } = {}): string {
  return phaseLine(reported(reportOf(reason, given), true));
}

describe('the display phases of a task (PLAN-1)', () => {
  it('have their names, in their order, and the one in hand in bold', () => {
    expect(phaseLine(taskIn('execute'))).toBe(
      '✅ Pre Planning → ✅ Planning → ✅ Environment Setup → 🔄 **Execution** → ⬜ Reflection → ⬜ Verification → ⬜ Complete',
    );
    expect(phaseLine(taskIn('wait'))).toContain('⏸️ **Execution** → ⬜ Reflection');
  });

  it.each([
    ['finished', undefined, '✅✅✅✅➖✅🏁'],
    ['no_change', undefined, '✅✅✅✅➖➖🏁'],
    ['already_done', undefined, '✅➖➖➖➖➖🏁'],
    ['not_achieved', undefined, '✅✅✅❌➖❌➖'],
    ['plan_not_passed', undefined, '✅❌➖➖➖➖➖'],
    ['change_not_passed', undefined, '✅✅✅✅➖❌➖'],
    ['empty_repository', undefined, '❌➖➖➖➖➖➖'],
    ['no_model_access', undefined, '✅❌➖➖➖➖➖'],
    ['impossible_plan', undefined, '✅❌➖➖➖➖➖'],
    ['sandbox_failed', undefined, '✅✅❌➖➖➖➖'],
    ['secret', undefined, '✅✅✅❌➖➖➖'],
    ['budget', 'execute', '✅✅✅❌➖➖➖'],
    ['budget', 'verify', '✅✅✅✅➖❌➖'],
    ['stopped', 'orient', '⏹️➖➖➖➖➖➖'],
    ['stopped', 'decompose', '✅⏹️➖➖➖➖➖'],
    ['stopped', 'prepare', '✅✅⏹️➖➖➖➖'],
    ['stopped', 'wait', '✅✅✅⏹️➖➖➖'],
    ['withdrawn', 'verify', '✅✅✅✅➖⏹️➖'],
  ] as const)('of one that ended with "%s" in %s tell what became of each', (reason, from, expected) => {
    expect(signs(ended(reason, from === undefined ? {} : { from }))).toBe(expected);
  });

  it('never show "Complete" as reached for a task that failed or was stopped, nor before a success is told', () => {
    const failing = reportOf('not_achieved');
    for (const task of [failing, reported(failing), reported(failing, true)])
      expect(phaseLine(task)).toMatch(/➖ Complete$/);
    const fine = reportOf('finished');
    expect(phaseLine(fine)).toMatch(/🔄 \*\*Complete\*\*$/);
    expect(phaseLine(reported(fine, true))).toMatch(/🏁 \*\*Complete\*\*$/);
  });

  it('name the tests, not the work, when only those fail', () => {
    const tests = { type: 'verification', name: 'tests', command: command('npm test', 1) } as const;
    const line = phaseLine(taskAfter([...workOn(PLAN), tests, assessedAs(PLAN)]));
    expect(signs(line)).toBe('✅✅✅✅➖❌➖');
    expect(line).toContain('❌ **Verification**');
  });

  it('name the verification, too, when the tests pass and the review refuses the change (EXEC-7)', () => {
    expect(phaseLine(reportOf('change_not_passed'))).toContain('✅ Execution → ➖ Reflection → ❌ **Verification**');
  });

  it('are those of the phase behind a wait, not always "Execution"', () => {
    const error = {
      type: 'unclear_goal',
      message: 'm',
      clarification_needed: ['Which?'],
      assumptions: [],
      evidence: [],
    } as const;
    const planning = { ...UNDISTURBED, replanning: limitsOf() };
    const waiting = after(taskAfter(prepared(PLAN).slice(0, 2), { settings: { planning } }), {
      type: 'phase',
      name: 'goal_error',
      error,
    });
    expect(waitsFor(waiting)).toBe('clarification');
    expect(signs(phaseLine(waiting))).toBe('✅⏸️⬜⬜⬜⬜⬜');
  });

  it('show "Reflection" while an action is judged, and afterwards whether there was any', () => {
    const working = doing(taskIn('execute'), 'execute');
    const judging = { reflect: true, decide: false, reflection: null, revision: null };
    expect(signs(phaseLine({ ...working, work: { ...working.work, judging } }))).toBe('✅✅✅🔄🔄⬜⬜');
    const testing = doing(taskIn('verify'), 'verify');
    expect(signs(phaseLine(testing))).toBe('✅✅✅✅➖🔄⬜');
    expect(signs(phaseLine({ ...testing, work: { ...testing.work, reflections: 1 } }))).toBe('✅✅✅✅✅🔄⬜');
  });

  it('show the work as paused, not as done, while people are asked in the middle of it (EXEC-1)', () => {
    const planning = { ...UNDISTURBED, replanning: limitsOf() };
    const working = taskAfter(prepared(PLAN));
    const failed = after({ ...working, settings: { ...working.settings, planning } }, ...actionDone(0, 'failure'));
    expect(doing(failed, 'execute').work.judging).toMatchObject({ decide: true });
    expect(signs(phaseLine(failed))).toBe('✅✅✅🔄🔄⬜⬜');
    const unsure = {
      confidence: 0.4,
      replan_type: 'retry',
      replan_level: 1,
      recommended_actions: ['Once more'],
    } as const;
    const waiting = after(failed, judgement(failed, 'execution', unsure));
    expect(waitsFor(waiting)).toBe('confirmation');
    for (const language of ['en', 'ja'] as const) {
      const line = phaseLine({ ...waiting, settings: { ...waiting.settings, language } });
      expect(signs(line)).toBe('✅✅✅⏸️⬜⬜⬜');
      expect(line).toContain(`**${progressWords(language).phases.execution}**`);
    }
  });

  it('show the work as paused while its plan is made anew or its sandbox rebuilt, with a set-up that stays done', () => {
    const planning = { ...UNDISTURBED, replanning: limitsOf() };
    const working = taskAfter(prepared(PLAN));
    const failed = after({ ...working, settings: { ...working.settings, planning } }, ...actionDone(0, 'failure'));
    const replanning = after(
      failed,
      judgement(failed, 'execution', { replan_type: 'partial_replan', replan_level: 2 }),
    );
    expect(activityOf(replanning)).toBe('sequence');
    expect(signs(phaseLine(replanning))).toBe('✅🔄✅⏸️⬜⬜⬜');
    const lost = after(working, {
      type: 'environment',
      name: 'workspace_lost',
      container_id: 'c1',
      cause: 'The container is gone.',
    });
    expect(activityOf(lost)).toBe('prepare');
    expect(signs(phaseLine(lost))).toBe('✅✅🔄⏸️⬜⬜⬜');
    expect(signs(phaseLine(taskIn('prepare')))).toBe('✅✅🔄⬜⬜⬜⬜');
  });

  it('show work that partly failed as such once it is verified', () => {
    const { work, ...rest } = doing(taskIn('verify'), 'verify');
    const actions = work.actions.map((action, index) =>
      index === 1 ? { ...action, status: 'failure' as const } : action,
    );
    expect(signs(phaseLine({ ...rest, work: { ...work, actions } }))).toBe('✅✅✅⚠️➖🔄⬜');
  });

  it('pass "Planning" by where it is switched off (PLAN-3)', () => {
    const working = doing(taskIn('execute'), 'execute');
    const settings = { ...working.settings, planning: { ...working.settings.planning, enabled: false } };
    expect(signs(phaseLine({ ...working, settings }))).toBe('✅➖✅🔄⬜⬜⬜');
  });

  it('mark a set-up that failed and was gone on from', () => {
    const failed = { type: 'environment', name: 'setup', command: command('npm ci', 1) } as const;
    const task = after(taskIn('prepare'), failed, { type: 'environment', name: 'settled' });
    expect(signs(phaseLine(task))).toBe('✅✅⚠️🔄⬜⬜⬜');
  });
});
