import { createHash, randomBytes } from 'node:crypto';
import { type Answer, errorBody, notFound, refuse, Refused } from './answer.ts';
import { type Auth, authenticate, authorize } from './auth.ts';
import type { Deliveries } from './deliveries.ts';
import type { Stage } from './deeds/stage.ts';
import type { Limits } from './limits.ts';
import type { Validator } from './openapi/validate.ts';
import { type Call, createMatcher, type Match, type Route, type RepositoryCall, route } from './route.ts';
import { appRoutes } from './routes/app.ts';
import { checkRoutes } from './routes/checks.ts';
import { commentRoutes } from './routes/comments.ts';
import { contentRoutes } from './routes/contents.ts';
import { deliveryRoutes } from './routes/deliveries.ts';
import { moved } from './routes/find.ts';
import { graphql } from './routes/graphql.ts';
import { issueRoutes } from './routes/issues.ts';
import { labelRoutes } from './routes/labels.ts';
import { pullRoutes } from './routes/pulls.ts';
import { reactionRoutes } from './routes/reactions.ts';
import { refRoutes } from './routes/refs.ts';
import { repositoryRoutes } from './routes/repositories.ts';
import { reviewRoutes } from './routes/reviews.ts';
import { findRepository, fullName, type Repository, type World } from './world.ts';

export interface RestRequest {
  readonly method: string;
  /** Below /api/v3. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

export interface RestAnswer extends Answer {
  readonly auth: Auth | 'refused';
}

export interface RestParts {
  readonly stage: Stage;
  readonly deliveries: Deliveries;
  readonly limits: Limits;
  readonly validator: Validator;
  /** Collects our own invalid answers; absent: answers are not checked. */
  readonly violations: string[] | undefined;
}

/** Everything answered below /api/v3, and GraphQL. */
export function servedRoutes(deliveries: Deliveries, limits: Limits): readonly Route[] {
  const rateLimit = route('GET', '/rate_limit', { as: 'anyone' }, ({ auth }) => {
    const core = limits.status(auth);
    return { status: 200, json: { resources: { core, search: core, graphql: core }, rate: core } };
  });
  const graphqlRoute = route('POST', '/graphql', { as: 'installation' }, graphql);
  return [
    ...appRoutes,
    ...deliveryRoutes(deliveries),
    ...commentRoutes,
    ...reactionRoutes,
    ...labelRoutes,
    ...issueRoutes,
    ...reviewRoutes,
    ...pullRoutes,
    ...checkRoutes,
    ...refRoutes,
    ...contentRoutes,
    ...repositoryRoutes,
    rateLimit,
    graphqlRoute,
  ];
}

export function createRest({
  stage,
  deliveries,
  limits,
  validator,
  violations,
}: RestParts): (request: RestRequest) => Promise<RestAnswer> {
  const match = createMatcher(servedRoutes(deliveries, limits));

  return async (request) => {
    let auth: Auth | 'refused' = 'refused';
    let matched: Route | undefined;
    let answer: Answer;
    try {
      if (request.headers['user-agent'] === undefined)
        throw refuse(
          403,
          'Request forbidden by administrative rules. Please make sure your request has a User-Agent header.',
        );
      auth = authenticate(stage.world, request.headers['authorization']);
      const tooMany = request.path === '/rate_limit' ? undefined : limits.check(auth, request.method, request.path);
      if (tooMany === undefined) {
        const found = find(stage.world, match, request);
        matched = found.route;
        answer = await handle(stage, validator, request, auth, found);
      } else answer = tooMany;
    } catch (error) {
      answer = answerOf(error);
    }
    if (violations !== undefined && matched !== undefined && answer.status < 300 && answer.text === undefined) {
      const wrong = validator.response(matched.method, matched.template, answer.status, answer.json);
      if (wrong !== undefined) violations.push(wrong);
    }
    const finished = conditional(request, answer);
    if (finished.status === 304 && auth !== 'refused') limits.giveBack(auth);
    return {
      ...finished,
      auth,
      headers: { ...commonHeaders(auth === 'refused' ? {} : limits.headers(auth)), ...finished.headers },
    };
  };
}

/** `/repositories/{id}/…` is an alias of `/repos/{owner}/{repo}/…`. */
function find(
  world: World,
  match: (method: string, path: string) => Match | undefined,
  { method, path }: RestRequest,
): Match {
  const [, id, rest = ''] = /^\/repositories\/(\d+)(\/.*)?$/.exec(path) ?? [];
  const byId = id === undefined ? undefined : world.repositories.find((one) => one.id === Number(id));
  const found = match(method, byId === undefined ? path : `/repos/${fullName(byId)}${rest}`);
  if (found === undefined) throw notFound();
  return found;
}

async function handle(
  stage: Stage,
  validator: Validator,
  request: RestRequest,
  auth: Auth,
  { route: matched, params }: Match,
): Promise<Answer> {
  const { world, events } = stage;
  const repository = matched.needs.as === 'repository' ? repositoryNamed(world, request, params) : undefined;
  authorize(auth, matched.needs, repository);
  const parsed = parseBody(request);
  const wrong = validator.request(matched.method, matched.template, request.query, parsed);
  if (wrong !== undefined) throw refuse(422, wrong);
  const call: Call = {
    world,
    events,
    method: request.method,
    path: request.path,
    params,
    query: request.query,
    body: bodyRecord(parsed),
    accept: request.headers['accept'] ?? '',
    auth,
  };
  return matched.handle({ ...call, repository } as RepositoryCall);
}

function repositoryNamed(
  world: World,
  { path }: RestRequest,
  params: Readonly<Record<string, string>>,
): Repository | undefined {
  const { owner = '', repo = '' } = params;
  const found = findRepository(world, owner, repo);
  if (found !== undefined) return found;
  const former = world.repositories.find((one) => one.formerNames.includes(`${owner}/${repo}`.toLowerCase()));
  if (former === undefined) return undefined;
  throw moved(
    world,
    `/repositories/${former.id}${path
      .split('/')
      .slice(4)
      .map((part) => `/${part}`)
      .join('')}`,
  );
}

function parseBody({ method, body }: RestRequest): unknown {
  if (body.trim() === '' || method === 'GET') return undefined;
  try {
    return JSON.parse(body);
  } catch {
    throw refuse(400, 'Problems parsing JSON');
  }
}

/** Label routes also accept a bare list. */
function bodyRecord(parsed: unknown): Readonly<Record<string, unknown>> {
  if (Array.isArray(parsed)) return { labels: parsed };
  if (parsed === undefined) return {};
  if (typeof parsed !== 'object' || parsed === null) throw refuse(400, 'Body should be a JSON object');
  return parsed as Record<string, unknown>;
}

function answerOf(error: unknown): Answer {
  if (error instanceof Refused) return error.answer;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { status: 500, json: errorBody(500, `The stand-in itself failed: ${text}`) };
}

function conditional({ method, headers }: RestRequest, answer: Answer): Answer {
  if (method !== 'GET' || answer.status !== 200) return answer;
  const etag = `W/"${createHash('sha256')
    .update(answer.text ?? JSON.stringify(answer.json))
    .digest('hex')}"`;
  const withTag = { ...answer.headers, etag, 'cache-control': 'private, max-age=60, s-maxage=60' };
  const known = (headers['if-none-match'] ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known.includes(etag.slice(2)) ? { status: 304, headers: withTag } : { ...answer, headers: withTag };
}

function commonHeaders(limits: Readonly<Record<string, string>>): Record<string, string> {
  const id = randomBytes(16).toString('hex').toUpperCase();
  return {
    'x-github-request-id': `${id.slice(0, 4)}:${id.slice(4, 10)}:${id.slice(10, 17)}:${id.slice(17, 24)}:${id.slice(24)}`,
    'x-github-media-type': 'github.v3; format=json',
    'x-github-api-version-selected': '2022-11-28',
    vary: 'Accept, Authorization, Cookie, X-GitHub-OTP, Accept-Encoding, Accept, X-Requested-With',
    ...limits,
  };
}
