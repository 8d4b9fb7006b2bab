/** Personal settings from the operator's own service (GH-9), over real HTTP. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { Settings } from '../../src/config/schema.ts';
import { createUserSettings, withinPlanning } from '../../src/config/user-settings.ts';

const OPERATOR = Settings.parse({ planning: { max_subtasks: 20, reflection: { trigger_interval: 3 } } }).planning;
const ALICE = { id: 5, login: 'alice' };

describe('the settings of whoever asks (GH-9)', () => {
  let server: Server | null = null;
  const asked: (string | undefined)[] = [];
  const warnings: string[] = [];

  afterEach(async () => {
    asked.length = 0;
    warnings.length = 0;
    server?.closeAllConnections();
    await new Promise((closed) => (server === null ? closed(null) : server.close(closed)));
    server = null;
  });

  async function planningFrom(answer: RequestListener, timeoutMs = 5_000) {
    const made = createServer((request, response) => {
      asked.push(request.url);
      answer(request, response);
    });
    server = made;
    await new Promise<void>((listening) => made.listen(0, '127.0.0.1', () => listening()));
    const url = `http://127.0.0.1:${(made.address() as AddressInfo).port}/settings?team=a`;
    return createUserSettings(url, timeoutMs)(ALICE, OPERATOR, (why) => void warnings.push(why));
  }

  const says =
    (body: unknown, status = 200): RequestListener =>
    (_, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
  const planning = (given: unknown) => says({ status: 'success', data: { llm: {}, planning: given } });

  it('are asked for by name and number, and win over those of the operator', async () => {
    const found = await planningFrom(planning({ strategy: 'simple', reflection: { trigger_interval: 5 } }));
    expect(asked).toEqual(['/settings?team=a&login=alice&id=5']);
    expect(found).toEqual({
      ...OPERATOR,
      strategy: 'simple',
      reflection: { ...OPERATOR.reflection, trigger_interval: 5 },
    });
    expect(warnings).toEqual([]);
  });

  it('are none for somebody whom the service does not know', async () => {
    expect(await planningFrom(says('', 404))).toEqual(OPERATOR);
    expect(warnings).toEqual([]);
  });

  it.each<[string, RequestListener, string]>([
    ['an error', says('secret', 500), 'it answered 500'],
    ['no success', says({ status: 'error', data: {} }), 'its answer is not'],
    ['no JSON', says('<html>secret</html>'), 'its answer is not'],
    ['too much', says('x'.repeat(300 * 1024)), 'more than 256 KB'],
    [
      'a redirect',
      (request, response) =>
        request.url === '/elsewhere'
          ? planning({ strategy: 'simple' })(request, response)
          : response.writeHead(302, { location: '/elsewhere' }).end(),
      'could not be reached',
    ],
    ['a broken connection', (request) => request.socket.destroy(), 'could not be reached'],
    ['unknown keys', planning({ stategy: 'simple' }), '"planning" is not used'],
    ['wrong values', planning({ max_subtasks: 'many' }), '"max_subtasks": invalid_type'],
    ['another place for records', planning({ history: { storage_type: 'redis' } }), '"history" is for the operator'],
  ])('after %s are told to the log alone, and the task begins with the rest', async (_, answer, why) => {
    expect(await planningFrom(answer)).toEqual(OPERATOR);
    expect(warnings).toEqual([expect.stringContaining(why)]);
    expect(warnings.join()).not.toContain('secret');
  });

  it('that do not come in time are done without', async () => {
    expect(await planningFrom(() => undefined, 30)).toEqual(OPERATOR);
    expect(warnings).toEqual(['The service did not answer as it should: it took more than 30 ms.']);
  });

  it('that come in drops are done without as well', async () => {
    const drops: RequestListener = (_, response) => void response.writeHead(200).write('{');
    expect(await planningFrom(drops, 30)).toEqual(OPERATOR);
    expect(warnings).toEqual([expect.stringContaining('it took more than 30 ms')]);
  });

  it('choose no model, and it is said so', async () => {
    const both = says({ status: 'success', data: { llm: { model: 'huge' }, planning: { strategy: 'simple' } } });
    expect(await planningFrom(both)).toEqual({ ...OPERATOR, strategy: 'simple' });
    expect(warnings).toEqual([expect.stringContaining('"llm" is not used')]);
  });
});

describe('the settings of a person within those of the operator (GH-9)', () => {
  const within = (given: Record<string, unknown>, operator: object = {}) => {
    const { planning } = withinPlanning(Settings.parse({ planning: operator }).planning, given);
    if (planning === null) throw new Error('It cannot be used.');
    return planning;
  };

  it('lower limits and never raise them', () => {
    expect(within({ max_subtasks: 500 }).max_subtasks).toBe(100);
    expect(within({ max_subtasks: 5 }).max_subtasks).toBe(5);
    const { replanning, revision } = within({
      revision: { max_revisions: 9 },
      replanning: {
        global: { max_total_replans: 99, same_trigger_max_count: 9 },
        execution: { max_action_retries: 1 },
      },
    });
    expect(revision.max_revisions).toBe(3);
    expect(replanning.global).toMatchObject({ max_total_replans: 10, same_trigger_max_count: 2 });
    expect(replanning.execution).toEqual({ max_action_retries: 1, max_partial_replans: 2 });
  });

  it('add safeguards and take none away', () => {
    const less = {
      review: { plan: false, diff: false },
      replanning: {
        llm_decision: { require_user_confirmation_on_low_confidence: false },
        global: { infinite_loop_detection: false },
      },
    };
    const { review, replanning } = within(less);
    expect(review).toEqual({ plan: 'auto', diff: true });
    expect(replanning.llm_decision.require_user_confirmation_on_low_confidence).toBe(true);
    expect(replanning.global.infinite_loop_detection).toBe(true);
    expect(within({ review: { plan: true, diff: true } }, { review: { plan: false, diff: false } }).review).toEqual({
      plan: true,
      diff: true,
    });
    const assumes = (own: boolean, operator: boolean) => {
      const given = (auto_assume_on_no_response: boolean) => ({
        replanning: { goal_understanding: { auto_assume_on_no_response } },
      });
      return within(given(own), given(operator)).replanning.goal_understanding.auto_assume_on_no_response;
    };
    expect([assumes(true, false), assumes(false, true), assumes(true, true)]).toEqual([false, false, true]);
  });

  it('are no way into objects of all (__proto__)', () => {
    const given = JSON.parse('{"__proto__": {"enabled": false}, "strategy": "simple"}') as Record<string, unknown>;
    expect(withinPlanning(OPERATOR, given).planning).toBeNull();
    expect(({} as { readonly enabled?: boolean }).enabled).toBeUndefined();
  });
});
