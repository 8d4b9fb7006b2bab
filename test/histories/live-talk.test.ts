import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MAINTAINER } from '../../demo/story.ts';
import { next } from '../../src/flow/next.ts';
import { replay } from '../../src/state/evolve.ts';
import {
  answerBy,
  actionPlan,
  askFor,
  commentsOn,
  containersOf,
  decided,
  decomposition,
  docker,
  done,
  historyOf,
  homeOf,
  isQuestion,
  pointOf,
  run,
  says,
  subtask,
  untilOver,
  untilRecorded,
  worldOf,
  write,
} from '../flows/stories.ts';
import { openWorld, until } from '../flows/world.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from '../flows/stories.ts';
import type { World } from '../flows/world.ts';

const QUESTION = 'Which number is the right one?';
/** Lasts until the comment has reached the task. */
const AT_WORK = run('until [ -e /tmp/go ]; do sleep 0.05; done');

const again = decided({
  replan_needed: true,
  confidence: 0.85,
  reasoning: 'The number has to be another one.',
  replan_type: 'partial_replan',
  target_phase: 'execution',
  replan_level: 2,
  issues_found: ['The number is 43'],
  recommended_actions: ['Write 42'],
  error_classification: 'persistent',
});

const TALK: Story = {
  goal: (request) =>
    says(request, answerBy('mika', '42'))
      ? {
          goal_understanding: {
            main_objective: 'Put the right number into answer.txt (story talk).',
            success_criteria: ['sh check.sh passes'],
            constraints: [],
            context: 'One file.',
          },
        }
      : {
          error: {
            type: 'unclear_goal',
            message: 'The issue names no number.',
            clarification_needed: [QUESTION],
            assumptions: ['It is 42.'],
          },
        },
  decomposition: decomposition(subtask('task_1'), subtask('task_2', ['task_1'])),
  plan: (request) =>
    actionPlan({ subtasks: says(request, 'Planning again (partial)') ? ['task_2', 'task_3'] : ['task_1', 'task_2'] }),
  decision: (request) =>
    pointOf(request) === 'execution' &&
    says(request, 'The number was 43.') &&
    !says(request, 'The number has to be another one.')
      ? again
      : decided(),
  patch: {
    understanding: 'A note is wanted too.',
    operations: [
      {
        op: 'create',
        temp_id: 'note',
        title: 'Write a note',
        description: 'Write a note about it',
        dependencies: ['task_2'],
      },
    ],
    questions: [],
    potential_conflicts: [],
  },
  steps: [
    AT_WORK,
    write('log.txt', 'begun\n'),
    done(),
    write('answer.txt', '43\n'),
    done('failure', ['The number was 43.']),
    write('answer.txt', '42\n'),
    done(),
    write('note.txt', 'It is 42.\n'),
    done(),
  ],
};

describe('the history of a task with a question, a change of its plan by a comment, and a re-plan', () => {
  let world: World;
  let history: readonly Recorded[] = [];
  beforeAll(async () => {
    world = await openWorld(worldOf({ talk: TALK }));
    const service = await world.start();
    const repository = homeOf('talk');
    const issue = await askFor(world, 'talk');
    const say = (body: string) => world.github.acts.comment({ repository, issue, by: MAINTAINER, body });
    await until(() => commentsOn(world, issue).find((body) => body.includes(QUESTION)), 'the question');
    await say('42');
    const isAtWork = (fact: Recorded) =>
      fact.type === 'effect' && fact.name === 'started' && fact.effect === 'use_tool';
    const atWork = await untilRecorded(world, issue, isAtWork, 'the work');
    await say('@planwright write a note about it as well');
    const isTold = (line: string) => line.includes('delivery acted on') && /what=(joined|sent)/.test(line);
    await until(() => service.output().split('\n').some(isTold), 'the comment');
    docker('exec', containersOf(atWork.task_uuid), 'touch', '/tmp/go');
    history = await untilOver(world, issue);
  }, 120_000);
  afterAll(async () => {
    await world?.close();
  });

  it('tells all of it, and leads to the same state each time (PLAN-4, PLAN-5)', async () => {
    const task = replay(history);
    if (task === null) throw new Error('A history leads to a task.');
    expect(replay(structuredClone(history))).toEqual(task);
    expect(task).toMatchObject({
      stage: { is: 'ended', ending: { status: 'succeeded', reason: 'finished' }, pullRequest: { draft: false } },
      work: {
        actions: [
          { taskId: 'task_1', status: 'success' },
          { taskId: 'task_2', status: 'success' },
          { taskId: 'task_3', status: 'success' },
        ],
      },
    });
    const happened = history.flatMap((fact) => {
      if (isQuestion(fact) || fact.type === 'answer') return [fact.type];
      if (fact.type === 'revision') return [`revision by ${fact.source}`];
      return fact.type === 'replan_decision' && fact.name === 'completed' ? [`${fact.name}: ${fact.result}`] : [];
    });
    expect(happened).toEqual(['question', 'answer', 'revision by comment', 'revision by replan', 'completed: success']);
  });

  it('can be replayed from every prefix, and always says what comes next', async () => {
    expect(await historyOf(world, 1)).toEqual(history);
    for (let length = 1; length <= history.length; length += 1) {
      const task = replay(history.slice(0, length));
      if (task === null) throw new Error('A history leads to a task.');
      expect(next(task).kind).toBe(length === history.length ? 'ended' : 'perform');
    }
  });
});
