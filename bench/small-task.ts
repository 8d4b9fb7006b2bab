/**
 * The cost of planning for a task of one subtask in a small repository: calls and tokens of the real service between
 * the stand-ins, compared with a plain loop with a review that takes the same steps. The loop is measured twice: as the
 * service does it without planning, and as bare as possible with the same tools and results.
 */
import { bareLoop } from './bare-loop.ts';
import { atMost, row } from './measure.ts';
import { FILES, ISSUE } from './small-repository.ts';
import { wholeTask, type Asked } from './whole-task.ts';
import type { Row, RowInput } from './measure.ts';

const BENCH = 'small-task';
/** Goal, decomposition, actions, assessment, summary. */
const MORE_CALLS = 5;

export async function smallTask(): Promise<readonly Row[]> {
  const ours = await wholeTask({ plans: true });
  const simple = (await wholeTask({ plans: false })).filter(({ tool }) => tool === 'work' || tool === 'submit_review');
  const bare = bareLoop(
    ours.filter(({ tool }) => tool === 'work').map(({ body }) => body),
    { ...ISSUE, files: Object.keys(FILES) },
  );
  const kinds = [...new Set(ours.map(({ tool }) => tool))];
  const loop = { baselineIs: 'a plain loop with a review' };
  return [
    compared('calls', count, [ours, simple], { ...loop, target: atMost((count(simple) + MORE_CALLS) / count(simple)) }),
    compared('tokens', tokens, [ours, simple], { ...loop, target: atMost(1.6) }),
    compared('tokens', tokens, [ours, bare], { baselineIs: 'a bare loop with a review' }),
    ...kinds.map((kind) => {
      const of = ours.filter(({ tool }) => tool === kind);
      return row({
        bench: BENCH,
        what: `  of it ${kind}, ${of.length} ${of.length === 1 ? 'call' : 'calls'}`,
        unit: 'tokens',
        ours: [tokens(of)],
        baseline: [tokens(ours)],
        baselineIs: 'all that is sent',
      });
    }),
  ];
}

function compared(
  unit: 'calls' | 'tokens',
  of: (calls: readonly Asked[]) => number,
  [ours, loop]: readonly [readonly Asked[], readonly Asked[]],
  against: Pick<RowInput, 'baselineIs' | 'target'>,
): Row {
  const what = unit === 'calls' ? 'calls of a small task' : 'tokens sent by a small task';
  return row({ bench: BENCH, what, unit, ours: [of(ours)], baseline: [of(loop)], ...against });
}

function count(calls: readonly Asked[]): number {
  return calls.length;
}

function tokens(calls: readonly Asked[]): number {
  return calls.reduce((sum, { tokens: sent }) => sum + sent, 0);
}
