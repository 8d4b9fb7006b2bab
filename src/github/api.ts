/** GitHub's REST API for the adapters in this folder: handles tokens, limits, retries, pages and cached answers. */
import { createHash } from 'node:crypto';
import { Octokit } from '@octokit/rest';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { Fault, RetryLater } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { GitAccess, RepositoryRef } from '../ports/github.ts';
import { createAnswerCache } from './answer-cache.ts';
import { AnyAnswer, GraphQLAnswer } from './answers.ts';
import { createRepeats, type Repeatable } from './repeat-call.ts';
import { createTimedFetch, fetchFor, type OnCall, type Sending } from './send-request.ts';
import { createTokens, type SpecialAccess } from './tokens.ts';
import { createWriteTurns, NotWanted } from './write-turns.ts';
import type { WritePace, WriteRank } from '../ports/write-pace.ts';

export interface ApiOptions {
  readonly appId: number | string;
  readonly privateKey: string;
  readonly apiUrl: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onCall?: OnCall;
  /** Absent if writes need no pauses, as with a server without GitHub's limits. */
  readonly pace?: WritePace | null;
  /** Called with what GitHub says is left of a limit. */
  readonly onLimit?: OnLimit;
  readonly timeoutMs?: number;
}

export type OnLimit = (limit: {
  readonly installationId: number;
  readonly resource: string;
  readonly remaining: number;
}) => void;

export interface Call<Answer> extends Repeatable, Sending {
  /** For a write; the default is the first. */
  readonly rank?: WriteRank;
  /** Returns what to send once the write's turn has come; null: nothing any more, which is thrown as `NotWanted`. */
  readonly late?: () => Promise<Readonly<Record<string, unknown>> | null>;
  /** Not sent if it would have to wait for its turn. */
  readonly isNowOrNever?: boolean;
  /** Called while it waits for its turn. */
  readonly isWanted?: () => boolean;
  /** As GitHub documents it: `GET /repos/{owner}/{repo}`; owner and repo are filled in. */
  readonly route: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  readonly answer: z.ZodType<Answer>;
  /** Permissions that the usual token lacks. */
  readonly needs?: SpecialAccess;
}

export type ListCall<Item> = Call<readonly Item[]>;

interface Page<Answer> {
  readonly data: Answer;
  readonly hasNext: boolean;
  /** Leads to the other pages. */
  readonly link: string;
  /** When GitHub answered, as GitHub writes it. */
  readonly date: string;
  /** The target of a redirect that was not followed; '' otherwise. */
  readonly location: string;
}

export interface Api {
  /** About one repository, with a token for only that one. */
  call<Answer>(repo: RepositoryRef, call: Call<Answer>): Promise<Answer>;
  /** The address that GitHub redirects to; it is not requested. */
  locate(repo: RepositoryRef, call: Omit<Call<unknown>, 'answer'>): Promise<string>;
  page<Item>(repo: RepositoryRef, call: ListCall<Item>, number: number): Promise<Page<readonly Item[]>>;
  list<Item>(repo: RepositoryRef, call: ListCall<Item>): Promise<readonly Item[]>;
  /** A mutation that REST lacks and that is harmless when repeated; GitHub's objections are a `Fault`. */
  mutate(repo: RepositoryRef, mutation: Mutation): Promise<void>;
  callAsApp<Answer>(call: Call<Answer>): Promise<Page<Answer>>;
  gitToken(repo: RepositoryRef, access: GitAccess): Promise<string>;
  /** Another repository of the same installation, by name; null if the App is not installed on it. */
  neighbour(repo: RepositoryRef, name: string): Promise<RepositoryRef | null>;
}

interface Mutation extends Pick<Call<unknown>, 'what' | 'needs'> {
  readonly query: string;
  readonly variables: Readonly<Record<string, string>>;
}

const TIMEOUT_MS = 10_000;
export const PAGE_SIZE = 100;
const MAX_PAGES = 200;
/** The App's own calls are counted separately from those of installations. */
const APP_ITSELF = 0;
const RESOURCE = /^[a-z_]{1,40}$/;
const GRAPHQL_LIMIT_MS = 60_000;

export function createApi(options: ApiOptions): Api {
  const { appId, privateKey, clock, log } = options;
  const baseUrl = options.apiUrl.replace(/\/+$/, '');
  const timedFetch = createTimedFetch(options.timeoutMs ?? TIMEOUT_MS, options.onCall ?? (() => {}));
  const cache = createAnswerCache();
  const octokit = new Octokit({
    baseUrl,
    userAgent: 'planwright',
    request: { fetch: timedFetch },
    log: {
      debug: () => {},
      info: () => {},
      warn: (message: string) => log.warn({ message }, 'octokit warning'),
      error: () => {},
    },
  });
  const tokens = createTokens({ appId, privateKey, client: octokit, clock, log });
  const turns = createWriteTurns(options.pace ?? null, clock, log);
  const repeatedly = createRepeats(clock, turns, tokens.learnTime);

  /** Repositories are addressed by id. */
  async function ask<Answer>(
    call: Call<Answer>,
    authorization: string,
    repo: RepositoryRef | null,
  ): Promise<Page<Answer>> {
    const isReading = call.route.startsWith('GET ');
    const key =
      repo !== null && isReading ? `${repo.repositoryId} ${call.route} ${JSON.stringify(call.parameters)}` : null;
    const kept = key === null ? undefined : cache.get(key);
    const late = repo === null || isReading ? null : await whenItsTurn(call, repo.installationId);
    const answer = await octokit
      .request(call.route, {
        ...call.parameters,
        ...late,
        headers: { authorization, 'if-none-match': kept?.etag },
        request: { fetch: fetchFor(call, timedFetch, repo?.repositoryId ?? null) },
      })
      .catch((error: unknown) => {
        if (kept !== undefined && isNotModified(error)) return { data: kept.data, headers: kept };
        throw error;
      });
    const parsed = call.answer.safeParse(answer.data);
    if (!parsed.success) throw new RetryLater(`${call.what} failed: GitHub's answer was unreadable.`, { of: 'github' });
    const { data } = parsed;
    const { etag, link = '' } = answer.headers;
    const location = 'location' in answer.headers ? (answer.headers.location ?? '') : '';
    const date = 'date' in answer.headers ? (answer.headers.date ?? '') : '';
    tellLimit(repo?.installationId ?? APP_ITSELF, answer.headers);
    if (key !== null && etag !== undefined) cache.set(key, { etag, link, data });
    return { data, hasNext: /rel="next"/.test(link), link, date, location };
  }

  async function whenItsTurn<Answer>(call: Call<Answer>, installationId: number) {
    const { rank = 'first', isNowOrNever = false, isWanted = () => true, late } = call;
    const place = rank === 'first' ? { id: idOf(call) } : {};
    const mayGo = await turns.turn(installationId, { rank, ...place, isNowOrNever, isWanted });
    const more = mayGo ? await late?.() : null;
    if (more === null) throw new NotWanted();
    return more ?? {};
  }

  function tellLimit(installationId: number, headers: object): void {
    const said = (name: string) => Reflect.get(headers, `x-ratelimit-${name}`) as unknown;
    const remaining = Number(said('remaining') ?? Number.NaN);
    const resource = said('resource') ?? 'core';
    if (Number.isInteger(remaining) && typeof resource === 'string' && RESOURCE.test(resource))
      options.onLimit?.({ installationId, resource, remaining });
  }

  async function askAbout<Answer>(repo: RepositoryRef, call: Call<Answer>): Promise<Page<Answer>> {
    const place = call.route.includes('{owner}') ? { owner: repo.owner, repo: repo.name } : {};
    const filled = { ...call, parameters: { ...place, ...call.parameters } };
    return repeatedly(repo.installationId, call, async (isSecondToken) =>
      ask(filled, `token ${await tokens.rest(repo, isSecondToken, call.needs)}`, repo),
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

    async locate(repo, call) {
      return (await askAbout(repo, { ...call, answer: AnyAnswer, keepsRedirect: true })).location;
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

    async mutate(repo, { query, variables, ...call }) {
      const { what } = call;
      // An Enterprise server has REST at `/api/v3` and GraphQL at `/api/graphql`.
      const { data } = await askAbout(repo, {
        ...call,
        route: 'POST /graphql',
        parameters: { baseUrl: baseUrl.replace(/\/api\/v3$/, '/api'), query, variables },
        answer: GraphQLAnswer,
      });
      if (data.errors?.some(({ type }) => type === 'RATE_LIMITED')) {
        await turns.keepQuiet(repo.installationId, GRAPHQL_LIMIT_MS);
        const message = `${what} has to wait: GitHub's rate limit is reached.`;
        throw new RetryLater(message, { of: 'github_limit', afterMs: GRAPHQL_LIMIT_MS });
      }
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

    async neighbour(repo, name) {
      const { installationId, owner } = repo;
      const repositoryId = await repeatedly(installationId, { what: `Looking for ${name}` }, () =>
        tokens.numberOf(installationId, name),
      );
      return repositoryId === null ? null : { installationId, repositoryId, owner, name };
    },
  };
}

function isNotModified(error: unknown): boolean {
  return error instanceof Error && 'status' in error && error.status === 304;
}

/** Shared by all tries of one call. */
function idOf({ route, parameters }: Pick<Call<unknown>, 'route' | 'parameters'>): string {
  return createHash('sha256')
    .update(JSON.stringify([route, parameters]))
    .digest('hex');
}
