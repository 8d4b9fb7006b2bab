import { describe, expect, it } from '@jest/globals';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { MAX_BASE_MOVES, MAX_MARKS_LEFT, nextOnBase } from '../../src/flow/base-moves.ts';
import { isReady } from '../../src/plan/publication.ts';
import { baseShaOf } from '../../src/state/base-merges.ts';
import { activityOf, at, containerOf, reportOf } from '../../src/state/select.ts';
import {
  actionDone,
  after,
  command,
  decidedAfter,
  effectOf,
  kindOf,
  saved,
  SETTINGS,
  SNAPSHOT,
  taskAfter,
} from '../task/task-world.ts';
import { DONE, STOP, VERIFIED } from './stories.ts';
import { ASSESSED, prepared, planOf, subtask } from '../task/task-world.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const CURRENT: Fact = { type: 'verification', name: 'base_current' };
const TESTS: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const MERGED: Fact = { type: 'verification', name: 'base_merged', sha: 'd'.repeat(40), commits: 3 };
const CONFLICTS = {
  type: 'verification',
  name: 'base_conflicts',
  sha: 'd'.repeat(40),
  commits: 1,
  files: ['src/`a.ts', 'b.ts'],
  file_count: 2,
  taken: true,
} as const;
const MARKS: Fact = {
  type: 'effect',
  name: 'marks_left',
  subtask: 'extra_1',
  places: ['src/`a.ts:3', 'b.ts:9'],
  place_count: 2,
};
const SHOWN = { now: 0, noteUrl: null };
const PREPARED = prepared(planOf([subtask('a')])).slice(5);

/** Started, cloned, set up and checked once more. */
function preparedAgain(task: Task): Task {
  return after(task, ...PREPARED.filter(({ type }) => type === 'environment'));
}

describe('a base branch that moved while the work was done (GH-7, R16)', () => {
  it('is looked at before anything is verified, once, and where it did not move nothing else happens', () => {
    const task = taskAfter(DONE);
    expect(effectOf(task)).toEqual({ kind: 'merge_base', takes_conflicts: true });
    const known = after(task, CURRENT);
    expect([activityOf(known), kindOf(known)]).toEqual(['verify', 'run_tests']);
    expect(kindOf(after(known, TESTS))).toBe('ask_assessment');
    expect(progressComment(known, SHOWN)).not.toContain('🔀');
  });

  it('is not asked about where no change would be offered', () => {
    const nothing = { ...(saved('a') as object), change: null } as Fact;
    const task = taskAfter([...prepared(planOf([subtask('a')])), ...actionDone(0), nothing]);
    const saving = {
      ...task,
      work: task.work && { ...task.work, checkpoint: { ...task.work.checkpoint, toolCount: 99 } },
    };
    expect([activityOf(saving), kindOf(saving)]).toEqual(['verify', 'run_tests']);
  });

  it('is merged: the container is made anew from it, the merge is saved, and then all is verified on it', () => {
    const merged = after(taskAfter(DONE), MERGED);
    expect([merged.stage.is, merged.workspace.is, kindOf(merged)]).toEqual(['work', 'preparing', 'start_sandbox']);
    expect(containerOf(merged)).toBeNull();
    expect(decidedAfter(taskAfter(DONE), MERGED).at(-1)).toMatchObject({ name: 'preparing', keeps_container: false });
    const ready = preparedAgain(merged);
    expect(effectOf(ready)).toEqual({ kind: 'checkpoint', subtask: 'merge of the base branch' });
    const lost = after(ready, { type: 'environment', name: 'workspace_lost', container_id: 'c1' });
    expect(effectOf(preparedAgain(lost))).toEqual(effectOf(ready));
    const pushed = after(ready, saved('merge of the base branch'));
    expect([activityOf(pushed), kindOf(pushed)]).toEqual(['verify', 'merge_base']);
    const text = progressComment(pushed, SHOWN);
    expect(text).toContain('I merged `main`, which had moved on by 3 commits');
    const inJapanese = { ...pushed, settings: { ...SETTINGS, language: 'ja' as const } };
    expect(progressComment(inJapanese, SHOWN)).toContain('3 コミット分更新されていた `main` をマージし');
    const done = after(pushed, CURRENT, TESTS, ASSESSED);
    expect(reportOf(done)?.ending.reason).toBe('finished');
    expect(isReady(done, at(done, 'report').stage)).toBe(true);
    expect(pullRequestText(at(done, 'report'), null).body).not.toContain('main');
  });

  it('is merged three times at most, however often it moves', () => {
    expect([MAX_BASE_MOVES, MAX_MARKS_LEFT]).toEqual([3, 2]);
    let task = taskAfter(DONE);
    for (let times = 0; times < MAX_BASE_MOVES; times += 1) {
      expect(kindOf(task)).toBe('merge_base');
      task = after(preparedAgain(after(task, MERGED)), saved('merge of the base branch'));
    }
    expect(kindOf(task)).toBe('run_tests');
  });

  it('is additional work where it conflicts: nothing that holds both sides is pushed until that is resolved', () => {
    const task = after(taskAfter(DONE), CONFLICTS);
    expect([task.stage.is, task.workspace.is, task.loops]).toEqual(['work', 'preparing', 1]);
    const added = task.plan?.task_decomposition.subtasks.at(-1);
    expect(added).toMatchObject({ id: 'extra_1', from_verification: true });
    expect(added?.description).toBe('Resolve the conflicts with main: src/`a.ts, b.ts');
    const before = taskAfter(DONE);
    const inJapanese = after({ ...before, settings: { ...before.settings, language: 'ja' } }, CONFLICTS);
    expect(inJapanese.plan?.task_decomposition.subtasks.at(-1)).toMatchObject({
      title: 'main との競合を解消する: src/`a.ts, b.ts',
      description: added?.description,
    });
    expect(baseShaOf(task, SNAPSHOT)).toBe(CONFLICTS.sha);
    const ready = preparedAgain(task);
    expect(kindOf(ready)).toBe('ask_next_step');
    expect(progressComment(ready, SHOWN)).toContain(
      'conflicts with the work. I resolve this in:\n- ``src/`a.ts``\n- `b.ts`',
    );
    const stopped = after(ready, ...actionDone(2).slice(0, 2), STOP);
    expect(stopped.work?.toolCount).toBeGreaterThanOrEqual(stopped.work?.checkpoint.toolCount ?? 0);
    expect(kindOf(stopped)).not.toBe('checkpoint');
    const resolved = after(ready, ...actionDone(2), saved('extra_1'));
    expect(kindOf(resolved)).toBe('merge_base');
    expect(progressComment(resolved, SHOWN)).toContain('and resolved the conflicts in:');
    const done = after(resolved, CURRENT, TESTS, ASSESSED);
    expect(isReady(done, at(done, 'report').stage)).toBe(true);
  });

  it('is not resolved while files hold its marks: the subtask is done once more, and is told where they are', () => {
    const ready = preparedAgain(after(taskAfter(DONE), CONFLICTS));
    const again = after(ready, ...actionDone(2), MARKS);
    expect([again.stage.is, kindOf(again)]).toEqual(['work', 'ask_next_step']);
    expect(again.work?.actions.at(-1)?.status).toBe('running');
    const told = again.work?.conversation.at(-1);
    expect(told?.kind === 'begin' ? told.brief.advice?.[0] : null).toMatch(
      /conflict with main is not resolved.*src\/`a\.ts:3, b\.ts:9\.$/,
    );
    expect(progressComment(again, SHOWN)).toContain('conflicts with the work. I resolve this in:');
    const resolved = after(again, ...actionDone(2), saved('extra_1'));
    expect(kindOf(resolved)).toBe('merge_base');
    expect(progressComment(resolved, SHOWN)).toContain('and resolved the conflicts in:');
  });

  it('is told with twenty of its marks at most', () => {
    const ready = preparedAgain(after(taskAfter(DONE), CONFLICTS));
    const places = Array.from({ length: 30 }, (_, at) => `a.txt:${at + 1}`);
    const again = after(ready, ...actionDone(2), { ...MARKS, places, place_count: 30 });
    const told = again.work?.conversation.at(-1);
    const line = told?.kind === 'begin' ? told.brief.advice?.[0] : null;
    expect(line).toMatch(/ a\.txt:19, a\.txt:20, …\.$/);
  });

  it('leads to no more work where an action stands as failed already', () => {
    const task = taskAfter([
      ...prepared(planOf([subtask('a'), subtask('b')])),
      ...actionDone(0),
      saved('a'),
      ...actionDone(1, 'partial'),
      saved('b'),
    ]);
    expect(effectOf(task)).toEqual({ kind: 'merge_base', takes_conflicts: false });
  });

  it('is asked about for what is only on the branch, and for what is not saved yet', () => {
    const nothing = { ...(saved('a') as object), change: null } as Fact;
    const task = taskAfter([...prepared(planOf([subtask('a')])), ...actionDone(0), nothing]);
    const { snapshot, work } = task;
    if (snapshot === null || work === null) throw new Error('It has no work.');
    expect(nextOnBase(task)).toBeNull();
    expect(nextOnBase({ ...task, snapshot: { ...snapshot, branchSha: 'c'.repeat(40) } })?.kind).toBe('merge_base');
    expect(nextOnBase({ ...task, work: { ...work, toolCount: work.checkpoint.toolCount + 1 } })?.kind).toBe(
      'merge_base',
    );
  });

  it('is left to people when its marks stay: what was pushed before is a draft, and names them in both languages', () => {
    let task = preparedAgain(after(taskAfter(DONE), CONFLICTS));
    for (let times = 0; times < MAX_MARKS_LEFT; times += 1) {
      task = after(task, ...actionDone(2), MARKS);
      expect(kindOf(task)).toBe('ask_next_step');
    }
    const inJapanese = { ...task, settings: { ...task.settings, language: 'ja' as const } };
    const [ended, beendet] = [task, inJapanese].map((one) => at(after(one, ...actionDone(2), MARKS), 'report'));
    expect(ended?.stage.ending).toMatchObject({ status: 'failed', reason: 'not_achieved' });
    expect(ended?.stage.ending.list).toEqual([
      'The conflicts with main are not resolved: marks of them were left in src/`a.ts:3, b.ts:9. What came after the last save was not pushed.',
    ]);
    expect(beendet?.stage.ending.list[0]).toContain('競合の印が残っています: src/`a.ts:3, b.ts:9');
    if (ended === undefined) throw new Error('It has not ended.');
    expect(kindOf(ended)).not.toBe('checkpoint');
    expect(isReady(ended, ended.stage)).toBe(false);
    expect(pullRequestText(ended, null).body).toContain('conflicts with this work, which I did not merge.');
  });

  it('is left to people where verification may not lead back to work: a draft that says with what it conflicts', () => {
    const task = taskAfter(DONE, { settings: { maxLoops: 0 } });
    expect(effectOf(task)).toEqual({ kind: 'merge_base', takes_conflicts: false });
    const left = after(task, { ...CONFLICTS, taken: false });
    expect(baseShaOf(left, SNAPSHOT)).toBe(SNAPSHOT.baseSha);
    expect([activityOf(left), kindOf(left)]).toEqual(['verify', 'run_tests']);
    const done = at(after(left, TESTS, ASSESSED), 'report');
    expect(done.stage.ending.reason).toBe('finished');
    expect(isReady(done, done.stage)).toBe(false);
    const body = pullRequestText(done, null).body;
    expect(body).toContain('`main` has moved on by 1 commit and conflicts with this work, which I did not merge.');
    expect(body).toContain('- `b.ts`');
    const pull: Fact = { type: 'effect', name: 'pull_request', number: 13, url: 'u', draft: true, title: 'T' };
    expect(resultComment(at(after(done, pull), 'report'), SHOWN)).toContain(
      'because it conflicts with the base branch',
    );
  });

  it('keeps what people say until the merge is made', () => {
    expect(SNAPSHOT.baseBranch).toBe('main');
    const started: Fact = {
      type: 'effect',
      name: 'started',
      effect: 'merge_base',
      with: { takes_conflicts: true },
      key: 'k',
    };
    const said: Fact = { type: 'control', name: 'comment', by: { id: 8, login: 'mika' }, text: 'Also b.' };
    const task = after(taskAfter(DONE), started);
    expect(kindOf(task)).toBe('merge_base');
    const merged = after(task, MERGED, said);
    expect(merged.workspace.is).toBe('preparing');
    expect(VERIFIED.length).toBeGreaterThan(DONE.length);
  });
});
