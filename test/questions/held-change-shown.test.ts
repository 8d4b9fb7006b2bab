/** A change of protected paths as people see it before they approve it (GH-7, G9, R14). */
import { describe, expect, it } from '@jest/globals';
import { asShown } from '../../src/comments/held-change-text.ts';
import { questionComment } from '../../src/comments/question-comment.ts';

const ROOM_OF_GITHUB = 65_536;

describe('a change of protected paths that people are shown (GH-7, G9)', () => {
  it('has a comment that GitHub takes, whatever its files are called (R14)', () => {
    const paths = Array.from({ length: 50 }, (_, index) => `.github/workflows/${'`'.repeat(180)}${index}`);
    const modes = paths.map((path) => `diff --git a/${path} b/${path}\nold mode 100644\nnew mode 100755\n`).join('');
    const { text: diff, isWhole } = asShown(modes.padEnd(39_000, 'x\n'));
    expect(isWhole).toBe(true);
    const held = { digest: 'd', paths, pathCount: paths.length, diff };
    for (const language of ['en', 'ja'] as const) {
      const comment = questionComment(
        {
          id: 1,
          kind: 'protected_paths',
          texts: ['May I push this?'],
          context: '',
          assumptions: [],
          needsPerson: true,
          answers: {},
          commentId: null,
          askedAt: 0,
          url: null,
          state: 'open',
          held,
        },
        { taskId: 't-1', language, requester: { login: 'mika' }, timeoutMinutes: null },
      );
      expect(comment.length).toBeLessThan(ROOM_OF_GITHUB);
      expect(comment).toContain(diff.slice(-1_000).trim());
    }
  });

  it.each(['\u200b', '\u202e', '\u2800', '\u00a0', '\u2028', '\ufe0f', '\u3164', '\u{e0041}', '\r', '\u001b'])(
    'names what nobody sees (I3): %j',
    (unseen) => {
      const name = unseen.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
      expect(asShown(`+safe${unseen}evil`).text).toBe(`+safe<U+${name}>evil`);
    },
  );
});
