import { describe, expect, it } from '@jest/globals';
import { takesWord } from '../../src/people/can-answer-by-command.ts';
import type { Asked, Question, Then } from '../../src/state/question.ts';

const asked = (kind: Question['kind'], ...texts: readonly string[]) => ({ id: 3, kind, texts, answers: {} });
/** The task waits for that question, with this purpose. */
const waitsFor = (questionId: number, then: Then): Asked => ({
  questionId,
  then,
  blocks: true,
  since: 0,
  due: { overAt: null, remindAt: null, releaseAt: null },
  isReminded: false,
  unread: 'no',
  isSaved: false,
});
const words = (question: ReturnType<typeof asked>, waiting: Asked | null = null) =>
  (['approve', 'resume', 'retry'] as const).filter((word) => takesWord(question, word, waiting));

describe('a control word as an answer (GH-5, GH-6)', () => {
  it('is none where words are needed', () => {
    expect(words(asked('clarification', 'How many?'))).toEqual([]);
    expect(
      words(asked('intervention', 'Which host?'), waitsFor(3, { is: 'judge_again', onTimeOver: 'go_on' })),
    ).toEqual([]);
    expect(words(asked('aside', 'How many?'))).toEqual([]);
  });

  it('agrees to what is asked for a yes, as long as nothing else is asked', () => {
    expect(words(asked('clarification', 'May I assume this? Ten.'))).toEqual(['approve']);
    expect(words(asked('clarification', 'May I assume this? Ten.', 'How many?'))).toEqual([]);
    expect(
      words({
        ...asked('clarification', 'May I assume this? Ten.', 'How many?'),
        answers: { 1: { text: '5', by: { id: 1, login: 'a' } } },
      }),
    ).toEqual(['approve']);
  });

  it('lets the task go on where it asks only how to', () => {
    const how = asked('intervention', 'The plan could not be revised. How should I continue?');
    expect(words(how, waitsFor(3, { is: 'how_to_go_on' }))).toEqual(['resume']);
    expect(words(how, waitsFor(4, { is: 'how_to_go_on' }))).toEqual([]);
    expect(words(asked('budget', 'May I go on?'))).toEqual(['approve', 'resume']);
    expect(words(asked('confirmation', 'Shall I change the plan?'))).toEqual(['approve', 'resume', 'retry']);
  });
});
