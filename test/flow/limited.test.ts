/** A model whose provider names the end of a rate limit (MODEL-5, EXEC-1). */
import { describe, expect, it } from '@jest/globals';
import { next } from '../../src/flow/next.ts';
import { GIVE_UP_AFTER_MS } from '../../src/flow/waiting.ts';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { at, isHalted } from '../../src/state/select.ts';
import { summaryOf } from '../../src/state/task-summary.ts';
import { after, decidedAfter, kindOf, SETTINGS, taskAfter, usage } from '../task/task-world.ts';
import { STOP, VERIFIED, WORKING } from './stories.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const HOUR = 3_600_000;
const working = taskAfter(WORKING);
const DUE = working.updatedAt + 5 * HOUR;
const limit = (due_at = DUE): Fact => ({
  type: 'error',
  name: 'retry_later',
  effect: 'ask_next_step',
  message: 'The model API answered 429',
  of: 'model_limit',
  due_at,
});
const RELEASED: Fact = { type: 'environment', name: 'sandbox_released', container_id: 'c1' };
const OVER: Fact = { type: 'effect', name: 'time_over' };
const shown = (task: Task, language: 'en' | 'ja') =>
  progressComment({ ...task, settings: { ...task.settings, language } }, { now: task.updatedAt, noteUrl: null });

describe('a usage limit with a time (MODEL-5)', () => {
  const limited = after(working, limit());

  it('is waited for without a container, and then the work goes on by itself', () => {
    expect([limited.retry, isHalted(limited)]).toEqual([null, true]);
    const releaseAt = limited.updatedAt + SETTINGS.keepSandboxMs;
    expect(next(limited)).toEqual({ kind: 'perform', effect: { kind: 'release_sandbox' }, notBefore: releaseAt });
    const released = after(limited, RELEASED);
    expect(released.workspace.is).toBe('stopped');
    expect(next(released)).toEqual({ kind: 'perform', effect: { kind: 'note_time_over' }, notBefore: DUE });
    const back = after(released, OVER);
    expect([isHalted(back), back.workspace.is, kindOf(back)]).toEqual([false, 'preparing', 'start_sandbox']);
    expect(back.usage.waitedMs).toBeGreaterThan(0);
    expect(after(back, usage()).limited).toBeNull();
  });

  it('sooner over than the container is let go, it keeps it', () => {
    const short = after(working, limit(working.updatedAt + 1));
    expect(next(short)).toMatchObject({ effect: { kind: 'note_time_over' } });
    expect(kindOf(after(short, OVER))).toBe(kindOf(working));
  });

  it('is said with its time in both languages, and in the API', () => {
    const day = new Date(DUE).toISOString().slice(0, 16).replace('T', ' ');
    const japan = new Date(DUE + 9 * HOUR).toISOString().slice(0, 16).replace('T', ' ');
    expect(shown(limited, 'en')).toContain('## ⏳ Planwright is waiting for its model');
    expect(shown(limited, 'en')).toContain(`waiting until ${day} UTC`);
    expect(shown(limited, 'ja')).toContain(`日本時間 ${japan}`);
    expect(summaryOf(limited).retry).toEqual({
      of: 'model_limit',
      attempt: 1,
      next_retry_at: new Date(DUE).toISOString(),
    });
  });

  it('is no outage: it may take longer than one, and one after it is counted anew', () => {
    const late = { ...after(limited, RELEASED, OVER), updatedAt: DUE + 1 };
    const outage: Fact = { ...(limit(DUE + 60_000) as Extract<Fact, { type: 'error' }>), of: 'model' } as Fact;
    expect(after(late, outage).stage.is).toBe('work');
    expect(after(late, outage).retry).toMatchObject({ attempt: 1 });
  });

  it('after limit follows limit, until nobody would be waited for any longer', () => {
    const again = after(after(limited, RELEASED, OVER), limit(DUE + HOUR));
    expect(again.limited).toMatchObject({ attempt: 2, first: limited.limited?.first });
    const long = { ...again, limited: again.limited && { ...again.limited, due: null } };
    const late = { ...long, updatedAt: long.updatedAt + GIVE_UP_AFTER_MS };
    const ended = at(after(late, limit(late.updatedAt + HOUR)), 'report');
    expect(ended.stage.ending).toMatchObject({ status: 'failed', reason: 'outage', code: 'model_limit' });
    expect(ended.limited).toBeNull();
  });

  it('yields to a stop and to a pause, which counts its own time', () => {
    expect(after(limited, STOP).stage.is).toBe('report');
    const paused = after(
      limited,
      { type: 'control', name: 'pause', by: 'mika' },
      { type: 'control', name: 'paused', by: 'mika' },
    );
    expect(paused.paused).not.toBeNull();
    const resumed = after(paused, { type: 'control', name: 'resume', by: 'mika' });
    expect(next(resumed)).toMatchObject({ effect: { kind: 'release_sandbox' } });
    const back = after(resumed, RELEASED, OVER);
    expect(back.usage.waitedMs).toBe(back.updatedAt - limited.updatedAt);
  });

  it('does not keep what is done from people: words about it are left out', () => {
    const reporting = taskAfter(VERIFIED);
    const facts = decidedAfter(reporting, { ...limit(reporting.updatedAt + HOUR), effect: 'ask_summary' } as Fact);
    expect(facts).toMatchObject([{ type: 'effect', name: 'left_out', step: 'ask_summary', code: 'model_limit' }]);
  });
});
