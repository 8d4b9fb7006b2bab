/**
 * Registers our handler with Probot. It reads every event that we subscribe to, and accepts it only once its request is
 * stored.
 */
import type { Logger } from 'pino';
import { Probot, ProbotOctokit } from 'probot';
import { EVENTS, UNASKED_EVENTS } from '../ports/webhook-events.ts';
import { readIntent } from './read-intent.ts';
import type { Clock } from '../ports/clock.ts';
import type { BotIdentity, TriggerSettings } from './received-event.ts';
import { isTrigger } from '../people/same-label.ts';
import type { Delivery, Intent } from '../people/intent.ts';
import type { AppCredentials } from './credentials.ts';

interface EventDeps {
  /** Resolves once the delivery is durably stored; a repeated delivery id or occurrence is stored once. */
  accept(delivery: Delivery): Promise<void>;
  /** May reject until GitHub has told us who we are; the delivery is then redelivered. */
  identity(): BotIdentity | Promise<BotIdentity>;
  readonly settings: TriggerSettings;
  /** Whether a label other than the service's own may be this repository's trigger label (GH-9). */
  mayBeTrigger(repositoryId: number, label: string): Promise<boolean>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

export function registerEvents(app: Probot, deps: EventDeps): void {
  app.on([...EVENTS, ...UNASKED_EVENTS], async ({ id, name, payload }) => {
    const receivedAt = new Date(deps.clock.now()).toISOString();
    const read = readIntent(name, payload, await deps.identity(), deps.settings);
    empty(payload);
    const fields = { delivery: id, event: name };
    const intent = read !== null && (await mayAskForWork(read, deps)) ? read : null;
    if (intent === null) return deps.log.debug(fields, 'delivery asks for nothing');
    await deps.accept({ deliveryId: id, event: name, receivedAt, intent });
    const { kind, issue, repo } = intent;
    deps.log.info({ ...fields, intent: kind, issue, repositoryId: repo.repositoryId }, 'delivery accepted');
  });
}

async function mayAskForWork(intent: Intent, { settings, mayBeTrigger }: EventDeps): Promise<boolean> {
  if (intent.kind !== 'start' && intent.kind !== 'withdraw') return true;
  const { label, repo } = intent;
  return label === undefined || isTrigger(label, settings.triggerLabel) || mayBeTrigger(repo.repositoryId, label);
}

/**
 * Probot keeps the event until its handlers have ended. The unused payload would stay in memory while we wait for
 * Redis' disk, and the garbage collector would move it: more than a tenth of the work of accepting it.
 */
function empty(payload: object): void {
  for (const part of Object.keys(payload)) Reflect.deleteProperty(payload, part);
}

interface ProbotOptions {
  readonly credentials: AppCredentials;
  readonly log: Logger;
  /** REST base of a GitHub Enterprise Server; absent for github.com. */
  readonly baseUrl?: string;
}

/**
 * Probot, ready to register and receive events. Constructed by hand: its own start-up reads the environment, where
 * REDIS_URL would silently switch it to clustered throttling and an empty secret would become "development".
 */
export async function createProbot({ credentials, log, baseUrl }: ProbotOptions): Promise<Probot> {
  const probot = new Probot({
    // It signs nothing here, and accepts no Client ID as a number.
    appId: typeof credentials.appId === 'number' ? credentials.appId : 1,
    privateKey: credentials.privateKey,
    secret: credentials.webhookSecrets[0],
    baseUrl,
    Octokit: OneForAllEvents,
    log: quietLogger(log),
  });
  return probot.ready();
}

/**
 * Probot creates an Octokit for every event, a tenth of the work of accepting it. Our handlers only queue and use none.
 */
const OneForAllEvents = ProbotOctokit.plugin((octokit) => {
  const { auth } = octokit;
  const forEvents = async (options: { readonly type?: string } = {}): Promise<unknown> =>
    options.type === 'event-octokit' ? octokit : auth(options);
  return { auth: Object.assign(forEvents, auth) };
});

/** Probot attaches whole events to the errors it logs, and request bodies to its debug lines; both are dropped here. */
function quietLogger(log: Logger): Logger {
  const level = log.isLevelEnabled('warn') ? 'warn' : log.level;
  return log.child({}, { level, serializers: { err: briefly } });
}

function briefly(error: unknown): Readonly<Record<string, unknown>> {
  const { name, message, stack, code } = Object(error) as Partial<NodeJS.ErrnoException>;
  return { type: name, message, stack, code };
}
