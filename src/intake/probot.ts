/**
 * Probot, constructed by hand: its own start-up reads the environment, where REDIS_URL would silently switch it to
 * clustered throttling and an empty secret would become "development".
 */
import type { Logger } from 'pino';
import { Probot, ProbotOctokit } from 'probot';
import type { AppCredentials } from './credentials.ts';

export interface ProbotOptions {
  readonly credentials: AppCredentials;
  readonly log: Logger;
  /** REST base of a GitHub Enterprise Server; github.com when absent. */
  readonly baseUrl?: string;
}

/** Ready to have events registered and to receive. */
export async function createProbot({ credentials, log, baseUrl }: ProbotOptions): Promise<Probot> {
  const probot = new Probot({
    appId: credentials.appId,
    privateKey: credentials.privateKey,
    secret: credentials.webhookSecrets[0],
    baseUrl,
    Octokit: OneForAllEvents,
    log: quietLogger(log),
  });
  return probot.ready();
}

/**
 * Probot makes an Octokit for every event, a tenth of the work of accepting it. Our handlers only queue and use none.
 */
const OneForAllEvents = ProbotOctokit.plugin((octokit) => {
  const { auth } = octokit;
  const forEvents = async (options: { readonly type?: string } = {}): Promise<unknown> =>
    options.type === 'event-octokit' ? octokit : auth(options);
  return { auth: Object.assign(forEvents, auth) };
});

/** Probot attaches whole events to the errors it logs, and request bodies to its debug lines: neither may pass. */
function quietLogger(log: Logger): Logger {
  const level = log.isLevelEnabled('warn') ? 'warn' : log.level;
  return log.child({}, { level, serializers: { err: briefly } });
}

function briefly(error: unknown): Readonly<Record<string, unknown>> {
  const { name, message, stack, code } = Object(error) as Partial<NodeJS.ErrnoException>;
  return { type: name, message, stack, code };
}
