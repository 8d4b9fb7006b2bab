/** The Probot application: every event we subscribe to is read, and what it asks for is handed on before it counts as received. */
import type { Logger } from 'pino';
import type { Probot } from 'probot';
import type { Clock } from '../ports/clock.ts';
import type { BotIdentity, TriggerSettings } from './bot.ts';
import type { Delivery } from '../people/delivery.ts';
import { EVENTS } from '../ports/webhook-events.ts';
import { readIntent } from './read-intent.ts';

export interface AppDeps {
  /** Resolves once the delivery is durably kept; the same delivery id or occurrence again is kept once. */
  accept(delivery: Delivery): Promise<void>;
  /** May reject while GitHub has not yet told who we are: the delivery is then asked for again. */
  identity(): BotIdentity | Promise<BotIdentity>;
  readonly settings: TriggerSettings;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

export function registerEvents(app: Probot, deps: AppDeps): void {
  app.on([...EVENTS], async ({ id, name, payload }) => {
    const receivedAt = new Date(deps.clock.now()).toISOString();
    const intent = readIntent(name, payload, await deps.identity(), deps.settings);
    empty(payload);
    const fields = { delivery: id, event: name };
    if (intent === null) {
      deps.log.debug(fields, 'delivery asks for nothing');
      return;
    }
    await deps.accept({ deliveryId: id, event: name, receivedAt, intent });
    deps.log.info(
      { ...fields, intent: intent.kind, issue: intent.issue, repositoryId: intent.repo.repositoryId },
      'delivery accepted',
    );
  });
}

/**
 * Probot holds the event until its handlers have ended. What nobody reads any more would wait with us for Redis' disk,
 * and be moved about by the garbage collector meanwhile: more than a tenth of the work of accepting it.
 */
function empty(payload: object): void {
  for (const part of Object.keys(payload)) Reflect.deleteProperty(payload, part);
}
