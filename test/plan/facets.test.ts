import { describe, expect, it } from '@jest/globals';
import { withFacets } from '../../src/plan/facets.ts';
import { subtask } from '../task/task-world.ts';

const typeOf = (phase_name: string | undefined, description = 'Do it') =>
  withFacets({ ...subtask('a', [], description), ...(phase_name === undefined ? {} : { phase_name }) }).work_type;
const domainOf = (...file_paths: readonly string[]) =>
  withFacets({ ...subtask('a'), suggested_impl: { file_paths, constraints: [] } }).domain;

describe('what kind of work a subtask is (MODEL-2)', () => {
  it.each([
    ['概念設計', 'spec'],
    ['Concept', 'spec'],
    ['実装設計', 'design'],
    ['Design', 'design'],
    ['実装', 'implementation'],
    ['Implementation', 'implementation'],
    ['検証', 'test'],
    ['Verification', 'test'],
    ['Party', undefined],
  ])('follows from the phase %s: %s', (phase, type) => {
    expect(typeOf(phase)).toBe(type);
  });

  it('tells documents from specifications, and nothing without a phase: a change is named with its tests', () => {
    expect([typeOf('概念設計', 'README を書く'), typeOf('concept', 'Write the documentation')]).toEqual([
      'docs',
      'docs',
    ]);
    expect([typeOf(undefined, 'Round half up, with tests'), typeOf(undefined, 'Round half up. Tests follow.')]).toEqual(
      [undefined, undefined],
    );
  });

  it('stays as it was said', () => {
    expect(withFacets({ ...subtask('a'), phase_name: '検証', work_type: 'docs', domain: 'shop' })).toMatchObject({
      work_type: 'docs',
      domain: 'shop',
    });
  });
});

describe('the part of the project a subtask belongs to (MODEL-2)', () => {
  it('is the folder its files share, below those that hold everything', () => {
    expect(domainOf('internal/orchestrator/executor.go', 'internal/orchestrator/store/a.go')).toBe('orchestrator');
    expect(domainOf('./src/price/round.ts')).toBe('price');
  });

  it('is left open where they share none', () => {
    expect([domainOf('src/price/a.ts', 'src/shop/b.ts'), domainOf('README.md'), domainOf()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(withFacets(subtask('a'))).toEqual(subtask('a'));
  });
});
