import { beforeAll, describe, expect, it } from '@jest/globals';
import { actionMessages } from '../../src/model-calls/action-messages.ts';
import { limitsOf } from '../replan/situations.ts';
import {
  actionDone,
  after,
  doing,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
} from '../task/task-world.ts';
import { promptTools } from './views.ts';
import type { PromptTools } from '../../src/model-calls/planning-messages.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const MANY = Array.from({ length: 30 }, (_, index) => `s${index}`);
const PLAN = planOf(MANY.map((id) => subtask(id)));
const PREPARED = taskAfter(prepared(PLAN));
const planning = { ...UNDISTURBED, replanning: limitsOf() };

let tools: PromptTools;
beforeAll(async () => {
  tools = await promptTools();
});

/** After this many actions: what the next one is told about the state of the work. */
const begun = (count: number, ...more: readonly Fact[]): Task =>
  after(
    { ...PREPARED, settings: { ...PREPARED.settings, planning } },
    ...Array.from({ length: count }, (_, index) => [...actionDone(index), saved(MANY[index] ?? '')]).flat(),
    ...more,
  );
const standing = (task: Task): string => {
  const content = actionMessages(doing(task, 'execute'), tools).at(-1)?.content ?? [];
  const text = content.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  return text.slice(text.lastIndexOf('## Where the work stands'), text.lastIndexOf('## The environment'));
};

describe('where the work stands, as an action begins (REPLAN-2, MODEL-6)', () => {
  it('is told whole to the first action: what comes, how far the limits are used', () => {
    const text = standing(begun(0));
    for (const part of ['- s1: ', '- s12: ', '- and 17 more', 'Actions without success: 0.', 'Left of the limits:'])
      expect(text).toContain(part);
    expect(text).not.toContain('as given before');
  });

  it('is told to a later one as far as it changed', () => {
    const text = standing(begun(1));
    expect(text).toContain('Still to come: 28 more, as given before.\nAll else is as given before.');
    expect(text.length).toBeLessThan(standing(begun(0)).length / 3);
    // Nothing is judged if re-planning is disabled.
    const failed = standing(after(PREPARED, ...actionDone(0, 'failure'), saved('s0')));
    expect(failed).toContain('Actions without success: 1, 1 in a row up to now.');
    expect(failed).not.toContain('Re-planning is switched off');
  });

  it('tells what was only counted when what was told is done, and when the plan changed', () => {
    expect(standing(begun(11))).not.toContain('- s13: ');
    expect(standing(begun(12))).toContain('- s13: ');
    const updated_plan = planOf([...MANY.slice(0, 2), 'other', 'last'].map((id) => subtask(id)));
    const changed = begun(2, { type: 'revision', reason: '', source: 'comment', changes: [], updated_plan });
    expect(standing(changed)).toContain('- last: ');
    expect(standing(begun(29))).toContain('Still to come: nothing, this is the last action.');
  });

  it('is told whole again in a conversation begun anew', () => {
    const anew = { steps: [], steps_left_out: 0, room: 60_000, too_long: false } as const;
    const text = standing(begun(2, { type: 'action', name: 'begun_anew', ...anew }));
    for (const part of ['- s3: ', 'Left of the limits:']) expect(text).toContain(part);
  });
});
