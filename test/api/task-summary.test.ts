import { describe, expect, it } from '@jest/globals';
import { keptSummary, SUMMARY_FORMAT, summaryOf, taskSummaries } from '../../src/state/task-summary.ts';
import { actionDone, planOf, prepared, recorded, subtask, taskAfter, usage } from '../task/task-world.ts';

const FACTS = [...prepared(planOf([subtask('a')])), ...actionDone(0), usage()];

/** The keys and types, whatever the values are. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])];
  if (typeof value !== 'object' || value === null) return value === null ? 'null' : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]));
}

describe('what is kept of a task for lists (OPS-8)', () => {
  it('has another number with each change of what it says: change both, so that what is kept already is made again', () => {
    expect([SUMMARY_FORMAT, shapeOf(summaryOf(taskAfter(FACTS)))]).toMatchInlineSnapshot(`
[
  2,
  {
    "id": "string",
    "issue": "number",
    "phase": "string",
    "phases": {
      "execution": {
        "current_step": "string",
        "retry_count": "number",
        "status": "string",
      },
      "planning": {
        "current_step": "string",
        "retry_count": "number",
        "status": "string",
      },
    },
    "pull_request": "null",
    "repository": "string",
    "requested_by": "string",
    "retry": "null",
    "started_at": "string",
    "state": "string",
    "subtasks": [
      {
        "criteria": [],
        "id": "string",
        "status": "string",
        "title": "string",
      },
    ],
    "title": "string",
    "trace_id": "string",
    "updated_at": "string",
    "usage": {
      "cache_read_tokens": "number",
      "cache_write_tokens": "number",
      "command_ms": "number",
      "estimated_calls": "number",
      "input_tokens": "number",
      "interrupted_calls": "number",
      "model_calls": "number",
      "model_ms": "number",
      "output_tokens": "number",
      "tokens": "number",
      "unpriced_calls": "number",
      "unpriced_models": [],
      "usd": "number",
    },
    "usage_by_day": {
      "2026-05-01": {
        "cache_read_tokens": "number",
        "cache_write_tokens": "number",
        "estimated_calls": "number",
        "input_tokens": "number",
        "model_calls": "number",
        "model_ms": "number",
        "output_tokens": "number",
        "tokens": "number",
        "unpriced_calls": "number",
        "usd": "number",
      },
    },
    "usage_by_phase": {},
    "waiting_for": "null",
  },
]
`);
  });

  it('is what the task itself would say, read back, and is not used where another version kept it', () => {
    const made = taskSummaries.make(recorded(FACTS));
    expect(made?.summary).toEqual(summaryOf(taskAfter(FACTS)));
    const kept: unknown = JSON.parse(JSON.stringify(made?.kept));
    expect(taskSummaries.read(kept)).toEqual(made?.summary);
    expect(taskSummaries.read({ ...keptSummary(taskAfter(FACTS)), format: SUMMARY_FORMAT + 1 })).toBeNull();
    expect(taskSummaries.make([])).toBeNull();
  });
});
