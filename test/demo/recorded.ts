/** Facts as in a history, without the fields that no test looks at. */
import type { Fact, Recorded } from '../../src/state/facts.ts';

export const BEGAN = Date.parse('2026-11-18T12:00:00.000Z');

/** Each fact with the milliseconds since the beginning. */
export function recorded(...facts: readonly (readonly [number, Fact])[]): readonly Recorded[] {
  return facts.map(([at, fact], index) => ({
    ...fact,
    seq: index + 1,
    timestamp: new Date(BEGAN + at).toISOString(),
    task_uuid: 'task',
    issue: 'acme/tiny-cart#1',
    trace_id: 'trace',
  }));
}

export function usage(durationMs: number): Fact {
  return {
    type: 'usage',
    call: 'next_step',
    model: 'claude-test',
    input_tokens: 10,
    output_tokens: 5,
    cache_read_tokens: 0,
    cache_write_tokens: 0,
    usd: 0.01,
    duration_ms: durationMs,
    attempts: 1,
  };
}

export function command(text: string, exitCode: number, durationMs: number) {
  return {
    command: text,
    exit_code: exitCode,
    timed_out: false,
    output: 'one\ntwo\n',
    stdout: 'one\ntwo\n',
    duration_ms: durationMs,
  };
}
