import { beforeAll, describe, expect, it } from '@jest/globals';
import { Fault } from '../../src/errors.ts';
import { loadPrompts } from '../../src/model-calls/catalogue.ts';
import { askReview } from '../../src/effects/ask-review.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import {
  actionDone,
  after,
  command,
  doing,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
  ASSESSED,
} from './task-world.ts';
import type { Prompts } from '../../src/model-calls/catalogue.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { TaskSettings } from '../../src/state/request.ts';
import type { Toolbox } from '../../src/effects/performer.ts';

const PLANNING = { ...UNDISTURBED, review: { plan: false, diff: true } };
const TESTS: Fact = { type: 'verification', name: 'tests', command: command('npm test') };
const WORK: readonly Fact[] = [...prepared(planOf([subtask('a')])), ...actionDone(0), saved('a'), TESTS, ASSESSED];

const OPENED: Fact = { type: 'effect', name: 'pull_request', number: 7, url: 'u', draft: true, title: 'A' };

const reviewing = (language: TaskSettings['language']) =>
  doing(taskAfter(WORK, { settings: { language, planning: PLANNING } }), 'verify');

describe('a review of the change that says nothing to go by (EXEC-7, MODEL-4)', () => {
  let prompts: Prompts;
  beforeAll(async () => {
    prompts = await loadPrompts();
  });

  async function review(refused: Fault, language: 'en' | 'ja'): Promise<readonly Fact[]> {
    const quiet = () => undefined;
    const tools = {
      prompts,
      clock: { now: () => 0 },
      log: { warn: quiet, info: quiet, error: quiet },
      nonceOf: () => '0123456789abcdef0123456789abcdef',
      redact: (text: string) => text,
      maxOutputTokens: 1_000,
      repositories: { show: async () => '+x' },
      model: {
        name: 'test',
        price: () => 0,
        ask: () => Promise.reject(refused),
      },
    } as unknown as Toolbox;
    const effect = { kind: 'ask_review', of: 'diff' } as const;
    return askReview({ effect, key: 'k', task: reviewing(language), tools, signal: new AbortController().signal });
  }

  it('is none where the API of the model refuses it: nobody is told that it was reviewed, and the work is not lost', async () => {
    const refused = new Fault('model_refused', 'The model API refused the request.', 'Report it.');
    for (const [language, said, heading] of [
      ['en', /could not run/, [/^## ⚠️ Finished, but not reviewed$/m, /It is a draft, because the review could not/]],
      [
        'ja',
        /自動レビューを行えませんでした/,
        [/^## ⚠️ 終了しましたが、レビュー/m, /レビューを行えなかったため、ドラフト/],
      ],
    ] as const) {
      const facts = await review(refused, language);
      expect(facts).toEqual([
        expect.objectContaining({ type: 'review', result: 'NOT_MADE', feedback: expect.stringMatching(said) }),
      ]);
      const ended = doing(taskAfter([...WORK, ...facts], { settings: { language, planning: PLANNING } }), 'report');
      expect(ended.stage.ending).toMatchObject({ status: 'succeeded', reason: 'finished' });
      expect(pullRequestText(ended, null).body).toMatch(said);
      const opened = after(ended, OPENED);
      const result = resultComment(doing(opened, 'report'), { now: 0, noteUrl: null });
      for (const words of [said, ...heading]) expect(result).toMatch(words);
    }
    await expect(review(new Fault('model_credentials', 'No key.', 'Set it.'), 'en')).rejects.toMatchObject({
      code: 'model_credentials',
    });
  });
});
