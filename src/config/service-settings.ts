/** Options of the process rather than of its work: from the environment alone (OPS-9). Empty counts as unset. */
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { z } from 'zod';
import { withoutEmpty, type Environment } from './environment.ts';
import { withSecretFiles } from './secret-files.ts';
import { SECRET_NAMES } from './service-names.ts';

const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) <= 65_535, 'a port number from 0 to 65535')
  .transform(Number);
const host = z
  .string()
  .refine(
    (text) => isIP(text) !== 0 || /^[A-Za-z0-9.-]{1,253}$/.test(text),
    'an address such as 127.0.0.1, or a host name',
  );
const webAddress = z
  .string()
  .refine(isWebAddress, 'an http or https address without user name and password')
  .transform((text) => text.replace(/\/+$/, ''));

/** Each message completes the sentence "expected …". */
export const ServiceEnvironment = z.object({
  HOST: host
    .default('127.0.0.1')
    .describe('The address to listen on. 0.0.0.0 listens on all of them, as a container needs it.'),
  PORT: port.prefault('3000').describe('The port of webhooks, API, /healthz and /readyz.'),
  METRICS_PORT: port.optional().describe('The port of /metrics (Prometheus), on HOST; unset leaves metrics off.'),
  PUBLIC_URL: webAddress
    .optional()
    .describe(
      'The address under which people and GitHub reach the service, for links. Accepted, but without effect in this version.',
    ),
  DATA_DIR: z
    .string()
    .default('./data')
    .describe('The folder of everything that must survive, relative to the working directory.'),
  REDIS_URL: z
    .string()
    .refine(isRedisAddress, 'an address such as redis://127.0.0.1:6379, rediss://…, or the path of a unix socket')
    .optional()
    .describe('The Redis to use; unset runs one of our own below DATA_DIR.'),
  ANTHROPIC_API_KEY: z.string().optional().describe('The key of the Anthropic API.'),
  ANTHROPIC_BASE_URL: webAddress.optional().describe('Another address of the Anthropic API, such as a gateway.'),
  GHE_HOST: z
    .string()
    .refine((text) => /^[A-Za-z0-9.-]{1,253}(:\d{1,5})?$/.test(text), 'a host, or host:port, without https:// and path')
    .optional()
    .describe('The host of a GitHub Enterprise Server; unset means github.com.'),
  GHE_PROTOCOL: z.enum(['https', 'http'], 'https or http').default('https').describe('How to talk to GHE_HOST.'),
  DASHBOARD_TOKEN: z.string().optional().describe('The bearer token of the API; unset leaves the API off.'),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'trace, debug, info, warn, error, fatal or silent',
    )
    .default('info')
    .describe('How much is logged: trace, debug, info, warn, error, fatal or silent.'),
  NODE_ENV: z.string().default('development').describe('"production" logs JSON and is stricter.'),
  PLANWRIGHT_CONFIG: z
    .string()
    .optional()
    .describe('The path of the settings file; unset means planwright.yaml in the working directory, if there is one.'),
});

export interface ServiceOptions {
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number | null;
  readonly publicUrl: string | null;
  /** Absolute. */
  readonly dataDir: string;
  readonly redisUrl: string | null;
  readonly anthropicApiKey: string | null;
  readonly anthropicBaseUrl: string | null;
  readonly gheHost: string | null;
  readonly gheProtocol: 'https' | 'http';
  /** REST, without a slash at the end. */
  readonly githubApiUrl: string;
  /** Pages and git, without a slash at the end. */
  readonly githubUrl: string;
  readonly dashboardToken: string | null;
  readonly logLevel: z.infer<typeof ServiceEnvironment>['LOG_LEVEL'];
  readonly nodeEnv: string;
}

export type ServiceReading =
  | { readonly kind: 'read'; readonly service: ServiceOptions }
  | { readonly kind: 'mistaken'; readonly mistakes: readonly string[] };

export function readService(env: Environment, cwd: string): ServiceReading {
  const { env: complete, mistakes: fileMistakes } = withSecretFiles(withoutEmpty(env), cwd);
  const read = ServiceEnvironment.safeParse(complete);
  const mistakes = [...fileMistakes, ...(read.error?.issues ?? []).map((issue) => mistake(issue, complete))];
  if (!read.success || mistakes.length > 0) return { kind: 'mistaken', mistakes };
  const given = read.data;
  const base = given.GHE_HOST === undefined ? null : `${given.GHE_PROTOCOL}://${given.GHE_HOST}`;
  return {
    kind: 'read',
    service: {
      host: given.HOST,
      port: given.PORT,
      metricsPort: given.METRICS_PORT ?? null,
      publicUrl: given.PUBLIC_URL ?? null,
      dataDir: resolve(cwd, given.DATA_DIR),
      redisUrl: given.REDIS_URL ?? null,
      anthropicApiKey: given.ANTHROPIC_API_KEY ?? null,
      anthropicBaseUrl: given.ANTHROPIC_BASE_URL ?? null,
      gheHost: given.GHE_HOST ?? null,
      gheProtocol: given.GHE_PROTOCOL,
      githubApiUrl: base === null ? 'https://api.github.com' : `${base}/api/v3`,
      githubUrl: base ?? 'https://github.com',
      dashboardToken: given.DASHBOARD_TOKEN ?? null,
      logLevel: given.LOG_LEVEL,
      nodeEnv: given.NODE_ENV,
    },
  };
}

function mistake(issue: z.core.$ZodIssue, env: Environment): string {
  const name = String(issue.path[0]);
  const mayHoldSecret = SECRET_NAMES.includes(name) || name.endsWith('_URL');
  const found = mayHoldSecret ? 'a value that is not shown here' : JSON.stringify((env[name] ?? '').slice(0, 60));
  return `${name} (environment variable): found ${found}; expected ${issue.message}.`;
}

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  return (
    url !== null &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === ''
  );
}

function isRedisAddress(text: string): boolean {
  if (text.startsWith('/')) return true;
  return /^rediss?:\/\//.test(text) && URL.canParse(text);
}
