/**
 * The responses at the set-up's addresses once there is an App: 404, with a page that explains it. Visitors with the
 * creating link, or coming back from GitHub, are told where to continue; nobody else learns which App it is.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { languageOf } from './check-request.ts';
import { pageHeaders } from './page-frame.ts';
import { overPage } from './pages.ts';

export const SETUP_PATH = '/setup';
export const RETURN_PATH = `${SETUP_PATH}/created`;

export interface AfterSetUp {
  readonly app: { readonly name: string; readonly htmlUrl: string };
  /** Whether the query of a request has a token or a state of this set-up. */
  isPartOf(query: URLSearchParams): boolean;
}

/** Null if the App existed at start. */
export function registerAfterSetUp(app: FastifyInstance, githubUrl: string, after: AfterSetUp | null): void {
  const answer = (request: FastifyRequest, reply: FastifyReply) => answerAfterSetUp(request, reply, githubUrl, after);
  app.get(SETUP_PATH, { exposeHeadRoute: false }, answer);
  app.get(RETURN_PATH, { exposeHeadRoute: false }, answer);
}

export function answerAfterSetUp(
  request: FastifyRequest,
  reply: FastifyReply,
  githubUrl: string,
  after: AfterSetUp | null,
): FastifyReply {
  const { searchParams: query } = new URL(request.url, 'http://here');
  const language = languageOf(query.get('lang'), request.headers['accept-language']);
  // PUBLIC_URL may have a path of its own in front.
  const readiness = request.routeOptions.url === RETURN_PATH ? '../readyz' : 'readyz';
  const { body } = overPage(language, after?.isPartOf(query) === true ? after.app : null, readiness);
  return reply.code(404).headers(pageHeaders('nowhere', githubUrl)).send(body.text);
}
