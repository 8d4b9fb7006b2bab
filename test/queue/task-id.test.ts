import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { taskIdOf } from '../../src/queue/active-issues.ts';

describe('the id of a task', () => {
  it('is a UUID, whatever began the task', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string(), (repositoryId, occurrence) => {
        expect(taskIdOf('here', repositoryId, occurrence)).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
      }),
    );
  });

  it('stays the same from release to release: histories are found by it', () => {
    expect(taskIdOf('here', 77, 'label-4-2026-01-01T000000Z')).toBe('24b942b6-12f2-840d-9682-8571b14c0812');
  });

  it('differs between happenings, between repositories and between installations', () => {
    const ids = [
      taskIdOf('here', 1, 'label-4'),
      taskIdOf('here', 1, 'label-5'),
      taskIdOf('here', 2, 'label-4'),
      taskIdOf('here', 11, 'label-4'),
      taskIdOf('there', 1, 'label-4'),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});
