import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { toolUse, textOf } from '../../standins/anthropic/script.ts';
import {
  actionPlan,
  askFor,
  containersOf,
  decided,
  decomposition,
  docker,
  historyOf,
  homeOf,
  isQuestion,
  pointOf,
  run,
  says,
  subtask,
  untilOver,
  worldOf,
  write,
} from './stories.ts';
import { tellAll } from './tales.ts';
import { openWorld, until } from './world.ts';
import type { ServiceProcess } from '../../demo/bench.ts';
import type { Json, SeenRequest, Step } from '../../standins/anthropic/script.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { Tale } from './tales.ts';
import type { World } from './world.ts';

const STORY = 'everything-said';
const HOME = homeOf(STORY);

/** What people say, each at its own point; the words occur nowhere else. */
const SAID = {
  goal: 'amber, said about the goal',
  division: 'birch, said about the division',
  plan: 'cedar, said about the plan of actions',
  action: 'dune, said to the worker',
  comment: 'glacier: never touch check.sh',
  execution: 'ember, said about a failure',
  wait: 'hazel, said while its container was lost',
  result: 'fjord, said about the result',
} as const;

const asks = (text: string): Json =>
  decided({
    replan_needed: true,
    confidence: 0.85,
    reasoning: `It is open: ${text}`,
    replan_type: 'clarification_request',
    clarification_needed: true,
    clarification_questions: [text],
    assumptions_to_make: ['Either.'],
  });

const level = (number: 2 | 4 | 5, type: string): Json =>
  decided({
    replan_needed: true,
    confidence: 0.9,
    reasoning: `Level ${number} is called for.`,
    replan_type: type,
    target_phase: 'execution',
    replan_level: number,
    error_classification: 'persistent',
  });

const failed = (evaluation: string) =>
  toolUse('finish_action', { status: 'failure', evaluation, issues_identified: [] });
const ended = toolUse('finish_action', { status: 'success', evaluation: 'It is done.', issues_identified: [] });

const FIRST: readonly Step[] = [
  toolUse('ask_human', { question: 'Which letter?', context: '', assumptions: ['Any.'] }),
  failed('It fails, and wants to be planned anew in part.'),
  run('sleep 2'),
  failed('It fails, and wants to be divided anew.'),
  failed('It fails, and wants another goal.'),
  toolUse('ask_human', { question: 'Which hand?', context: '', assumptions: ['Either.'] }),
  write('answer.txt', '42\n'),
  ended,
  write('reviewed.txt', 'yes\n'),
  ended,
];
const SECOND: readonly Step[] = [write('answer.txt', '42\n'), write('reviewed.txt', 'again\n'), ended];

const told = (request: SeenRequest, place: keyof typeof SAID) => says(request, SAID[place]);

const story: Story = {
  goal: (request) =>
    told(request, 'goal')
      ? {
          goal_understanding: {
            main_objective: `Put the right number there (story ${STORY}).`,
            success_criteria: ['sh check.sh passes'],
            constraints: [],
            context: '',
          },
        }
      : {
          error: {
            type: 'unclear_goal',
            message: 'It is not clear.',
            clarification_needed: ['Which colour?'],
            assumptions: ['Any.'],
          },
        },
  decomposition: decomposition(subtask('task_1')),
  plan: actionPlan(),
  decision: (request) => {
    switch (pointOf(request)) {
      case 'task_decomposition':
        return told(request, 'division') ? decided() : asks('Which tree?');
      case 'action_sequence':
        return told(request, 'plan') ? decided() : asks('Which wood?');
      case 'execution':
        if (!told(request, 'execution')) return asks('Which fire?');
        if (says(request, 'wants another goal')) return level(5, 'goal_revision');
        if (says(request, 'wants to be divided anew')) return level(4, 'task_redecomposition');
        return level(2, 'partial_replan');
      case 'reflection':
        return told(request, 'result') ? decided() : asks('Which water?');
      default:
        return decided();
    }
  },
  review: (request) =>
    says(request, 'reviewed.txt')
      ? { result: 'PASS', feedback: 'It does what was asked for.' }
      : { result: 'FAIL', feedback: 'Add a file that says that it was looked at.' },
  steps: Array.from({ length: FIRST.length + 1 }, (_, at) => (request: SeenRequest) => {
    const steps = textOf(request.messages[0]).includes(SAID.action) ? SECOND : FIRST;
    const step = steps[Math.min(at, steps.length - 1)];
    if (step === undefined) throw new Error('There is no such step.');
    return typeof step === 'function' ? step(request) : step;
  }),
};

const judged = (fields: Json): Story => ({
  decision: (request) => (pointOf(request) === 'reflection' ? decided(fields) : decided()),
});

/** The judgements of the whole at the end, with ending, title of the result and draft or none. */
const VERDICTS: Readonly<Record<string, Story>> = {
  denied: judged({ evaluation_result: 'failure', achievement_rate: 10, issues_found: ['Half of it is missing.'] }),
  partly: judged({
    evaluation_result: 'partial_success',
    achievement_rate: 60,
    issues_found: ['The rest is missing.'],
  }),
  mostly: judged({ evaluation_result: 'success', achievement_rate: 90, issues_found: ['There is no example.'] }),
  disowned: {
    summary: {
      summary: {
        goal_achieved: false,
        tasks_completed: 1,
        tasks_failed: 0,
        key_outcomes: ['There is a number.'],
        remaining_risks: ['The number is a guess.'],
      },
      pull_request: { title: 'Guess a number', body: 'It may be another one.' },
    },
  },
};

describe('what people say to a task (PLAN-2)', () => {
  let world: World;
  let service: ServiceProcess;
  let issue: number;
  /** How many requests the model had received when something was said. */
  const sentBefore = new Map<keyof typeof SAID, number>();
  let first: readonly Recorded[];
  let second: readonly Recorded[];
  let tale: (story: string) => Tale;

  /** To the model, for that story. */
  const requests = () =>
    world.anthropic.requests.flatMap(({ bodyText }) => (bodyText.includes(`story ${STORY}`) ? [bodyText] : []));
  const settings = {
    MAX_TOTAL_REPLANS: '30',
    PLANWRIGHT_PLANNING__REPLANNING__GOAL_UNDERSTANDING__MAX_CLARIFICATION_REQUESTS: '9',
    PLANWRIGHT_SANDBOX__KEEP_SEC: '600',
    PLANWRIGHT_QUEUE__CONCURRENCY: '4',
  };
  const say = async (place: keyof typeof SAID) => {
    sentBefore.set(place, requests().length);
    await world.github.acts.comment({ repository: HOME, issue, by: MAINTAINER, body: `@planwright ${SAID[place]}` });
  };
  const history = () => historyOf(world, issue, HOME);
  const asked = (count: number) =>
    until(async () => (await history()).filter(isQuestion).length === count, `question ${count}`);
  const answer = async (count: number, place: keyof typeof SAID) => {
    await asked(count);
    await say(place);
  };

  beforeAll(async () => {
    world = await openWorld(worldOf({ [STORY]: story, ...VERDICTS }));
    service = await world.start(settings);
    const judgedMeanwhile = tellAll(world, Object.keys(VERDICTS));
    issue = await askFor(world, STORY, HOME);
    await answer(1, 'goal');
    await answer(2, 'division');
    await answer(3, 'plan');
    await answer(4, 'action');
    await answer(5, 'execution');
    await until(
      async () => (await history()).some((fact) => fact.type === 'revision'),
      'the plan that was made anew in part',
    );
    await say('comment');
    await asked(6);
    tale = await judgedMeanwhile;
    service.child.kill('SIGKILL');
    await service.ended;
    const task = (await history())[0]?.task_uuid ?? '';
    docker('rm', '--force', '--volumes', containersOf(task));
    service = await world.start(settings);
    await say('wait');
    await answer(7, 'result');
    first = await untilOver(world, issue, HOME);
    await world.github.acts.comment({ repository: HOME, issue, by: MAINTAINER, body: '@planwright retry' });
    second = await until(async () => {
      const lines = await historyOf(world, issue, HOME, first[0]?.task_uuid);
      return lines.at(-1)?.type === 'completion' ? lines : null;
    }, 'the end of the second task');
  }, 240_000);
  afterAll(async () => {
    await world?.close();
  });

  it('went through all that may make one forget (PLAN-2)', () => {
    expect(first.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(first.flatMap((fact) => (fact.type === 'revision' ? [fact.source] : []))).toEqual([
      'replan',
      'replan',
      'replan',
      'review',
    ]);
    expect(second.at(-1)).toMatchObject({ status: 'succeeded', reason: 'finished' });
    expect(second.filter(isQuestion)).toEqual([]);
  });

  it.each(Object.keys(SAID) as readonly (keyof typeof SAID)[])(
    '%s: stands in every later request, of the next task on the issue too (PLAN-2)',
    (place) => {
      const since = requests().findIndex((text) => text.includes(SAID[place]));
      // Only a comment beside the work may arrive while another call runs.
      expect(since - (sentBefore.get(place) ?? 0)).toBeLessThanOrEqual(place === 'comment' ? 3 : 0);
      const later = requests().slice(since);
      expect(later.length).toBeGreaterThan(5);
      const missing = later.flatMap((text, at) =>
        text.includes(SAID[place]) ? [] : [`${since + at}: ${/"name":"(submit_\w+|finish_action)"/.exec(text)?.[1]}`],
      );
      expect(missing).toEqual([]);
    },
  );

  it.each([
    ['denied', 'failed', 'Half of it is missing.'],
    ['partly', 'failed', 'The rest is missing.'],
    ['mostly', 'succeeded', 'There is no example.'],
    ['disowned', 'failed', 'The number is a guess.'],
  ] as const)(
    '%s: a verdict about the whole is its ending, and what is missing is read (PLAN-7)',
    (name, status, text) => {
      const { history, result, pulls } = tale(name);
      const achieved = status === 'succeeded';
      expect(history.at(-1)).toMatchObject({ status, summary: { goal_achieved: achieved } });
      expect(pulls.map((one) => one.pull?.draft)).toEqual([!achieved]);
      for (const shown of [result, pulls[0]?.body]) expect(shown).toContain(text);
      expect(result.includes('✅ Done')).toBe(achieved);
      for (const shown of [result, pulls[0]?.body ?? '']) expect(shown.includes('by my own judgement')).toBe(!achieved);
    },
  );
});
