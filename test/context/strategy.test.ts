import { beforeAll, describe, expect, it } from '@jest/globals';
import { planningQuestion } from '../../src/model-calls/planning-messages.ts';
import { taskIn } from '../progress/cases.ts';
import { doing } from '../task/task-world.ts';
import { answered } from '../task/answered.ts';
import { promptTools } from './views.ts';
import { loadPrompts, type Prompts } from '../../src/model-calls/catalogue.ts';

const STRATEGIES = ['chain_of_thought', 'hierarchical', 'simple'] as const;
const LEVELS = ['detailed', 'moderate', 'minimal'] as const;

describe('strategies and levels of dividing the work (PLAN-3)', () => {
  let prompts: Prompts;
  beforeAll(async () => {
    prompts = await loadPrompts();
  });
  const strategyText = (strategy: (typeof STRATEGIES)[number]) => prompts.render(`strategies/${strategy}`, {});

  it('make nine different prompts', () => {
    const texts = STRATEGIES.flatMap((strategy) =>
      LEVELS.map((level) =>
        prompts.render('task-decomposition', {
          strategy: strategyText(strategy),
          decomposition_level: prompts.render(`levels/${level}`, { max_subtasks: '100' }),
          goal: 'g',
          issue: 'i',
          project_rules: 'None.',
          service: '',
          limits: '',
          tools: 't',
          said: 'Nothing.',
          neighbours: '',
          notes: 'None.',
          work_so_far: '',
          own_judgement: '',
        }),
      ),
    );
    expect(new Set(texts).size).toBe(9);
  });

  it('reach the model by the settings of the task, with the one limit that there is', async () => {
    const tools = await promptTools();
    const task = doing(taskIn('decompose'), 'decompose');
    const question = (strategy: (typeof STRATEGIES)[number], level: (typeof LEVELS)[number]) => {
      const planning = { ...task.settings.planning, strategy, level };
      return planningQuestion(
        'task_decomposition',
        { ...task, settings: { ...task.settings, maxSubtasks: 40, planning } },
        tools,
      );
    };
    expect(question('hierarchical', 'minimal')).toContain('Strategy: hierarchical.');
    expect(question('chain_of_thought', 'minimal')).toContain('Strategy: chain of thought.');
    expect(question('simple', 'detailed')).toContain('Strategy: simple.');
    expect(question('simple', 'detailed')).toContain('Divide in detail:');
    expect(question('simple', 'minimal')).toContain('Divide as little as possible:');
    expect(
      (['detailed', 'moderate', 'minimal'] as const).map((level) => /At most \d+/.exec(question('simple', level))?.[0]),
    ).toEqual(['At most 40', 'At most 40', 'At most 40']);
  });

  it('hierarchical asks for a tree by parent_id, which is no field of the others (PLAN-3, MODEL-2)', async () => {
    expect(strategyText('hierarchical')).toContain('names it in `parent_id`');
    const task = doing(taskIn('decompose'), 'decompose');
    const offered: boolean[] = [];
    for (const strategy of ['hierarchical', 'chain_of_thought', 'simple'] as const) {
      const settings = { ...task.settings, planning: { ...task.settings.planning, strategy } };
      await answered({ ...task, settings }, 'task_decomposition', {}, (request) => {
        offered.push(JSON.stringify(request).includes('parent_id'));
      });
    }
    expect(offered.slice(0, 1)).toEqual([true]);
    expect(offered.slice(-1)).toEqual([false]);
    expect(new Set(offered.slice(offered.indexOf(false)))).toEqual(new Set([false]));
  });

  it('simple asks for no dependencies and no reasoning, which the others ask for', () => {
    expect(strategyText('simple')).toContain('Leave `dependencies` empty');
    expect(strategyText('simple')).toContain('Leave `reasoning` empty');
    for (const strategy of ['chain_of_thought', 'hierarchical'] as const)
      expect(strategyText(strategy)).toContain('`dependencies` names');
  });

  it.each(LEVELS)('%s divides up to max_subtasks', async (level) => {
    const task = doing(taskIn('decompose'), 'decompose');
    const settings = { ...task.settings, maxSubtasks: 7, planning: { ...task.settings.planning, level } };
    const divided = (count: number) => ({
      task_decomposition: {
        subtasks: Array.from({ length: count }, (_, at) => ({ id: `s${at}`, description: 'It' })),
      },
      acceptance_criteria: [{ id: 'AC-1', description: 'It works' }],
    });
    const given = async (count: number) =>
      (await answered({ ...task, settings }, 'task_decomposition', divided(count)))?.type;
    expect([await given(7), await given(8)]).toEqual(['phase', 'error']);
  });
});
