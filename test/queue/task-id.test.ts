import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { taskIdOf } from '../../src/queue/task-id.ts';

describe('the id of a task', () => {
  it('is a UUID, whatever began the task', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), (repositoryId, occurrence) => {
        expect(taskIdOf(repositoryId, occurrence)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
      }),
    );
  });

  it('stays the same from release to release: histories are found by it', () => {
    expect(taskIdOf(77, 'label-4-2026-01-01T000000Z')).toBe('7d8e0971-18b8-8b5a-a2da-0f26171af164');
  });

  it('differs between happenings and between repositories', () => {
    const ids = [taskIdOf(1, 'label-4'), taskIdOf(1, 'label-5'), taskIdOf(2, 'label-4'), taskIdOf(11, 'label-4')];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
