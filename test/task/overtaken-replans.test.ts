import { beforeAll, describe, expect, it } from '@jest/globals';
import { limitsOf } from '../replan/situations.ts';
import { noticeLog } from '../../src/comments/notices.ts';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { askDecision } from '../../src/effects/ask-judgement.ts';
import { useTool } from '../../src/effects/use-tool.ts';
import { activityOf, blockingIn } from '../../src/state/select.ts';
import { actionDone, after, planOf, prepared, subtask, taskAfter, UNDISTURBED } from './task-world.ts';
import type { Prompts } from '../../src/model-calls/catalogue.ts';
import type { DecisionPoint } from '../../src/state/judgements.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

const PLAN = planOf([subtask('a'), subtask('b')]);
const [, , GOAL, DIVISION] = prepared(PLAN) as readonly [Fact, Fact, Fact, Fact];
const FINE = { replan_needed: false, confidence: 0.9, reasoning: 'Fine.' };
const signal = new AbortController().signal;

describe('what a granted re-plan has come to when the next judgement is made (REPLAN-7, REPLAN-8)', () => {
  let prompts: Prompts;
  const warnings: string[] = [];
  beforeAll(async () => {
    prompts = await loadPrompts();
  });

  function toolsSaying(decision: unknown): Toolbox {
    const usage = { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 };
    const content = [
      { type: 'tool_use', id: 'd', name: 'submit_replan_decision', input: { replan_decision: decision } },
    ];
    return {
      prompts,
      clock: { now: () => 0 },
      log: { warn: (_: unknown, message: string) => warnings.push(message) },
      nonceOf: () => '0123456789abcdef0123456789abcdef',
      redact: (text: string) => text,
      maxOutputTokens: 1_000,
      model: {
        name: 'test',
        price: () => 0,
        ask: async () => ({ model: 'test', content, stopReason: 'end_turn', usage, attempts: 1 }),
      },
    } as unknown as Toolbox;
  }
  const judged = async (task: Task, point: DecisionPoint, decision: object): Promise<Task> => {
    const tools = toolsSaying({ confidence: 0.9, replan_needed: true, ...decision });
    const effect = { kind: 'ask_decision', point } as const;
    return after(task, ...(await askDecision({ effect, key: `d${task.version}`, task, tools, signal })));
  };
  const begun = async (): Promise<Task> => {
    const replanning = limitsOf();
    const settings = { planning: { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000, replanning } } as const;
    const understood = after(taskAfter(prepared(PLAN).slice(0, 2), { settings }), GOAL);
    return after(await judged(understood, 'goal_understanding', FINE), DIVISION);
  };
  const outcomes = (task: Task) => task.replanning.records.map(({ kind, result }) => `${kind} ${result}`);

  it('is completed when what it made is judged and is to be made anew once more', async () => {
    const wish = (reasoning: string) => ({ replan_type: 'task_redecomposition', reasoning, issues_found: [reasoning] });
    let task = after(await judged(await begun(), 'task_decomposition', wish('Too coarse.')), DIVISION);
    expect(outcomes(task)).toEqual(['decomposition pending']);
    task = after(await judged(task, 'task_decomposition', wish('Too fine.')), DIVISION);
    expect(outcomes(task)).toEqual(['decomposition success', 'decomposition pending']);
    const doubtful = await judged(task, 'task_decomposition', { ...wish('Too odd.'), confidence: 0.4 });
    expect(activityOf(doubtful)).toBe('wait');
    expect(noticeLog(doubtful.replanning.records, 'en')).not.toContain('🔄 started');
  });

  it('is left open until there is a plan where what it made will do, so that the record names that plan', async () => {
    const task = after(
      await judged(await begun(), 'task_decomposition', { replan_type: 'task_redecomposition' }),
      DIVISION,
    );
    expect(outcomes(await judged(task, 'task_decomposition', FINE))).toEqual(['decomposition pending']);
  });

  it('is completed when it was a question and the judgement is made with its answer', async () => {
    const asks = {
      clarification_needed: true,
      clarification_questions: ['One or both?'],
      replan_type: 'task_redecomposition',
    };
    const asked = await judged(await begun(), 'task_decomposition', asks);
    const question_id = blockingIn(asked)?.questionId ?? 0;
    const answered = after(
      asked,
      { type: 'question', name: 'posted', question_id, comment_id: 5, url: 'u', texts: [] },
      {
        type: 'answer',
        name: 'given',
        question_id,
        by: { id: 8, login: 'mika' },
        text: 'Both.',
        settles: { 0: 'Both.' },
        verdict: null,
      },
    );
    expect(outcomes(answered)).toEqual(['clarification pending']);
    expect(outcomes(await judged(answered, 'task_decomposition', FINE))).toEqual(['clarification success']);
  });

  it('is told to the log when the judgement that came with an action cannot be read (REPLAN-10)', async () => {
    const close = async (decision: unknown) => {
      warnings.length = 0;
      const input = {
        status: 'success',
        evaluation: 'Done.',
        ...(decision === undefined ? {} : { replan_decision: decision }),
      };
      const content = [{ type: 'tool_use', id: 'end', name: 'finish_action', input }] as const;
      const answer: Fact = { type: 'action', name: 'answer', action: 0, content, stop_reason: 'tool_use' };
      const task = taskAfter([...prepared(PLAN), ...actionDone(0).slice(0, 2), answer]);
      const effect = { kind: 'use_tool', toolUseId: 'end', tool: 'finish_action' } as const;
      await useTool({ effect, key: 'k', task, tools: toolsSaying(FINE), signal });
      return [...warnings];
    };
    expect(await close({ replan_needed: 'perhaps' })).toEqual(['unreadable re-plan decision, the plan stays']);
    expect(await close(undefined)).toEqual([]);
    expect(await close({ ...FINE, confidence: '90%' })).toEqual([]);
  });
});
