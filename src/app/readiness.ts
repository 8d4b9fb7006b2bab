/** What /readyz says about the parts of the service (OPS-9). */
import { Fault, messageOf } from '../errors.ts';
import { PROVIDER_VARIABLES } from '../ports/model-provider.ts';
import type { ReadinessCheck } from '../intake/health.ts';
import type { Logger } from 'pino';
import type { AppItself } from '../ports/github-app.ts';
import type { ServiceControl } from '../ports/service-control.ts';
import type { Clock } from '../ports/clock.ts';
import type { AttemptReport } from '../models/ask-with-retries.ts';

/**
 * The check of one part. The response contains only our own advice; the other side's message, which may name paths and
 * addresses, is logged once per change.
 */
export function readiness(
  part: string,
  { check, fine }: { readonly check: () => Promise<unknown>; readonly fine: string },
  log: Logger,
): () => Promise<ReadinessCheck> {
  let told = '';
  return async () => {
    try {
      await check();
      if (told !== '') log.info({ part }, 'a part of the service works again');
      told = '';
      return { ok: true, detail: fine, required: true };
    } catch (error) {
      const reason = messageOf(error);
      if (reason !== told) log.warn({ part, reason }, 'a part of the service does not work');
      told = reason;
      const detail = error instanceof Fault ? error.advice : 'does not answer; the log says why';
      return { ok: false, detail, required: true };
    }
  };
}

/** A paused service is ready all the same, since requests are stored. */
export function serviceCheck(service: Pick<ServiceControl, 'status'>): () => Promise<ReadinessCheck> {
  return async () => {
    const state = await service.status().then(
      (status) => status.state,
      () => null,
    );
    return { ok: state !== null, detail: state ?? 'not known while Redis does not answer', required: false };
  };
}

interface GitHubWatch {
  check(): Promise<ReadinessCheck>;
  stop(): void;
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** A key can be revoked at any time. */
const PAUSE_WHEN_FINE_MS = 5 * 60_000;
/** The /readyz request waits three seconds at most. */
const FIRST_ANSWER_MS = 2_500;

/**
 * Asks GitHub repeatedly for our identity. An outage of GitHub leaves the service ready, since webhooks can be stored
 * meanwhile; refused credentials do not, since nothing works until an operator fixes them.
 */
export function watchGitHub(app: Pick<AppItself, 'whoAmI'>, clock: Clock, log: Logger): GitHubWatch {
  const stopping = new AbortController();
  let latest: ReadinessCheck = { ok: false, detail: 'has not answered yet', required: false };
  const first = look();
  void keepLooking();

  async function look(): Promise<void> {
    const before = latest;
    try {
      await app.whoAmI();
      latest = { ok: true, detail: 'answers', required: false };
      if (before.required) log.info('GitHub accepts the credentials of the App again');
    } catch (error) {
      const isRefusal = error instanceof Fault && (error.code === 'credentials' || error.code === 'github_gone');
      latest = isRefusal
        ? { ok: false, detail: refusalText(error), required: true }
        : { ok: false, detail: 'does not answer', required: false };
      if (isRefusal && !before.required)
        log.error({ reason: error.message, advice: refusalAdvice(error) }, 'GitHub refuses the App');
    }
  }

  async function keepLooking(): Promise<void> {
    await first;
    let failures = 0;
    while (!stopping.signal.aborted) {
      failures = latest.ok ? 0 : failures + 1;
      const pauseMs = latest.ok ? PAUSE_WHEN_FINE_MS : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
      await clock.sleep(pauseMs, stopping.signal).catch(() => undefined);
      if (!stopping.signal.aborted) await look();
    }
  }

  return {
    async check() {
      const patience = new AbortController();
      await Promise.race([first, clock.sleep(FIRST_ANSWER_MS, patience.signal).catch(() => undefined)]);
      patience.abort();
      return latest;
    },
    stop: () => stopping.abort(),
  };
}

function refusalText(fault: Fault): string {
  return `${fault.message} ${refusalAdvice(fault)}`;
}

function refusalAdvice({ code, advice }: Fault): string {
  return code === 'github_gone' ? 'Check APP_ID (and GHE_HOST): GitHub knows no such App.' : advice;
}

interface ModelWatch {
  check(): Promise<ReadinessCheck>;
  /** Called for each attempt to call the model. */
  note(attempt: Pick<AttemptReport, 'provider' | 'outcome' | 'what' | 'of' | 'code'>): void;
}

/** The state of the last model call; no call is paid for only to check the model. */
export function watchModel(log: Logger): ModelWatch {
  let latest: ReadinessCheck = { ok: true, detail: 'not called yet', required: false };
  let elsewhere = '';

  function seen({
    provider,
    outcome,
    of,
    what,
    code,
  }: Parameters<ModelWatch['note']>[0]): Omit<ReadinessCheck, 'required'> {
    const { key, address } = PROVIDER_VARIABLES[provider];
    if (of === 'model_address') return { ok: false, detail: `${what}; check ${address}` };
    if (of !== undefined) return { ok: false, detail: 'did not answer when it was called last; the log says why' };
    const isRefused = outcome === 'refused' && code === 'model_credentials';
    return isRefused ? { ok: false, detail: `refuses the key; check ${key}` } : { ok: true, detail: 'answers' };
  }

  return {
    check: async () => latest,
    note(attempt) {
      latest = { ...seen(attempt), required: false };
      const now = attempt.of === 'model_address' ? attempt.what : '';
      if (now !== '' && now !== elsewhere)
        log.error(
          { reason: now, advice: `Check ${PROVIDER_VARIABLES[attempt.provider].address}.` },
          "something else answers in place of the model's API",
        );
      if (attempt.of !== 'model') elsewhere = now;
    },
  };
}
