import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import {
  actionPlan,
  askFor,
  commentsOn,
  decided,
  historyOf,
  homeOf,
  pointOf,
  says,
  untilOver,
  verdictsIn,
  worldOf,
} from './stories.ts';
import { openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { SeenRequest } from '../../standins/anthropic/script.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

/** Wants another action plan once, with this confidence. */
function unsure(confidence: number): Story {
  const plan = (request: SeenRequest) => {
    const given = actionPlan();
    return says(request, 'Planning again')
      ? {
          ...given,
          action_plan: {
            ...given.action_plan,
            actions: given.action_plan.actions.map((action) => ({ ...action, purpose: 'By another way' })),
          },
        }
      : given;
  };
  const decision = (request: SeenRequest) =>
    pointOf(request) !== 'action_sequence' || says(request, 'By another way')
      ? decided()
      : decided({
          replan_needed: true,
          confidence,
          reasoning: 'Another order might be better.',
          replan_type: 'action_regeneration',
          target_phase: 'action_sequence',
          issues_found: ['The order is odd'],
          recommended_actions: ['Order the actions anew'],
        });
  return { plan, decision };
}

const STORIES: Readonly<Record<string, Story>> = {
  sure: unsure(0.9),
  'nearly-sure': unsure(0.79),
  middling: unsure(0.5),
  'confirmed-yes': unsure(0.49),
  'confirmed-no': unsure(0.49),
  'confirmed-never': unsure(0.49),
  doubtful: unsure(0.3),
  guess: unsure(0.29),
};
const CONFIRMED = ['confirmed-yes', 'confirmed-no', 'confirmed-never', 'doubtful'];

describe('how sure the model is of a re-plan', () => {
  let world: World;
  let service: ServiceProcess;
  const issues = new Map<string, number>();
  const issueOf = (story: string) => issues.get(story) ?? 0;
  const over = (story: string) => untilOver(world, issueOf(story), homeOf(story));
  const say = (story: string, body: string) =>
    world.github.acts.comment({ repository: homeOf(story), issue: issueOf(story), by: MAINTAINER, body });
  const wantedIn = (history: readonly Recorded[]) =>
    verdictsIn(history).filter((fact) => fact.llm_decision?.replan_needed === true);
  const completedIn = (history: readonly Recorded[]) =>
    history.filter((fact) => fact.type === 'replan_decision' && fact.name === 'completed');
  const progressOf = (story: string) =>
    commentsOn(world, issueOf(story), homeOf(story)).find((body) => body.includes('planwright:progress')) ?? '';
  const questionsOf = (story: string) =>
    commentsOn(world, issueOf(story), homeOf(story)).filter((body) => body.includes('planwright:question'));
  const questionOf = (story: string) => until(() => questionsOf(story)[0], `the question of ${story}`);
  /** Log lines at level `warn` about the decisions of a task. */
  const warnings = (history: readonly Recorded[]) =>
    service
      .output()
      .split('\n')
      .filter((line) => line.includes(`task=${history[0]?.task_uuid ?? ''}`) && / WARN .*re-plan/.test(line));

  beforeAll(async () => {
    world = await openWorld(worldOf(STORIES));
    service = await world.start({
      PLANWRIGHT_PLANNING__REPLANNING__GOAL_UNDERSTANDING__AUTO_ASSUME_TIMEOUT_MINUTES: '0.6',
    });
    for (const story of Object.keys(STORIES)) issues.set(story, await askFor(world, story, homeOf(story)));
  });
  afterAll(async () => {
    await world?.close();
  });

  const isPlannedAnew = (history: readonly Recorded[]) => {
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(history.filter((fact) => fact.type === 'plan' || fact.type === 'revision')).toHaveLength(2);
    expect(completedIn(history)).toMatchObject([
      {
        result: 'success',
        executed: true,
        plan_before: expect.anything(),
        plan_after: { action_plan: { actions: [{ purpose: 'By another way' }] } },
      },
    ]);
  };
  const isKept = (history: readonly Recorded[]) => {
    expect(history.at(-1)).toMatchObject({ reason: 'finished' });
    expect(history.filter((fact) => fact.type === 'plan' || fact.type === 'revision')).toHaveLength(1);
    expect(completedIn(history).filter((fact) => 'executed' in fact && fact.executed)).toEqual([]);
  };

  it('0.49: a person is asked, and with yes the plan is made anew (REPLAN-5, 7, 8)', async () => {
    const question = await questionOf('confirmed-yes');
    expect(question).toContain('## ❓ Confirmation Needed (AI Decision)');
    expect(question).toContain('1. Order the actions anew');
    expect(question).toContain('Another order might be better.');
    await say('confirmed-yes', 'yes, please');
    const history = await over('confirmed-yes');
    expect(wantedIn(history)).toMatchObject([
      { confidence: 0.49, verdict: 'confirm', executed: false, override_reason: null, kind: 'actions' },
    ]);
    isPlannedAnew(history);
    expect(questionsOf('confirmed-yes')).toHaveLength(1);
    expect(progressOf('confirmed-yes')).toContain('✅ completed');
  });

  it('0.49: with no, the current plan goes on, and the notice says who decided (REPLAN-5, 7)', async () => {
    await questionOf('confirmed-no');
    await say('confirmed-no', 'No');
    const history = await over('confirmed-no');
    isKept(history);
    expect(history.filter((fact) => fact.type === 'answer')).toMatchObject([{ name: 'given', verdict: 'no' }]);
    expect(progressOf('confirmed-no')).toMatch(/➖ not done: .*(person|people)/);
  });

  it('0.3: is still asked about; an answer that is neither yes nor no is told once how to answer, and leaves the question open (REPLAN-5, GH-6)', async () => {
    await questionOf('doubtful');
    await say('doubtful', 'What would change then?');
    await until(
      async () =>
        (await historyOf(world, issueOf('doubtful'), homeOf('doubtful'))).some(
          (fact) => fact.type === 'answer' && fact.name === 'given' && fact.verdict === 'unclear',
        ),
      'the unclear answer',
    );
    const explanations = () =>
      commentsOn(world, issueOf('doubtful'), homeOf('doubtful')).filter((body) =>
        body.includes('planwright:explanation'),
      );
    await until(() => explanations()[0], 'how to answer');
    await say('doubtful', 'Let me ask around.');
    await say('doubtful', 'Yes, and leave the tests alone.');
    const history = await over('doubtful');
    expect(explanations()).toHaveLength(1);
    expect(history).toContainEqual(
      expect.objectContaining({ type: 'answer', remark: 'Yes, and leave the tests alone.' }),
    );
    expect(wantedIn(history)).toMatchObject([{ confidence: 0.3, verdict: 'confirm' }]);
    isPlannedAnew(history);
  });

  it('0.9: the plan is made anew at once, without a warning (REPLAN-5)', async () => {
    const history = await over('sure');
    expect(wantedIn(history)).toMatchObject([
      { confidence: 0.9, verdict: 'replan', executed: true, warns: false, override_reason: null },
    ]);
    isPlannedAnew(history);
    expect(warnings(history)).toEqual([]);
  });

  for (const [story, confidence] of [
    ['nearly-sure', 0.79],
    ['middling', 0.5],
  ] as const) {
    it(`${confidence}: the plan is made anew at once, with a warning in the log (REPLAN-5)`, async () => {
      const history = await over(story);
      expect(wantedIn(history)).toMatchObject([{ confidence, verdict: 'replan', executed: true, warns: true }]);
      isPlannedAnew(history);
      expect(warnings(history)).toEqual([expect.stringContaining('re-plan granted on moderate confidence')]);
      expect(progressOf(story)).toContain(`**Confidence**: ${confidence * 100}%`);
    });
  }

  it('0.29: nobody is asked, the current plan goes on, and the log and the notice say so (REPLAN-5, 7, 8)', async () => {
    const history = await over('guess');
    isKept(history);
    expect(wantedIn(history)).toMatchObject([
      { confidence: 0.29, verdict: 'continue', executed: false, override_reason: 'low_confidence', result: 'skipped' },
    ]);
    expect(warnings(history)).toEqual([expect.stringContaining('re-plan decision overridden')]);
    expect(progressOf('guess')).toContain('➖ not done:');
  });

  it('asks nobody but where it is to be asked (REPLAN-5)', () => {
    expect(
      Object.keys(STORIES)
        .filter((story) => questionsOf(story).length > 0)
        .toSorted(),
    ).toEqual(CONFIRMED.toSorted());
  });

  // Last, because it takes the whole time for an answer.
  it('0.49: when nobody says anything in the assumption time, the current plan goes on (REPLAN-5)', async () => {
    const history = await over('confirmed-never');
    isKept(history);
    expect(history.filter((fact) => fact.type === 'answer')).toMatchObject([{ name: 'assumed' }]);
    expect(questionsOf('confirmed-never')).toHaveLength(1);
  });
});
