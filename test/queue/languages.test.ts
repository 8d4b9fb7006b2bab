/** The language in which people are answered (GH-9). */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSettingsReader } from '../../src/app/repository-settings.ts';
import { Settings } from '../../src/config/schema.ts';
import { systemPrompt } from '../../src/model-calls/planning-messages.ts';
import { taskIdOf } from '../../src/queue/active-issues.ts';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { promptTools } from '../context/views.ts';
import { recorded, taskAfter } from '../task/task-world.ts';
import { agreeableGitHub, queueBench, REPO, started } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Delivery } from '../../src/people/intent.ts';
import type { GitHub } from '../../src/ports/github.ts';
import type { TaskSettings } from '../../src/state/request.ts';

const JAPANESE = { title: '価格の丸めが間違っている', body: '2.675 は 2.68 になるはずです。' };
const ENGLISH = { title: 'Prices are rounded the wrong way', body: 'It should be 2.68.' };
const author = { id: 5, login: 'mika' };

describe('the language of a task and of replies (GH-9)', () => {
  let bench: QueueBench;
  beforeEach(async () => {
    bench = await queueBench();
  });
  afterEach(async () => {
    await bench.end();
  });
  const act = async (delivery: Delivery, language?: 'auto' | 'en' | 'ja', over: Partial<GitHub> = {}) => {
    const said: string[] = [];
    const ensureComment: GitHub['ensureComment'] = async (_repo, _issue, _marker, body) => {
      said.push(body);
      return { id: 1, url: '' };
    };
    const acting = bench.acting(agreeableGitHub({ ensureComment, ...over }));
    const settings = Settings.parse({ language });
    const { github, log } = acting;
    const reader = createSettingsReader({ settings, github, userSettings: null, log });
    await actOnDelivery(delivery, { ...acting, settingsOf: reader });
    return said;
  };
  const settingsOf = async (delivery: Delivery): Promise<TaskSettings> => {
    const [item] = await bench.inbox.read(taskIdOf('bench', REPO.repositoryId, delivery.intent.occurrence));
    if (item?.kind !== 'start') throw new Error('No task began.');
    return item.settings;
  };

  it.each([
    ['auto', undefined, JAPANESE, { language: 'ja', followsIssue: true }, 'Japanese'],
    ['auto', undefined, ENGLISH, { language: 'en', followsIssue: true }, "that of the issue's own"],
    ['en', 'en', JAPANESE, { language: 'en' }, 'English'],
    ['ja', 'ja', ENGLISH, { language: 'ja' }, 'Japanese'],
  ] as const)('GH-9: %s is decided when a task begins, and what the model is told with it', async (...row) => {
    const [, language, words, kept, told] = row;
    const delivery = started('d-1', words);
    await act(delivery, language);
    const { language: own, followsIssue } = await settingsOf(delivery);
    expect({ language: own, ...(followsIssue === undefined ? {} : { followsIssue }) }).toEqual(kept);
    const task = taskAfter([], { settings: kept });
    const tools = await promptTools();
    for (const name of ['system', 'act-system'] as const)
      expect(systemPrompt(name, task, tools)).toContain(`will read is written in this language: ${told}`);
  });

  const help = (): Delivery => {
    const { intent } = started('d-2');
    const { repo, issue, sender } = intent;
    const target = { kind: 'issue_comment', commentId: 9 } as const;
    const command = { kind: 'command', repo, issue, sender, target, occurrence: 'comment-9', word: 'help' } as const;
    return {
      deliveryId: 'd-2',
      event: 'issue_comment',
      receivedAt: '2026-01-01T00:00:00Z',
      intent: { ...command, addressed: true, text: 'help', isPrivate: false },
    };
  };
  const asIs = (words: typeof ENGLISH) => async () => ({ ...words, author, labels: [] });

  it('GH-9: a reply follows what the issue says', async () => {
    expect((await act(help(), 'auto', { issueText: asIs(JAPANESE) }))[0]).toContain('書き込み権限が必要です');
    await bench.redis.flushall();
    expect((await act(help(), 'auto', { issueText: asIs(ENGLISH) }))[0]).toContain('You need write access');
  });

  it('GH-9: a reply follows the issue as its last task was asked for, whatever it says now', async () => {
    const before = recorded([], { request: { repo: REPO, issue: 4, ...JAPANESE } });
    bench.recorded.set(
      'before',
      before.map((entry) => ({ ...entry, issue: 'acme/cart#4' })),
    );
    expect((await act(help(), 'auto', { issueText: asIs(ENGLISH) }))[0]).toContain('書き込み権限が必要です');
  });

  it('GH-9: a refusal follows the issue that it is about', async () => {
    const over = { permission: async () => 'triage' as const };
    expect((await act(started('d-3', JAPANESE), 'auto', over))[0]).toContain('書き込み権限');
  });

  it('GH-9: nobody goes without a reply because the issue cannot be read, and who needs no text asks for none', async () => {
    const issueText = async () => Promise.reject(new Error('GitHub is on fire.'));
    expect((await act(help(), 'auto', { issueText }))[0]).toContain('You need write access');
    await bench.redis.flushall();
    let asked = 0;
    const counted = async () => ((asked += 1), issueText());
    expect((await act(help(), 'ja', { issueText: counted }))[0]).toContain('書き込み権限が必要です');
    expect(asked).toBe(0);
  });
});
