import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { createLabelKeeper, type KeeperTools } from '../../src/drive/label-keeper.ts';
import { Fault, RetryLater } from '../../src/errors.ts';
import { stateLabelOf } from '../../src/state/select.ts';
import { after, planOf, prepared, subtask, taskAfter } from '../task/task-world.ts';
import { STOP } from '../flow/stories.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const COMMENTED: Fact = { type: 'effect', name: 'progress_comment', comment_id: 1, url: 'u' };
const PAUSED: readonly Fact[] = [
  { type: 'control', name: 'pause', by: 'mika' },
  { type: 'control', name: 'paused', by: 'mika' },
];
const RESUMED: Fact = { type: 'control', name: 'resume', by: 'mika' };

describe('the label beside the work (GH-8)', () => {
  const working = after(taskAfter(prepared(planOf([subtask('task_1')]))), COMMENTED);
  const paused = after(working, ...PAUSED);

  function keeping(show: (name: string) => Promise<void> = async () => undefined, isOurs = true) {
    const shown: string[] = [];
    const tools = {
      github: {
        showLabel: async (_repo: unknown, _issue: number, { name }: { readonly name: string }, others: string[]) => {
          await show(name);
          shown.push(`${name}, not ${others.length} others`);
        },
      },
      log: pino({ level: 'silent' }),
      redact: (text: string) => text,
      isOurs: async () => isOurs,
    } as unknown as KeeperTools;
    const keeper = createLabelKeeper(tools);
    const see = async (task: Task) => {
      keeper.show(task);
      await keeper.settle();
    };
    return { keeper, see, shown };
  }

  it('shows each state once, tells what to record, and shows it no more once that is recorded', async () => {
    const { keeper, see, shown } = keeping();
    await see(working);
    await see(working);
    expect(shown).toEqual(['planwright:working, not 5 others']);
    expect(keeper.shown()).toEqual([{ type: 'effect', name: 'labelled', label: 'working' }]);
    expect(keeper.shown()).toEqual([]);
    await see(paused);
    await see(after(paused, RESUMED));
    expect(shown.map((label) => label.split(',')[0])).toEqual([
      'planwright:working',
      'planwright:paused',
      'planwright:working',
    ]);
    const recorded = after(working, { type: 'effect', name: 'labelled', label: 'working' });
    const later = keeping();
    await later.see(recorded);
    // People's later changes are kept.
    expect(later.shown).toEqual([]);
    await later.see(after(recorded, ...PAUSED));
    expect(later.shown).toHaveLength(1);
  });

  it('is shown only by whoever drives the task, once people can see it, and not while an outage is waited out', async () => {
    const stranger = keeping(undefined, false);
    await stranger.see(working);
    expect([stranger.shown, stranger.keeper.shown()]).toEqual([[], []]);
    const { see, shown } = keeping();
    await see(taskAfter([]));
    await see(
      after(working, {
        type: 'error',
        name: 'retry_later',
        effect: 'ask_next_step',
        message: '',
        of: 'github',
        due_at: 1,
      }),
    );
    await see(after(working, STOP));
    expect(shown).toEqual([]);
  });

  it('a refusal is taken for an answer; what GitHub could not take now is tried by the next drive', async () => {
    const refused = keeping(() => Promise.reject(new Fault('github_refused', 'No labels here.', '')));
    await refused.see(working);
    expect(refused.keeper.shown()).toEqual([{ type: 'effect', name: 'labelled', label: 'working' }]);
    const away = keeping(() => Promise.reject(new RetryLater('Away.', { of: 'github' })));
    await away.see(working);
    expect(away.keeper.shown()).toEqual([]);
  });

  it('is no outcome of what is in hand, and leaves it in flight', () => {
    const busy = after(working, { type: 'effect', name: 'started', effect: 'ask_next_step', key: 'k' });
    const labelled = after(busy, { type: 'effect', name: 'labelled', label: 'working' });
    expect(labelled.inFlight?.key).toBe('k');
    expect(labelled.label).toBe('working');
  });

  it('follows from the state: working, waiting, paused, and how it ended', () => {
    const ended = (status: 'succeeded' | 'failed' | 'stopped') =>
      stateLabelOf(
        after(working, {
          type: 'phase',
          name: 'ending',
          ending: { status, reason: 'finished', detail: '', list: [] },
          ended_in: 'execute',
        }),
      );
    expect([stateLabelOf(taskAfter([])), stateLabelOf(paused)]).toEqual(['working', 'paused']);
    expect([ended('succeeded'), ended('failed'), ended('stopped')]).toEqual(['done', 'failed', 'stopped']);
  });
});
