/**
 * GitHub's REST API for the adapters of this folder: tokens, limits, repeats, pages and known answers are seen to
 * here.
 */
import { Octokit } from '@octokit/rest';
import { throttling } from '@octokit/plugin-throttling';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { Fault, RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { RepositoryRef } from '../ports/github.ts';
import { createAnswerCache } from './answer-cache.ts';
import { GraphQLAnswer } from './answers.ts';
import { createRepeats, type Repeatable } from './repeat-call.ts';
import { createTimedFetch, fetchFor, type OnCall, type Sending } from './send-request.ts';
import { createTokens } from './tokens.ts';

export interface ApiOptions {
  readonly appId: number | string;
  readonly privateKey: string;
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onCall?: OnCall;
  /** False leaves out the pauses between writes; for tests against a stand-in alone. */
  readonly pacing?: boolean;
  readonly timeoutMs?: number;
}

export interface Call<Answer> extends Repeatable, Sending {
  /** As GitHub documents it: `GET /repos/{owner}/{repo}`; owner and repo are filled in. */
  readonly route: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly answer: z.ZodType<Answer>;
}

export type ListCall<Item> = Call<readonly Item[]>;

interface Page<Answer> {
  readonly data: Answer;
  readonly hasNext: boolean;
  /** Leads to the other pages. */
  readonly link: string;
  /** When GitHub answered, as it writes it. */
  readonly date: string;
}

export interface Api {
  /** About one repository, with a token for it alone. */
  call<Answer>(repo: RepositoryRef, call: Call<Answer>): Promise<Answer>;
  /** One page of a list. */
  page<Item>(repo: RepositoryRef, call: ListCall<Item>, number: number): Promise<Page<readonly Item[]>>;
  /** All pages of a list. */
  list<Item>(repo: RepositoryRef, call: ListCall<Item>): Promise<readonly Item[]>;
  /** One mutation that REST lacks and that does no harm when repeated; what GitHub objects to is a `Fault`. */
  mutate(repo: RepositoryRef, mutation: Mutation): Promise<void>;
  /** As the App itself. */
  callAsApp<Answer>(call: Call<Answer>): Promise<Page<Answer>>;
  gitToken(repo: RepositoryRef, access: 'read' | 'write'): Promise<string>;
}

interface Mutation {
  readonly what: string;
  readonly query: string;
  readonly variables: Readonly<Record<string, string>>;
}

const THROTTLED = Octokit.plugin(throttling);
const TIMEOUT_MS = 10_000;
export const PAGE_SIZE = 100;
const MAX_PAGES = 200;
/** The App's own calls are counted apart from those of any installation. */
const APP_ITSELF = 0;

export function createApi(options: ApiOptions): Api {
  const { appId, privateKey, clock, log } = options;
  const baseUrl = options.apiUrl.replace(/\/+$/, '');
  const timedFetch = createTimedFetch(options.timeoutMs ?? TIMEOUT_MS, options.onCall ?? (() => {}));
  const cache = createAnswerCache();
  const clients = new Map<number, Octokit>();
  const tokens = createTokens({ appId, privateKey, client: client(APP_ITSELF), clock, log });
  const repeatedly = createRepeats(clock, tokens.learnTime);

  function client(installationId: number): Octokit {
    const known = clients.get(installationId);
    if (known !== undefined) return known;
    const made = new THROTTLED({
      baseUrl,
      userAgent: 'planwright',
      request: { fetch: timedFetch },
      log: {
        debug: () => {},
        info: () => {},
        warn: (message: string) => log.warn({ message }, 'octokit warning'),
        error: () => {},
      },
      // The plugin paces; how long a limit lasts is decided by us, on our clock.
      throttle:
        options.pacing === false
          ? { enabled: false }
          : { id: String(installationId), onRateLimit: () => {}, onSecondaryRateLimit: () => {} },
    });
    clients.set(installationId, made);
    return made;
  }

  /** What is asked about a repository is known by its number. */
  async function ask<Answer>(
    call: Call<Answer>,
    authorization: string,
    repo: RepositoryRef | null,
  ): Promise<Page<Answer>> {
    const key =
      repo !== null && call.route.startsWith('GET ')
        ? `${repo.repositoryId} ${call.route} ${JSON.stringify(call.parameters)}`
        : null;
    const kept = key === null ? undefined : cache.get(key);
    const answer = await client(repo?.installationId ?? APP_ITSELF)
      .request(call.route, {
        ...call.parameters,
        headers: { authorization, 'if-none-match': kept?.etag },
        request: { fetch: fetchFor(call, timedFetch, repo?.repositoryId ?? null) },
      })
      .catch((error: unknown) => {
        if (kept !== undefined && isNotModified(error)) return { data: kept.data, headers: kept };
        throw error;
      });
    const parsed = call.answer.safeParse(answer.data);
    if (!parsed.success)
      throw new RetryLater(`${call.what} failed: GitHub's answer was not understood.`, { of: 'github' });
    const { data } = parsed;
    const { etag, link = '' } = answer.headers;
    const date = 'date' in answer.headers ? (answer.headers.date ?? '') : '';
    if (key !== null && etag !== undefined) cache.set(key, { etag, link, data });
    return { data, hasNext: /rel="next"/.test(link), link, date };
  }

  async function askAbout<Answer>(repo: RepositoryRef, call: Call<Answer>): Promise<Page<Answer>> {
    const place = call.route.includes('{owner}') ? { owner: repo.owner, repo: repo.name } : {};
    const filled = { ...call, parameters: { ...place, ...call.parameters } };
    return repeatedly(repo.installationId, call, async (isSecondToken) =>
      ask(filled, `token ${await tokens.rest(repo, isSecondToken)}`, repo),
    );
  }

  function page<Item>(repo: RepositoryRef, call: ListCall<Item>, number: number): Promise<Page<readonly Item[]>> {
    return askAbout(repo, { ...call, parameters: { ...call.parameters, per_page: PAGE_SIZE, page: number } });
  }

  return {
    page,

    async call(repo, call) {
      return (await askAbout(repo, call)).data;
    },

    async list<Item>(repo: RepositoryRef, call: ListCall<Item>) {
      const items: Item[] = [];
      for (let number = 1; number <= MAX_PAGES; number += 1) {
        const { data, hasNext } = await page(repo, call, number);
        items.push(...data);
        if (!hasNext) break;
      }
      return items;
    },

    async mutate(repo, { what, query, variables }) {
      // An Enterprise server has REST at `/api/v3` and GraphQL at `/api/graphql`.
      const { data } = await askAbout(repo, {
        what,
        route: 'POST /graphql',
        parameters: { baseUrl: baseUrl.replace(/\/api\/v3$/, '/api'), query, variables },
        answer: GraphQLAnswer,
      });
      const objection = data.errors?.[0]?.message;
      if (objection === undefined) return;
      throw new Fault(
        'github_refused',
        `${what} was refused by GitHub: ${objection.slice(0, 500).replace(/\.\s*$/, '')}.`,
        'Look at the reason that GitHub gives; then ask for a retry.',
      );
    },

    async callAsApp(call) {
      return repeatedly(APP_ITSELF, call, async () => ask(call, `bearer ${await tokens.app()}`, null));
    },

    async gitToken(repo, access) {
      return repeatedly(repo.installationId, { what: 'Getting access to the repository' }, () =>
        tokens.git(repo, access),
      );
    },
  };
}

function isNotModified(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 304;
}

/** What it is instead where GitHub says that there is no such thing. */
export async function unlessGone<Answer, Gone>(asked: Promise<Answer>, gone: Gone): Promise<Answer | Gone> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Fault && error.code === 'github_gone') return gone;
    throw error;
  }
}
