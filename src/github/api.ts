import { Octokit } from '@octokit/rest';
import { throttling } from '@octokit/plugin-throttling';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { Fault, RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { RepositoryRef } from '../ports/github.ts';
import { NotSent } from './process-pause.ts';
import { createAnswerCache } from './answer-cache.ts';
import { GraphQLAnswer } from './answers.ts';
import { followingRenames } from './follow-rename.ts';
import { withLongIds } from './long-ids.ts';
import { createRateLimits } from './rate-limits.ts';
import { createTimedFetch, type OnCall } from './timed-fetch.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { translateError } from './translate-error.ts';

export interface ApiOptions {
  readonly appId: number;
  readonly privateKey: string;
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onCall?: OnCall;
  /** False leaves out the pauses between writes; for tests against a stand-in alone. */
  readonly pacing?: boolean;
  readonly timeoutMs?: number;
}

export interface Call<Answer> {
  /** Begins the message when it fails: "Reading the issue". */
  readonly what: string;
  /** As GitHub documents it: `GET /repos/{owner}/{repo}`; owner and repo are filled in. */
  readonly route: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly answer: z.ZodType<Answer>;
  /** A second try does no harm. Never true for what creates something anew each time. */
  readonly mayRepeat: boolean;
  /** Answers ids that are too long for a number as text. */
  readonly hasLongIds?: boolean;
  /** Asked when its turn to be sent has come; true keeps it back with `NotSent`. */
  readonly isTooLate?: () => boolean;
}

export interface Api {
  readonly tokens: Tokens;
  /** About one repository, with a token for it alone. */
  call<Answer>(repo: RepositoryRef, call: Call<Answer>): Promise<Answer>;
  /** One page of a list; `link` leads to the others. */
  page<Item>(
    repo: RepositoryRef,
    call: ListCall<Item>,
    number: number,
  ): Promise<Pick<Page<readonly Item[]>, 'data' | 'link'>>;
  /** All pages of a list. */
  list<Item>(repo: RepositoryRef, call: ListCall<Item>): Promise<readonly Item[]>;
  /** One mutation that REST lacks and that does no harm when repeated; what GitHub objects to is a `Fault`. */
  mutate(repo: RepositoryRef, mutation: Mutation): Promise<void>;
  /** As the App itself; `link` leads to further pages. */
  callAsApp<Answer>(call: Call<Answer>): Promise<Pick<Page<Answer>, 'data' | 'link'>>;
  gitToken(repo: RepositoryRef, access: 'read' | 'write'): Promise<string>;
}

export type ListCall<Item> = Omit<Call<readonly Item[]>, 'mayRepeat'>;

export interface Mutation {
  readonly what: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, string>>;
}

interface Page<Answer> {
  readonly data: Answer;
  readonly hasNext: boolean;
  readonly link: string;
}

interface Asking {
  readonly authorization: string;
  readonly cacheKey?: string | null;
  /** Writes are redirected within this repository alone. */
  readonly repositoryId?: number | null;
}

const THROTTLED = Octokit.plugin(throttling);
const TIMEOUT_MS = 10_000;
const TRIES = 2;
const PAUSE_MS = 1_000;
export const PAGE_SIZE = 100;
const MAX_PAGES = 200;
/** The App's own calls are counted apart from those of any installation. */
const APP_ITSELF = 0;

export function createApi(options: ApiOptions): Api {
  const { clock, log } = options;
  const timedFetch = createTimedFetch(options.timeoutMs ?? TIMEOUT_MS, options.onCall ?? (() => {}));
  const limits = createRateLimits(clock);
  const cache = createAnswerCache();
  const clients = new Map<number, Octokit>();

  function client(installationId: number): Octokit {
    const known = clients.get(installationId);
    if (known !== undefined) return known;
    const made = new THROTTLED({
      baseUrl: options.apiUrl.replace(/\/+$/, ''),
      userAgent: 'planwright',
      request: { fetch: timedFetch },
      log: {
        debug: () => {},
        info: () => {},
        warn: (message: string) => log.warn({ message }, 'octokit warning'),
        error: () => {},
      },
      // The plugin paces; how long a limit lasts is decided here, on our clock.
      throttle:
        options.pacing === false
          ? { enabled: false }
          : { id: String(installationId), onRateLimit: () => {}, onSecondaryRateLimit: () => {} },
    });
    clients.set(installationId, made);
    return made;
  }

  const tokens = createTokens({
    appId: options.appId,
    privateKey: options.privateKey,
    client: client(APP_ITSELF),
    clock,
    log,
  });

  /** Runs `act` with its limits, repeats and translated errors. */
  async function guarded<Result>(
    installationId: number,
    call: Pick<Call<unknown>, 'what' | 'mayRepeat'>,
    act: (isSecondToken: boolean) => Promise<Result>,
  ): Promise<Result> {
    let refreshed = false;
    for (let attempt = 1; ; attempt += 1) {
      await limits.wait(installationId);
      try {
        return await act(refreshed);
      } catch (raw) {
        const error = translateError(raw, { what: call.what, nowMs: clock.now() });
        if (error instanceof Fault && error.code === 'credentials' && !refreshed) {
          refreshed = true;
          tokens.learnTime(raw);
          continue;
        }
        if (!(error instanceof RetryLater) || error instanceof NotSent) throw error;
        if (error.afterMs !== null) limits.note(installationId, error.afterMs);
        // Refused for now means that nothing was done: that may be repeated in any case.
        if (attempt >= TRIES || (error.afterMs === null && !call.mayRepeat)) throw error;
        if (error.afterMs === null) await clock.sleep(PAUSE_MS);
      }
    }
  }

  function fetchFor({ isTooLate, hasLongIds }: Call<unknown>, repositoryId: number | null): typeof fetch {
    const unlessTooLate: typeof fetch = async (input, init) => {
      if (isTooLate?.() === true) throw new NotSent();
      return timedFetch(input, init);
    };
    const send = hasLongIds === true ? withLongIds(unlessTooLate) : unlessTooLate;
    return repositoryId === null ? send : followingRenames(send, repositoryId);
  }

  async function ask<Answer>(
    installationId: number,
    call: Call<Answer>,
    { authorization, cacheKey = null, repositoryId = null }: Asking,
  ): Promise<Page<Answer>> {
    const kept = cacheKey === null ? undefined : cache.get(cacheKey);
    const headers = { authorization, ...(kept === undefined ? {} : { 'if-none-match': kept.etag }) };
    const answer = await client(installationId)
      .request(call.route, {
        ...call.parameters,
        headers,
        request: { fetch: fetchFor(call, repositoryId) },
      })
      .catch((error: unknown) => {
        if (kept !== undefined && isNotModified(error))
          return { data: kept.data, headers: { etag: kept.etag, link: kept.link } };
        throw error;
      });
    const parsed = call.answer.safeParse(answer.data);
    if (!parsed.success)
      throw new RetryLater(`${call.what} failed: GitHub's answer was not understood.`, { of: 'github' });
    const { etag, link = '' } = answer.headers;
    if (cacheKey !== null && etag !== undefined) cache.set(cacheKey, { etag, link, data: parsed.data });
    return { data: parsed.data, hasNext: /rel="next"/.test(link), link };
  }

  async function page<Answer>(repo: RepositoryRef, call: Call<Answer>): Promise<Page<Answer>> {
    const place = call.route.includes('{owner}') ? { owner: repo.owner, repo: repo.name } : {};
    const filled = { ...call, parameters: { ...place, ...call.parameters } };
    const cacheKey = call.route.startsWith('GET ')
      ? `${repo.repositoryId} ${call.route} ${JSON.stringify(filled.parameters)}`
      : null;
    return guarded(repo.installationId, call, async (isSecondToken) => {
      const token = await tokens.rest(repo, isSecondToken);
      return ask(repo.installationId, filled, {
        authorization: `token ${token}`,
        cacheKey,
        repositoryId: repo.repositoryId,
      });
    });
  }

  function pageOfList<Item>(repo: RepositoryRef, call: ListCall<Item>, number: number): Promise<Page<readonly Item[]>> {
    return page(repo, {
      ...call,
      parameters: { ...call.parameters, per_page: PAGE_SIZE, page: number },
      mayRepeat: true,
    });
  }

  return {
    tokens,

    async call(repo, call) {
      return (await page(repo, call)).data;
    },

    page: pageOfList,

    async list<Item>(repo: RepositoryRef, call: ListCall<Item>) {
      const items: Item[] = [];
      for (let number = 1; number <= MAX_PAGES; number += 1) {
        const { data, hasNext } = await pageOfList(repo, call, number);
        items.push(...data);
        if (!hasNext) break;
      }
      return items;
    },

    async mutate(repo, { what, query, variables }) {
      const { data } = await page(repo, {
        what,
        route: 'POST /graphql',
        parameters: { baseUrl: graphqlBase(options.apiUrl), query, variables },
        answer: GraphQLAnswer,
        mayRepeat: true,
      });
      const objection = data.errors?.[0]?.message;
      if (objection === undefined) return;
      throw new Fault(
        'github_refused',
        `${what} was refused by GitHub: ${objection.slice(0, 500)}.`,
        'Look at the reason that GitHub gives; then ask for a retry.',
      );
    },

    async callAsApp(call) {
      return guarded(APP_ITSELF, call, async () =>
        ask(APP_ITSELF, call, { authorization: `bearer ${await tokens.app()}` }),
      );
    },

    async gitToken(repo, access) {
      return guarded(repo.installationId, { what: 'Getting access to the repository', mayRepeat: true }, () =>
        tokens.git(repo, access),
      );
    },
  };
}

/** An Enterprise server has REST at `/api/v3` and GraphQL at `/api/graphql`. */
function graphqlBase(apiUrl: string): string {
  return apiUrl.replace(/\/+$/, '').replace(/\/api\/v3$/, '/api');
}

function isNotModified(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 304;
}
