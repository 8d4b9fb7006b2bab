/** The result of a delivery in a repository with its own configuration (GH-9, GH-3). */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSettingsReader } from '../../src/app/repository-settings.ts';
import { Settings } from '../../src/config/schema.ts';
import { RetryLater } from '../../src/errors.ts';
import { claimIssue, holderOf, taskIdOf } from '../../src/queue/active-issues.ts';
import { mayBeTrigger } from '../../src/queue/trigger-labels.ts';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { agreeableGitHub, ISSUE, mentioned, queueBench, REPO, started } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Delivery } from '../../src/people/intent.ts';
import type { GitHub } from '../../src/ports/github.ts';

describe('a delivery in a configured repository (GH-9)', () => {
  let bench: QueueBench;
  let own: string | null;
  let ofOwner: string | null;
  let isOwnersPrivate: boolean;
  let read: string[];
  beforeEach(async () => {
    bench = await queueBench();
    own = null;
    ofOwner = null;
    isOwnersPrivate = false;
    read = [];
  });
  afterEach(() => bench.end());

  const said: string[] = [];
  async function act(delivery: Delivery, over: Partial<GitHub> = {}, operator: object = {}): Promise<void> {
    const file = (repository: string, text: string | null, isPrivate = false) => {
      read.push(repository);
      return text === null ? null : { repository, isPrivate, commit: 'c0ffee', isFile: true, text, bytes: text.length };
    };
    said.length = 0;
    const github = agreeableGitHub({
      defaultFile: async (_repo, _path, of) =>
        of === 'owner' ? file('acme/.github', ofOwner, isOwnersPrivate) : file('acme/sums', own),
      issue: async () => ({ state: 'open', locked: false, labels: ['bot', 'planwright'] }),
      ensureComment: async (_repo, _issue, _marker, body) => {
        said.push(body);
        return { id: 1, url: '' };
      },
      ...over,
    });
    const acting = bench.acting(github);
    const settings = Settings.parse(operator);
    const settingsOf = createSettingsReader({ settings, github, userSettings: null, log: acting.log });
    await actOnDelivery(delivery, { ...acting, settingsOf });
  }
  const idOf = (delivery: Delivery) => taskIdOf('bench', REPO.repositoryId, delivery.intent.occurrence);
  async function begun(delivery: Delivery) {
    const [item] = await bench.inbox.read(idOf(delivery));
    return item?.kind === 'start' ? item : null;
  }

  it('begins by the label of the repository, and not by that of the service', async () => {
    own = 'trigger_label: bot\n';
    const other = started('d-1', { label: 'planwright' });
    await act(other);
    expect(await begun(other)).toBeNull();
    const delivery = started('d-2', { label: 'Bot' });
    await act(delivery);
    expect((await begun(delivery))?.settings.triggerLabel).toBe('bot');
    expect((await begun(delivery))?.request).not.toHaveProperty('plansFirst');
  });

  it('shows the plan first by its label for plans, by a label that is there, and by plan_approval', async () => {
    own = 'trigger_label: bot\n';
    const label = started('d-1', { label: 'bot:plan' });
    await act(label);
    expect((await begun(label))?.request.plansFirst).toBe(true);
    const bearing = started('d-2', { issue: 5, label: 'bot', labels: ['other:plan', 'bot:plan'] });
    await act(bearing);
    expect((await begun(bearing))?.request.plansFirst).toBe(true);
    const foreign = started('d-3', { issue: 6, label: 'bot', labels: ['other:plan'] });
    await act(foreign);
    expect((await begun(foreign))?.request).not.toHaveProperty('plansFirst');
    own = 'plan_approval: true\n';
    const asked = mentioned('d-4', 'fix it');
    await act({ ...asked, intent: { ...asked.intent, issue: 7 } });
    expect((await begun(asked))?.request.plansFirst).toBe(true);
  });

  it('lets the door drop other labels for some seconds, and never the one that counts', async () => {
    const { redis } = bench;
    expect(await mayBeTrigger(redis, REPO.repositoryId, 'bug')).toBe(true);
    own = 'trigger_label: bot\n';
    await act(started('d-1', { label: 'bug' }));
    expect(await mayBeTrigger(redis, REPO.repositoryId, 'bug')).toBe(false);
    expect(await mayBeTrigger(redis, REPO.repositoryId, 'BOT:plan')).toBe(true);
    expect(await redis.ttl(`planwright:trigger-label:${REPO.repositoryId}`)).toBeLessThanOrEqual(10);
  });

  it('tells every mistake of both files, and starts nothing; after a crash, too', async () => {
    own = 'language: ja\nnope: 1\n';
    ofOwner = 'budget: {usd: no}\n';
    const delivery = started('d-1', { label: 'planwright' });
    await claimIssue(bench.redis, ISSUE, idOf(delivery));
    await act(delivery);
    expect(await begun(delivery)).toBeNull();
    expect(await holderOf(bench.redis, ISSUE)).toBeNull();
    expect(said).toEqual([expect.stringContaining('`.github/planwright.yml` of `acme/.github`')]);
    expect(said[0]).toContain(
      '- Line 1, column 15, `budget.usd`: found text that does not fit; expected a number above 0.',
    );
    expect(said[0]).toContain('- Line 2, column 1, `nope`: there is no such key.');
  });

  it('shows nothing of a private file of the organisation on a public issue, and says who sees it where (P17)', async () => {
    ofOwner = 'canary_key: 1\nnetwork: {allow: [canary.example.com]}\n';
    isOwnersPrivate = true;
    await act(started('d-1', { label: 'planwright' }));
    expect(said[0]).toContain('`.github/planwright.yml` of `acme/.github` on the default branch has a mistake.');
    expect(said[0]).toContain('ask me to work on an issue there');
    expect(said.join()).not.toContain('canary');
    await act(started('d-2', { label: 'planwright' }), {}, { language: 'ja' });
    expect(said[0]).toContain('1 件の誤りがあるため、何も開始していません');
    expect(said.join()).not.toContain('canary');
    await act(started('d-3', { label: 'planwright', isPrivate: true }));
    expect(said[0]).toContain('canary');
    own = 'nope: 1\n';
    await act(started('d-4', { label: 'planwright' }));
    expect(said[0]).toContain('`nope`');
    expect(said[0]).not.toContain('canary');
  });

  it('tells them where the trigger label of the broken file was set, in the language of the service', async () => {
    own = 'trigger_label: bot\nlanguage: [ja\n';
    await act(started('d-1', { label: 'bot' }), {}, { language: 'ja' });
    expect(said[0]).toContain(
      '`acme/sums` の既定ブランチにある `.github/planwright.yml` に誤りがあるため、何も開始していません。',
    );
    expect(said[0]).toContain('YAML として正しくありません');
    expect(said[0]).toContain('`@planwright やり直して`');
  });

  it('tells them in the language of the organisation, whose file has none', async () => {
    ofOwner = 'language: ja\n';
    own = 'nope: 1\n';
    await act(started('d-1', { label: 'planwright' }));
    expect(said[0]).toContain('1 行目 1 列目、`nope`: このキーはありません。');
  });

  it('reads nothing for a stranger who mentions us, and tells them nothing', async () => {
    own = 'nope: 1\n';
    await act(mentioned('d-1', 'fix it'), { permission: async () => 'none' });
    expect([read, said]).toEqual([[], []]);
  });

  it('is not acted on while GitHub cannot say what is configured', async () => {
    const down = async () => Promise.reject(new RetryLater('Down.', { of: 'github' }));
    await expect(act(started('d-1', { label: 'planwright' }), { defaultFile: down })).rejects.toBeInstanceOf(
      RetryLater,
    );
    expect(await holderOf(bench.redis, ISSUE)).toBeNull();
  });

  it('starts nothing where it is turned off, by the organisation or the repository, and says so (GH-3)', async () => {
    ofOwner = 'enabled: false\n';
    await act(started('d-1', { label: 'planwright' }));
    expect(said).toEqual([expect.stringContaining('disabled in this repository')]);
    own = 'enabled: true\n';
    const delivery = started('d-2', { label: 'planwright' });
    await act(delivery);
    expect(await begun(delivery)).not.toBeNull();
  });

  it('listens to a bot that the repository allows, as far as the operator permits it (P4, P18)', async () => {
    const sender = { id: 4242, login: 'helper[bot]', isBot: true };
    const bot = (id: string) => started(id, { sender, label: 'planwright' });
    // What GitHub says of every App's bot.
    const none = { permission: async () => 'none' as const };
    const operator = { repositories: { bots: [4242] } };
    await act(bot('d-1'), none, operator);
    expect(await begun(bot('d-1'))).toBeNull();
    own = 'allowed_bots: [4242]\n';
    await act(bot('d-2'), none, operator);
    expect((await begun(bot('d-2')))?.settings.allowedBots).toEqual([4242]);
  });

  it('asks GitHub about a person whose id is listed as that of a bot (GH-2, P4)', async () => {
    own = 'allowed_bots: [4242]\n';
    const person = started('d-1', { sender: { id: 4242, login: 'helper', isBot: false }, label: 'planwright' });
    await act(person, { permission: async () => 'none' }, { repositories: { bots: [4242] } });
    expect(await begun(person)).toBeNull();
  });

  it('joins the task at work whatever the configuration has become', async () => {
    const first = started('d-1', { label: 'planwright' });
    await act(first);
    own = 'nope: 1\n';
    await act(mentioned('d-2', 'use tabs'));
    expect((await bench.inbox.read(idOf(first))).map(({ kind }) => kind)).toEqual(['start', 'comment']);
    expect(said).toEqual([]);
  });

  it('stops a task by the removal of its own label alone', async () => {
    own = 'trigger_label: bot\n';
    const first = started('d-1', { label: 'bot' });
    await act(first);
    const { repo, issue, sender } = first.intent;
    const removed = (id: string, label: string): Delivery => ({
      ...first,
      deliveryId: id,
      intent: { kind: 'withdraw', issueId: 4, repo, issue, sender, occurrence: id, reason: 'unlabeled', label },
    });
    for (const label of ['planwright', 'bug', 'bot:plan']) await act(removed(`d-${label.replace(':', '-')}`, label));
    expect((await bench.inbox.read(idOf(first))).map(({ kind }) => kind)).toEqual(['start']);
    await act(removed('d-9', 'BOT'));
    expect((await bench.inbox.read(idOf(first))).map(({ kind }) => kind)).toEqual(['start', 'control']);
  });
});
