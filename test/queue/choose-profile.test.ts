/** Requests that name a model profile (MODEL-5). */
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createSettingsReader } from '../../src/app/repository-settings.ts';
import { Settings } from '../../src/config/schema.ts';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { holderOf, taskIdOf } from '../../src/queue/active-issues.ts';
import { agreeableGitHub, ISSUE, mentioned, queueBench, REPO, started } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Delivery } from '../../src/people/intent.ts';

const LABELS = ['planwright', 'planwright:fast'];

describe('a delivery that chooses a profile (MODEL-5)', () => {
  let bench: QueueBench;
  let said: string[];
  let own: string | null;
  beforeEach(async () => {
    bench = await queueBench();
    said = [];
    own = null;
  });
  afterEach(() => bench.end());

  async function act(delivery: Delivery, labels: readonly string[] = LABELS, operator: object = {}): Promise<void> {
    const github = agreeableGitHub({
      issue: async () => ({ state: 'open', locked: false, labels }),
      defaultFile: async (_repo, _path, of) =>
        of === 'owner' || own === null
          ? null
          : { repository: 'acme/sums', isPrivate: false, commit: 'c0ffee', isFile: true, text: own, bytes: own.length },
      ensureComment: async (_repo, _issue, _marker, body) => {
        said.push(body);
        return { id: 1, url: '' };
      },
    });
    const acting = bench.acting(github);
    const settings = Settings.parse(operator);
    const settingsOf = createSettingsReader({ settings, github, userSettings: null, log: acting.log });
    await actOnDelivery(delivery, { ...acting, settingsOf });
  }
  const inWords = (instruction: string, more: object): Delivery => {
    const delivery = mentioned('d-1', instruction);
    return { ...delivery, intent: { ...delivery.intent, ...more } };
  };
  const itemsOf = (delivery: Delivery) =>
    bench.inbox.read(taskIdOf('bench', REPO.repositoryId, delivery.intent.occurrence));
  const labelled = (label: string, more: object = {}) => started(`d-${label}`, { label, ...more });

  it('in words begins a task with it, and what is asked for is what follows', async () => {
    const delivery = mentioned('d-1', 'with Fast: use tabs');
    await act(delivery);
    expect(await itemsOf(delivery)).toMatchObject([
      {
        request: { instruction: 'use tabs', profile: { name: 'fast', by: 'words' } },
        settings: { models: { profile: 'fast' } },
      },
    ]);
    expect(said).toEqual([]);
  });

  it('with a budget behind it, both count', async () => {
    const delivery = mentioned('d-1', 'fast で：予算は5ドル：直して');
    await act(delivery);
    expect(await itemsOf(delivery)).toMatchObject([
      { request: { instruction: '直して', limitInWords: 'usd' }, settings: { models: { profile: 'fast' } } },
    ]);
  });

  it('with a word behind it that begins a task, begins it so', async () => {
    const delivery = mentioned('d-1', 'with fast: plan');
    await act(delivery);
    expect(await itemsOf(delivery)).toMatchObject([
      { request: { instruction: null, plansFirst: true }, settings: { models: { profile: 'fast' } } },
    ]);
  });

  it('by the label that is set', async () => {
    const delivery = labelled('planwright:FAST');
    await act(delivery, ['planwright:FAST']);
    expect(await itemsOf(delivery)).toMatchObject([
      { request: { profile: { name: 'fast', by: 'trigger' } }, settings: { models: { profile: 'fast' } } },
    ]);
  });

  it('by a label of the issue; words come before it', async () => {
    const labels = ['planwright:fast', 'planwright:plan', 'planwright:working', 'bot:balanced'];
    const by = labelled('planwright', { labels });
    await act(by);
    expect(await itemsOf(by)).toMatchObject([
      {
        request: { profile: { name: 'fast', by: 'label' }, plansFirst: true },
        settings: { models: { profile: 'fast' } },
      },
    ]);
    const words = inWords('use balanced', { issue: 5, labels });
    await act(words);
    expect(await itemsOf(words)).toMatchObject([{ settings: { models: { profile: 'balanced' } } }]);
  });

  it('of a repository with a label of its own, by that', async () => {
    own = 'trigger_label: bot\nmodels: { profile: fast }\n';
    const delivery = labelled('bot:balanced');
    await act(delivery, ['bot:balanced']);
    expect(await itemsOf(delivery)).toMatchObject([
      { settings: { triggerLabel: 'bot', models: { profile: 'balanced' } } },
    ]);
    const other = labelled('planwright:balanced', { occurrence: 'other' });
    await act(other, ['planwright:balanced']);
    expect(await itemsOf(other)).toEqual([]);
  });

  it.each(['make it work with opus codec', 'use case: a customer pays twice'])(
    'without one, by the usual one, and nothing is said of it: %j',
    async (instruction) => {
      const delivery = mentioned('d-1', instruction);
      await act(delivery);
      const [item] = await itemsOf(delivery);
      expect(item).toMatchObject({
        request: { instruction },
        settings: { models: { profile: 'balanced' } },
      });
      expect(item).not.toHaveProperty('request.profile');
      expect(said).toEqual([]);
    },
  );

  it.each([
    ['in words', mentioned('d-1', 'with sonnet: use tabs'), ['`sonnet`', '`balanced`, `fast`', 'leave out the colon']],
    ['by a label', started('d-1', { label: 'planwright:turbo' }), ['`turbo`', '`planwright:balanced`']],
  ])('one that is none starts nothing, and who asked is told which there are: %s', async (_how, delivery, parts) => {
    await act(delivery, ['planwright', 'planwright:turbo']);
    expect(await itemsOf(delivery)).toEqual([]);
    expect(await holderOf(bench.redis, ISSUE)).toBeNull();
    expect(said).toHaveLength(1);
    for (const part of parts) expect(said[0]).toContain(part);
    expect(said[0]).toContain('I have not started anything');
  });

  it('the list names the one first that is usual here', async () => {
    own = 'models: { profile: fast }\n';
    await act(mentioned('d-1', 'with sonnet: use tabs'));
    expect(said[0]).toContain('`fast`, `balanced`');
  });

  it('in Japanese, on an issue in Japanese', async () => {
    await act(inWords('gemini で：直して', { title: '数値の誤り', body: '合計が合いません。' }));
    expect(said[0]).toContain('モデルのプロファイル `gemini` はありません');
    expect(said[0]).toContain('`@planwright balanced で：…`');
  });

  it('two labels that choose are one too many, which is said', async () => {
    const delivery = labelled('planwright', { labels: ['planwright:fast', 'planwright:balanced'] });
    await act(delivery);
    expect(await itemsOf(delivery)).toEqual([]);
    expect(said[0]).toContain('the labels `planwright:fast`, `planwright:balanced` each choose a model profile');
  });

  describe('to a task at work', () => {
    const first = mentioned('d-0', 'use tabs');

    it('says that it keeps its own, and hands on the rest', async () => {
      await act(first);
      await act(mentioned('d-1', 'with fast: use spaces'));
      expect(await itemsOf(first)).toMatchObject([{ kind: 'start' }, { kind: 'comment', text: 'use spaces' }]);
      expect(said).toHaveLength(1);
      expect(said[0]).toContain(
        "with the profile `balanced`, and a task keeps its models to the end, so I don't change to `fast`",
      );
      expect(said[0]).toContain('`@planwright with fast: retry`');
    });

    it('without a rest it is told that alone; the same profile changes nothing', async () => {
      await act(first);
      await act(labelled('planwright:fast'));
      await act(mentioned('d-2', 'use fast'));
      expect(await itemsOf(first)).toHaveLength(1);
      expect(said).toHaveLength(2);
      await act(mentioned('d-3', 'with balanced: and test it'));
      expect(await itemsOf(first)).toMatchObject([{}, { kind: 'comment', text: 'and test it' }]);
      expect(said).toHaveLength(2);
    });

    it('a name that is none is a part of what is said; as a label it is told', async () => {
      await act(first);
      for (const text of ['with care: use spaces', 'with sonnet: use spaces']) {
        await act(mentioned(`d-${text}`, text));
        expect((await itemsOf(first)).at(-1)).toMatchObject({ kind: 'comment', text });
      }
      expect(said).toEqual([]);
      await act(labelled('planwright:turbo'), ['planwright:turbo']);
      expect(said[0]).toContain('there is no model profile `turbo`');
    });
  });

  describe('by a label that is taken off again', () => {
    const off = (label: string): Delivery => {
      const { repo, issue, sender } = started('any').intent;
      const withdrawn = { repo, issue, sender, reason: 'unlabeled', label, issueId: 1 } as const;
      const deliveryId = `off-${label.replace(':', '-')}`;
      return { ...started(deliveryId), intent: { kind: 'withdraw', ...withdrawn, occurrence: deliveryId } };
    };

    it('ends what it began', async () => {
      const delivery = labelled('planwright:fast');
      await act(delivery, ['planwright:fast']);
      await act(off('planwright:other'), []);
      expect(await itemsOf(delivery)).toHaveLength(1);
      await act(off('Planwright:Fast'), []);
      expect(await itemsOf(delivery)).toMatchObject([{}, { kind: 'control', word: 'stop' }]);
    });

    it('and nothing that another label began', async () => {
      const delivery = labelled('planwright', { labels: LABELS });
      await act(delivery);
      await act(off('planwright:fast'), ['planwright']);
      expect(await itemsOf(delivery)).toHaveLength(1);
    });
  });
});
