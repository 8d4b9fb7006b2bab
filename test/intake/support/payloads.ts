/** Webhook payloads as GitHub sends them, reduced to what matters, and adjustable by tests. */
import type { BotIdentity, TriggerSettings } from '../../../src/intake/received-event.ts';

export const identity: BotIdentity = { appId: 77, slug: 'planwright', aliases: ['pw'] };
export const settings: TriggerSettings = { triggerLabel: 'planwright', allowedBots: [4242] };

export const mona = { id: 1, login: 'mona', type: 'User' };
export const hubot = { id: 2, login: 'hubot', type: 'User' };

type Fields = Readonly<Record<string, unknown>>;

export function issue(fields: Fields = {}) {
  return {
    id: 900,
    number: 12,
    title: 'Sum is wrong',
    body: 'It adds one too many.',
    user: mona,
    state: 'open',
    updated_at: '2026-03-04T05:06:07Z',
    performed_via_github_app: null,
    ...fields,
  };
}

export function issueEvent(action: string, fields: Fields = {}) {
  return { action, issue: issue(), repository: repository(), installation: { id: 5 }, sender: mona, ...fields };
}

export function labeled(fields: Fields = {}) {
  return issueEvent('labeled', { label: { id: 3, name: 'planwright' }, ...fields });
}

export function opened(body: string, fields: Fields = {}) {
  return issueEvent('opened', { issue: issue({ body }), ...fields });
}

export function commented(body: unknown, fields: Fields = {}, commentFields: Fields = {}) {
  const comment = {
    id: 600,
    body,
    user: mona,
    updated_at: '2026-03-04T06:00:00Z',
    performed_via_github_app: null,
    ...commentFields,
  };
  return issueEvent('created', { comment, ...fields });
}

export function repository(fields: Fields = {}) {
  return { id: 8, name: 'sums', full_name: 'acme/sums', owner: { login: 'acme', id: 9 }, private: false, ...fields };
}
