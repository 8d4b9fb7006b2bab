/**
 * Registers our handler with Probot: it reads every event that we listen to, and counts it as received only when
 * what it asks for is kept.
 */
import type { Logger } from 'pino';
import type { Probot } from 'probot';
import type { Clock } from '../ports/clock.ts';
import { EVENTS } from '../ports/webhook-events.ts';
import { readIntent } from './read-intent.ts';
import type { BotIdentity, TriggerSettings } from './received-event.ts';
import type { Delivery } from '../people/intent.ts';

export interface EventDeps {
  /** Resolves once the delivery is durably kept; the same delivery id or occurrence again is kept once. */
  accept(delivery: Delivery): Promise<void>;
  /** May reject while we do not yet know from GitHub who we are: the delivery is then redelivered. */
  identity(): BotIdentity | Promise<BotIdentity>;
  readonly settings: TriggerSettings;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

export function registerEvents(app: Probot, deps: EventDeps): void {
  app.on([...EVENTS], async ({ id, name, payload }) => {
    const receivedAt = new Date(deps.clock.now()).toISOString();
    const intent = readIntent(name, payload, await deps.identity(), deps.settings);
    empty(payload);
    const fields = { delivery: id, event: name };
    if (intent === null) return deps.log.debug(fields, 'delivery asks for nothing');
    await deps.accept({ deliveryId: id, event: name, receivedAt, intent });
    const { kind, issue, repo } = intent;
    deps.log.info({ ...fields, intent: kind, issue, repositoryId: repo.repositoryId }, 'delivery accepted');
  });
}

/**
 * Probot keeps the event until its handlers have ended. A payload that nobody reads any more would stay
 * in memory while we wait for Redis' disk, and the garbage collector would move it about: more than a
 * tenth of the work of accepting it.
 */
function empty(payload: object): void {
  for (const part of Object.keys(payload)) Reflect.deleteProperty(payload, part);
}
