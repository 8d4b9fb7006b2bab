/** Options of the process rather than of its work: only from the environment (OPS-9). Empty counts as unset. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { withoutEmpty, withSecretFiles, type Environment } from './environment.ts';

const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'a port number from 0 to 65535')
  .transform(Number);
const webAddress = z
  .string()
  .refine(isWebAddress, 'an http or https address without user name and password')
  .transform((text) => text.replace(/\/+$/, ''));

const SHORTEST_TOKEN = 16;

/** Each message completes the sentence "expected …". */
export const ServiceEnvironment = z.object({
  HOST: z
    .string()
    .refine(
      (text) => isIP(text) !== 0 || /^[A-Za-z0-9.-]{1,253}$/.test(text),
      'an address such as 127.0.0.1, or a host name',
    )
    .default('127.0.0.1')
    .describe('The address to listen on. 0.0.0.0 listens on all addresses, as a container needs.'),
  PORT: port.prefault('3000').describe('The port of webhooks, API, /healthz and /readyz.'),
  METRICS_PORT: orNull(port).describe('The port of /metrics (Prometheus), on HOST; unset disables metrics.'),
  PUBLIC_URL: orNull(webAddress).describe(
    'The address at which people and GitHub reach the service: the set-up page offers it as the webhook address, ' +
      'and can be opened there.',
  ),
  WEBHOOK_PROXY_URL: orNull(webAddress).describe(
    'The channel of a relay, such as https://smee.io/…, to receive webhooks through if GitHub cannot reach this machine. ' +
      'Not in production.',
  ),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('The folder of all persistent data, relative to the working directory.'),
  PROMPTS_DIR: orNull(z.string()).describe(
    'A folder with your own prompts, relative to the working directory; unset means the built-in ones.',
  ),
  REDIS_URL: orNull(
    z
      .string()
      .refine(isRedisAddress, 'an address such as redis://127.0.0.1:6379, rediss://…, or the path of a unix socket'),
  ).describe(
    'The Redis to use; if unset, the service runs its own below DATA_DIR. A worker alone (--role worker) requires it.',
  ),
  ANTHROPIC_API_KEY: orNull(z.string()).describe('The key of the Anthropic API.'),
  ANTHROPIC_BASE_URL: orNull(webAddress).describe('Another address of the Anthropic API, such as a gateway.'),
  OPENAI_API_KEY: orNull(z.string()).describe('The key of the OpenAI API, or of a server of the same API.'),
  OPENAI_BASE_URL: orNull(webAddress).describe(
    'Another address of that API with its path, such as http://127.0.0.1:11434/v1.',
  ),
  GHE_HOST: orNull(
    z
      .string()
      .refine(
        (text) => /^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$/.test(text),
        'a host, or host:port, without https:// and path',
      )
      .refine((text) => !/(^|\.)github\.com$/i.test(text), 'a server of your own; leave it unset for github.com'),
  ).describe('The host of a GitHub Enterprise Server; unset means github.com.'),
  GHE_PROTOCOL: z.enum(['https', 'http'], 'https or http').default('https').describe('How to talk to GHE_HOST.'),
  USER_CONFIG_API_URL: orNull(
    z.string().refine(isWebAddress, 'an http or https address without user name and password'),
  ).describe(
    'A service of yours with settings of single people, asked when a task begins (`?login=` and `id=` of the requester ' +
      'are added): `{ "status": "success", "data": { "planning": { … } } }`, keys as in `planning`; 404 if there are none. ' +
      'It may lower limits and add safeguards. Without an answer within 5 seconds, the task begins without it.',
  ),
  DASHBOARD_TOKEN: orNull(z.string()).describe(
    'The bearer token of the API, in production at least 16 characters; unset disables the API.',
  ),
  DASHBOARD_URL: orNull(webAddress).describe(
    'The address at which people reach the API, such as one in your own network. If it is set beside the token, comments and pull requests ' +
      'link to the Task Note there; a browser asks for the token as a password.',
  ),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'trace, debug, info, warn, error, fatal or silent',
    )
    .default('info')
    .describe('How much is logged: trace, debug, info, warn, error, fatal or silent.'),
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'production, development or test')
    .default('development')
    .describe('production, development or test. "production" logs JSON and is stricter.'),
  PLANWRIGHT_CONFIG: orNull(z.string()).describe(
    'The path of the settings file; unset means planwright.yaml in the working directory, if there is one.',
  ),
});

/** The App's variables, which the intake reads, with their text in the reference. */
export const CREDENTIALS: Readonly<Record<string, string>> = {
  APP_ID: 'The App ID of the GitHub App, a number, or its Client ID (Iv…).',
  PRIVATE_KEY: 'The private key of the App, as PEM text (line breaks may be written \\n). Or:',
  PRIVATE_KEY_PATH: 'The path of a file with the private key of the App.',
  WEBHOOK_SECRET: 'The secret with which GitHub signs webhooks.',
  WEBHOOK_SECRET_PREVIOUS: 'The previous secret, also accepted while you change it.',
};

/** Variables whose values are never shown. */
export const SECRET_NAMES: readonly string[] = [
  'ANTHROPIC_API_KEY',
  'OPENAI_API_KEY',
  'DASHBOARD_TOKEN',
  'REDIS_URL',
  'PRIVATE_KEY',
  'WEBHOOK_SECRET',
  'WEBHOOK_SECRET_PREVIOUS',
];

export type ServiceOptions = Readonly<ReturnType<typeof optionsOf>>;

/** The options, or null with the mistakes as sentences. */
export function readService(
  env: Environment,
  cwd: string,
): { readonly service: ServiceOptions | null; readonly mistakes: readonly string[] } {
  const { complete, mistakes: fileMistakes } = withSecretFiles(withoutEmpty(env), cwd);
  const read = ServiceEnvironment.safeParse(complete);
  const mistakes = [
    ...fileMistakes,
    ...(read.error?.issues ?? []).map((issue) => mistake(issue, complete)),
    ...samePorts(complete),
    ...shortToken(complete),
  ];
  return { service: read.success && mistakes.length === 0 ? optionsOf(read.data, cwd) : null, mistakes };
}

function optionsOf(given: z.infer<typeof ServiceEnvironment>, cwd: string) {
  const base = given.GHE_HOST === null ? null : `${given.GHE_PROTOCOL}://${given.GHE_HOST}`;
  return {
    host: given.HOST,
    port: given.PORT,
    metricsPort: given.METRICS_PORT,
    publicUrl: given.PUBLIC_URL,
    webhookProxyUrl: given.WEBHOOK_PROXY_URL,
    /** Absolute. */
    dataDir: resolve(cwd, given.DATA_DIR),
    /** Absolute. */
    promptsDir: given.PROMPTS_DIR === null ? null : resolve(cwd, given.PROMPTS_DIR),
    redisUrl: given.REDIS_URL,
    anthropicApiKey: given.ANTHROPIC_API_KEY,
    anthropicBaseUrl: given.ANTHROPIC_BASE_URL,
    openaiApiKey: given.OPENAI_API_KEY,
    openaiBaseUrl: given.OPENAI_BASE_URL,
    gheHost: given.GHE_HOST,
    gheProtocol: given.GHE_PROTOCOL,
    /** REST, without a trailing slash. */
    githubApiUrl: base === null ? 'https://api.github.com' : `${base}/api/v3`,
    /** Pages and git, without a trailing slash. */
    githubUrl: base ?? 'https://github.com',
    userConfigUrl: given.USER_CONFIG_API_URL,
    dashboardToken: given.DASHBOARD_TOKEN,
    dashboardUrl: given.DASHBOARD_URL,
    logLevel: given.LOG_LEVEL,
    nodeEnv: given.NODE_ENV,
  };
}

/** The address of a task's Task Note; null if it cannot be read anywhere. */
export function noteUrlOf({ dashboardUrl }: Pick<ServiceOptions, 'dashboardUrl'>, taskId: string): string | null {
  return dashboardUrl === null ? null : `${dashboardUrl}/api/tasks/${encodeURIComponent(taskId)}/note`;
}

/** Compares the raw values, so that this is reported beside other mistakes; 0 lets the system choose. */
function samePorts({ PORT = '3000', METRICS_PORT = '0' }: Environment): readonly string[] {
  return Number(METRICS_PORT) === Number(PORT) && Number(PORT) !== 0
    ? [`METRICS_PORT (environment variable): it is ${Number(PORT)}, as PORT is; give one of them another port.`]
    : [];
}

/** The token can approve and stop tasks, and guesses are not limited. */
function shortToken({ DASHBOARD_TOKEN: token, NODE_ENV }: Environment): readonly string[] {
  return NODE_ENV === 'production' && token !== undefined && token.length < SHORTEST_TOKEN
    ? [
        `DASHBOARD_TOKEN (environment variable): it is shorter than ${SHORTEST_TOKEN} characters; choose a long random one, such as openssl rand -hex 32 prints.`,
      ]
    : [];
}

function mistake(issue: z.core.$ZodIssue, env: Environment): string {
  const name = String(issue.path[0]);
  const mayHoldSecret = SECRET_NAMES.includes(name) || name.endsWith('_URL');
  // The part before an @ may be a password.
  const shown = (env[name] ?? '').replace(/^.*@/s, '…@').slice(0, 60);
  const found = mayHoldSecret ? 'a value that is not shown here' : JSON.stringify(shown);
  return `${name} (environment variable): found ${found}; expected ${issue.message}.`;
}

function orNull<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().transform((given) => given ?? null);
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '';
}

function isRedisAddress(text: string): boolean {
  return text.startsWith('/') || (/^rediss?:\/\//.test(text) && URL.canParse(text));
}
