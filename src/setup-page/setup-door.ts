/**
 * The server of the set-up page, the only one that listens while there is no GitHub App. It stops when there is one;
 * the webhook server never has these addresses.
 */
import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { endConnectionsOnClose } from '../net/end-connections.ts';
import { answerAfterSetUp, RETURN_PATH, SETUP_PATH as PATH, type AfterSetUp } from './after-set-up.ts';
import { isOpenedAsPage, isSentByOurPage, languageOf } from './check-request.ts';
import { createAppCreator, type Creation } from './create-app.ts';
import { createLinks, type OneTimeLinks } from './one-time-links.ts';
import { pageHeaders, SHOWN_IN, type Page } from './page-frame.ts';
import { choicePage, createdPage, reviewPage, troublePage, type Surroundings } from './pages.ts';
import { readChoice, suggestedValues, valuesOf, type FormValues, type Mistakes } from './read-choice.ts';
import { readCreation, type StoredApp } from './stored-app.ts';
import { createUnderWay, type Begun } from './under-way.ts';
import type { Language } from './page-words.ts';
import type { Trouble } from './trouble-on-page.ts';

export interface SetupDoorOptions extends Surroundings {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
  readonly publicUrl: string | null;
  readonly webhookProxyUrl: string | null;
  readonly githubApiUrl: string;
  readonly dataDir: string;
  readonly now: () => number;
}

export interface SetupDoor {
  /** Resolves with the links that open the page, each with its one-time token. */
  listen(): Promise<readonly string[]>;
  /** Resolves when the App is stored and its creator was told so. From then on all pages say that it is over. */
  readonly created: Promise<{ readonly stored: StoredApp; readonly after: AfterSetUp }>;
  /** Finishes requests in progress, then resolves. */
  close(): Promise<void>;
}

/** In links and forms: PUBLIC_URL may have a path of its own in front. */
const PATH_HERE = PATH.slice(1);
const FORM_BYTES = 32 * 1024;
const REQUEST_MS = 10_000;
const HEADERS_MS = 5_000;
const CHECK_CONNECTIONS_MS = 1_000;
const STATUS: Readonly<Record<Trouble, number>> = {
  link_refused: 403,
  link_expired: 410,
  too_many: 429,
  foreign: 403,
  unknown_state: 403,
  code_spent: 410,
  not_reached: 502,
  unusable: 502,
  not_stored: 500,
};

export function createSetupDoor(options: SetupDoorOptions): SetupDoor {
  const { now, githubUrl } = options;
  const randomToken = () => randomBytes(32).toString('base64url');
  const underWay = createUnderWay({ now, randomToken });
  const create = createAppCreator(options);
  const app = Fastify({
    logger: false,
    bodyLimit: FORM_BYTES,
    requestTimeout: REQUEST_MS,
    // By default Node checks for slow clients only every half a minute.
    http: { headersTimeout: HEADERS_MS, connectionsCheckingInterval: CHECK_CONNECTIONS_MS },
    exposeHeadRoutes: false,
  });
  let bases: readonly string[] = [];
  let links: OneTimeLinks = createLinks({ bases, path: PATH, now, randomToken });
  let after: AfterSetUp | null = null;
  const { promise: created, resolve: settle } = withResolvers<Awaited<SetupDoor['created']>>();

  acceptForms(app);
  // Requests in progress are finished, since GitHub hands out keys only once.
  endConnectionsOnClose(app);
  // From the moment of success on, also on existing connections.
  app.addHook('onRequest', async (request, reply) =>
    after !== null && request.routeOptions.url?.startsWith(PATH) === true ? over(request, reply) : undefined,
  );
  app.setNotFoundHandler((_request, reply) => nothingHere(reply));
  app.get('/healthz', (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }));
  app.get('/readyz', (_request, reply) =>
    reply
      .code(503)
      .header('cache-control', 'no-store')
      .send(after === null ? NOT_SET_UP : STARTING),
  );

  app.get(PATH, (request, reply) => {
    const { query, language } = asked(request);
    if (!isOpenedAsPage(request.headers, bases)) return refuse(reply, language, 'foreign');
    const admitted = admit(reply, language, query.get('token'));
    if (admitted === null) return reply;
    return choice(reply, {
      language,
      token: admitted.token,
      values: query.has('name') ? valuesOf(query) : suggestedValues(options, bases[0] ?? ''),
    });
  });

  app.post(PATH, (request, reply) => {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const language = languageOf(form.get(SHOWN_IN) ?? form.get('lang'), request.headers['accept-language']);
    if (!isSentByOurPage(request.headers, bases)) return refuse(reply, language, 'foreign');
    const admitted = admit(reply, language, form.get('token'));
    if (admitted === null) return reply;
    const values = valuesOf(form);
    if (form.has(SHOWN_IN)) return choice(reply, { language, token: admitted.token, values });
    const { choice: chosen, mistakes } = readChoice(values, {
      isPublicGitHub: githubUrl === 'https://github.com',
      offersRelay: options.offersRelay,
    });
    if (Object.keys(mistakes).length > 0)
      return choice(reply.code(422), { language, token: admitted.token, values, mistakes });
    const { base } = admitted;
    const state = underWay.begin({ choice: chosen, language, base });
    const back = `${PATH_HERE}?${new URLSearchParams({ token: admitted.token, lang: language, ...values }).toString()}`;
    const redirectUrl = `${base}${RETURN_PATH}`;
    return show(reply, reviewPage(options, { language, choice: chosen, state, redirectUrl, back }));
  });

  app.get(RETURN_PATH, async (request, reply) => {
    const { query, language } = asked(request);
    if (!isOpenedAsPage(request.headers, bases)) return refuse(reply, language, 'foreign');
    const begun = underWay.find(query.get('state') ?? '');
    if (begun === null) return refuse(reply, language, 'unknown_state');
    return tell(reply, begun, await create(begun, query.get('code') ?? ''), request);
  });

  function tell(reply: FastifyReply, begun: Begun, creation: Creation, request: FastifyRequest): FastifyReply {
    const { language, base } = begun;
    const { organisation } = begun.choice;
    switch (creation.kind) {
      case 'over':
        return over(request, reply);
      case 'code_spent':
      case 'unusable':
        return refuse(reply, language, creation.kind, { organisation });
      case 'not_reached':
      case 'not_stored':
        return refuse(reply, language, creation.kind, {
          organisation,
          reason: creation.reason,
          again: request.url.replace(`${PATH}/`, ''),
        });
      case 'created': {
        const done = { app: creation.app, isPartOf };
        after = done;
        reply.raw.once('close', () => settle({ stored: creation.stored, after: done }));
        return show(reply.header('connection', 'close'), createdPage(options, { language, app: creation.app, base }));
      }
    }
  }

  function over(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    return answerAfterSetUp(request, reply, githubUrl, after);
  }

  function isPartOf(query: URLSearchParams): boolean {
    const { kind } = links.admit(query.get('token') ?? '');
    return kind === 'admitted' || kind === 'expired' || underWay.find(query.get('state') ?? '') !== null;
  }

  /** Null if it was refused and answered. */
  function admit(reply: FastifyReply, language: Language, token: string | null) {
    const given = token ?? '';
    const admission = links.admit(given);
    if (admission.kind === 'admitted') return { token: given, base: admission.base };
    if (admission.kind === 'too_many') reply.header('retry-after', '60');
    const trouble = ({ refused: 'link_refused', expired: 'link_expired', too_many: 'too_many' } as const)[
      admission.kind
    ];
    refuse(reply, language, trouble);
    return null;
  }

  function refuse(
    reply: FastifyReply,
    language: Language,
    trouble: Trouble,
    more: { readonly reason?: string; readonly again?: string; readonly organisation?: string | null } = {},
  ): FastifyReply {
    return show(reply.code(STATUS[trouble]), troublePage(options, { language, trouble, ...more }));
  }

  function choice(
    reply: FastifyReply,
    asks: { language: Language; token: string; values: FormValues; mistakes?: Mistakes },
  ): FastifyReply {
    return show(
      reply,
      choicePage(options, { path: PATH_HERE, mistakes: {}, lost: readCreation(options.dataDir), ...asks }),
    );
  }

  function show(reply: FastifyReply, { body, formsLeadTo }: Page): FastifyReply {
    return reply.headers(pageHeaders(formsLeadTo, githubUrl)).send(body.text);
  }

  return {
    async listen() {
      const at = new URL(await app.listen({ host: options.host, port: options.port }));
      const near = `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${at.port}`;
      bases = options.publicUrl === null ? [near] : [near, options.publicUrl];
      links = createLinks({ bases, path: PATH, now, randomToken });
      return links.urls;
    },
    created,
    close: () => app.close(),
  };
}

const NOT_SET_UP = notReady('There is no GitHub App yet: open the link in the output of the service.');
const STARTING = notReady('The GitHub App is created; the service is starting.');

function notReady(detail: string) {
  return { ready: false, checks: { setup: { ok: false, detail, required: true } } };
}

function acceptForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request: FastifyRequest, body: string | Buffer, done: (error: Error | null, body?: unknown) => void) =>
      done(null, body.toString()),
  );
}

function asked({ url, headers }: FastifyRequest) {
  const query = new URL(url, 'http://here').searchParams;
  return { query, language: languageOf(query.get('lang'), headers['accept-language']) };
}

function nothingHere(reply: FastifyReply): FastifyReply {
  return reply.code(404).header('cache-control', 'no-store').send({ error: 'There is nothing here.' });
}

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => undefined;
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
