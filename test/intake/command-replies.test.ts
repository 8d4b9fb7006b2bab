import { describe, expect, it } from '@jest/globals';
import { commandReply } from '../../src/requests/command-replies.ts';
import { ALL_CONTROL_WORDS, useOf } from '../../src/people/control-words.ts';

const ON_ISSUE = { slug: 'pw', pullRequest: undefined };
const ANSWERS = [
  'help',
  'not_started',
  'idle',
  'never_worked',
  'at_work',
  'waiting',
  'yes_or_no',
  'nothing_to_approve',
  'paused_already',
  'too_late_to_pause',
  'plans_already',
] as const;

describe('what is said to a control word that changes nothing (GH-5)', () => {
  it.each(ANSWERS)('%s is said in both languages, and names what to do next', (answer) => {
    expect(commandReply(answer, 'en', ON_ISSUE)).toMatch(/^[\u0020-\u007e…\n]+$/);
    expect(commandReply(answer, 'ja', ON_ISSUE)).toMatch(/[\u3040-\u30ff]/);
    for (const language of ['en', 'ja'] as const) expect(commandReply(answer, language, ON_ISSUE)).toContain('`@pw ');
  });

  it.each(['idle', 'at_work', 'plans_already'] as const)('%s speaks of the place where it is said (GH-2)', (answer) => {
    const onPullRequest = { slug: 'pw', pullRequest: 13 };
    expect(commandReply(answer, 'en', ON_ISSUE)).toContain(' on this issue, so ');
    expect(commandReply(answer, 'ja', ON_ISSUE)).toMatch(/^この Issue /);
    expect(commandReply(answer, 'en', onPullRequest)).toContain(' on this pull request, so ');
    expect(commandReply(answer, 'ja', onPullRequest)).toMatch(/^このプルリクエスト/);
  });

  it('lists what works, and who may say it', () => {
    const lines = commandReply('help', 'en', ON_ISSUE).split('\n');
    for (const word of ['stop', 'pause', 'resume', 'status', 'retry', 'approve', 'plan'])
      expect(lines.some((line) => line.startsWith(`| \`@pw ${word}\` |`))).toBe(true);
    expect(lines.at(-1)).toContain('write access');
  });

  it.each(['en', 'ja'] as const)('tells people to write only words that count (%s)', (language) => {
    const replies = ANSWERS.map((answer) => commandReply(answer, language, ON_ISSUE));
    const told = replies.flatMap((reply) => [...reply.matchAll(/`@pw ([^`<…]+)`/g)].map(([, word = '']) => word));
    expect(told.length).toBeGreaterThan(10);
    for (const word of told) expect(ALL_CONTROL_WORDS.map((one) => useOf(one)[language][0])).toContain(word);
  });
});
