import { describe, expect, it } from '@jest/globals';
import { timeSpent } from '../../demo/time-spent.ts';
import { BEGAN, command, recorded, usage } from './recorded.ts';
import type { EffectKind } from '../../src/state/effect.ts';
import type { Fact } from '../../src/state/facts.ts';

function started(effect: EffectKind): Fact {
  return { type: 'effect', name: 'started', effect, key: effect };
}

describe('where the time of a task went', () => {
  it('takes from the whole only what is recorded as somebody else’s', () => {
    const entries = recorded(
      [100, started('create_progress_comment')],
      [1_100, { type: 'effect', name: 'progress_comment', comment_id: 1, url: '' }],
      [1_100, started('ask_next_step')],
      [1_420, { type: 'action', name: 'answer', action: 0, content: [], stop_reason: 'tool_use' }],
      [1_420, usage(300)],
      [1_420, started('start_sandbox')],
      [1_670, { type: 'environment', name: 'container', container_id: 'c', image: 'i' }],
      [1_670, started('run_setup')],
      [1_730, { type: 'environment', name: 'setup', command: command('npm ci', 0, 50) }],
      [1_730, started('use_tool')],
      [
        1_740,
        { type: 'tool', tool_use_id: 't', tool: 'read_file', ok: true, text: '', exit_code: null, duration_ms: 9 },
      ],
      [1_740, started('checkpoint')],
      [2_000, { type: 'effect', name: 'checkpoint', subtask: 's', change: null, command_ms: 100, github_ms: 120 }],
      [
        2_000,
        {
          type: 'completion',
          phase: 'completion',
          done: true,
          status: 'succeeded',
          reason: 'finished',
          summary: { goal_achieved: true, tasks_completed: 1, tasks_failed: 0, key_outcomes: [] },
        },
      ],
    );
    const time = timeSpent(entries, BEGAN);
    expect(time).toEqual({
      totalMs: 2_000,
      modelMs: 300,
      commandMs: 150,
      githubMs: 1_120,
      waitingMs: 0,
      ownMs: 430,
      sandboxMs: 250,
    });
    expect(time.modelMs + time.commandMs + time.githubMs + time.waitingMs + time.ownMs).toBe(time.totalMs);
  });

  it('counts an outage and the wait for its end as neither GitHub’s nor ours', () => {
    const entries = recorded(
      [0, started('post_result')],
      [
        200,
        {
          type: 'error',
          name: 'retry_later',
          effect: 'post_result',
          of: 'model',
          message: 'down',
          due_at: BEGAN + 2_200,
        },
      ],
      [2_205, started('post_result')],
      [2_305, { type: 'effect', name: 'result_comment', comment_id: 1, url: '' }],
    );
    expect(timeSpent(entries, BEGAN)).toMatchObject({ totalMs: 2_305, waitingMs: 2_205, githubMs: 100, ownMs: 0 });
  });

  it('is not put off by a comment that arrives in between', () => {
    const entries = recorded(
      [0, started('open_pull_request')],
      [10, { type: 'control', name: 'comment', by: { id: 1, login: 'mika' }, text: 'hello' }],
      [500, { type: 'effect', name: 'pull_request', number: 2, url: '', draft: false, title: '' }],
    );
    expect(timeSpent(entries, BEGAN)).toMatchObject({ githubMs: 500, ownMs: 0 });
  });
});
