/** A task whose plan was revised four times, as people see it. */
import { ReplanDecisionSchema } from '../../src/model-calls/judgement-schemas.ts';
import { at } from '../replan/situations.ts';
import { BEGAN } from '../task/task-world.ts';
import * as tell from './rendered-tasks.ts';
import type { Box, PlanVersion, ReplanRecord } from '../../src/state/replans.ts';
import type { Task } from '../../src/state/task.ts';
import type { Language } from './cases.ts';

export function revised(language: Language): Task {
  const why = {
    en: [
      'The parser is generated; it must not be edited by hand.',
      'The generator needs Java, which is missing.',
      'The tests use another fixture.',
      'The fixture is shared with another package.',
    ],
    ja: [
      'パーサーは生成されたもので、直接編集できません。',
      '生成に必要な Java がありません。',
      'テストは別のフィクスチャを使っています。',
      'フィクスチャは別のパッケージと共有されています。',
    ],
  }[language];
  const box = (number: number, state: Box['state']): Box => {
    const title = tell.TOLD[language].subtasks[number % 3] ?? '';
    return { id: `task_${number}`, title, description: title, state };
  };
  const versions = why.map(
    (replacedBecause, index): PlanVersion => ({
      number: index + 1,
      startedAt: BEGAN + index * 600_000,
      boxes: [box(1, 'done'), box(index + 1, index === 0 ? 'open' : 'failed'), box(index + 2, 'open')],
      replacedBecause,
      replacedAt: BEGAN + (index + 1) * 600_000,
    }),
  );
  const records = why.map(
    (reasoning, index): ReplanRecord => ({
      id: `r${index}`,
      point: 'execution',
      kind: 'partial',
      situation: at('execution'),
      executed: true,
      override: null,
      at: BEGAN + (index + 1) * 600_000,
      result: index === 3 ? 'pending' : 'success',
      decision: ReplanDecisionSchema.parse({
        replan_needed: true,
        confidence: 0.85,
        reasoning,
        issues_found: [reasoning],
        recommended_actions: [tell.TOLD[language].subtasks[1]],
      }),
    }),
  );
  const task = tell.atWork(language);
  const replanning = { ...task.replanning, versions, records, reason: why[3] ?? null, previous: { done: 1, all: 3 } };
  return { ...task, replanning: { ...replanning, currentSince: BEGAN + 2_400_000 } };
}
