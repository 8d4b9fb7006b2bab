/** Sends a message from the command line to a task of a service, through its API, as its operator (OPS-3, OPS-9). */
import { withoutEmpty, withSecretFiles, type Environment } from '../config/environment.ts';
import { Fault } from '../errors.ts';
import { meantTask, noSuchTask } from './meant-task.ts';
import type { SpeakAsked } from './local-commands.ts';

interface Door {
  readonly token: string;
  readonly env: Environment;
}

const ANSWERS_WITHIN_MS = 10_000;

/** Null if none is given; as for the service, it may be in a file. */
export function tokenIn(env: Environment, cwd: string): string | null {
  const given = Object.entries(withoutEmpty(env)).filter(([name]) => /^DASHBOARD_TOKEN(?:_FILE)?$/.test(name));
  const { complete, mistakes } = withSecretFiles(Object.fromEntries(given), cwd);
  const [mistake] = mistakes;
  if (mistake !== undefined)
    throw new Fault('configuration', mistake, 'It is the token that the service was started with.');
  return complete['DASHBOARD_TOKEN'] ?? null;
}

/** The service's answer. */
export async function speakToService(asked: SpeakAsked, { token, env }: Door): Promise<string> {
  const base = doorAt(asked.at ?? addressIn(env));
  const ids = await call(new URL('api/tasks', base), { token });
  const listed = Array.isArray(ids['tasks']) ? (ids['tasks'] as readonly { readonly id?: unknown }[]) : [];
  const id =
    meantTask(
      asked.task,
      listed.flatMap((one) => (typeof one.id === 'string' ? [one.id] : [])),
    ) ?? asked.task;
  const to = new URL(`api/tasks/${encodeURIComponent(id)}/${asked.what}`, base);
  const body = asked.text === null || asked.text === '' ? {} : { text: asked.text };
  const said = await call(to, { token, saying: { id, body } });
  return (typeof said['said'] === 'string' ? said['said'] : 'Sent to the task.').replaceAll('<task>', id);
}

function addressIn(env: Environment): string {
  const { HOST = '127.0.0.1', PORT = '3000' } = withoutEmpty(env);
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** A proxy in front may serve it below a path. */
function doorAt(address: string): URL {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new Fault(
      'configuration',
      `${JSON.stringify(address)} is no address of a service.`,
      'Write the whole address: --at https://planwright.example.com, or HOST and PORT.',
    );
  const { origin, pathname } = new URL(address);
  return new URL(`${origin}${pathname.replace(/\/*$/, '/')}`);
}

interface Sending {
  readonly token: string;
  readonly saying?: { readonly id: string; readonly body: object };
}

async function call(url: URL, { token, saying }: Sending): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, {
    method: saying === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(saying === undefined ? {} : { body: JSON.stringify(saying.body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  }).catch((cause: unknown) => {
    throw new Fault(
      'configuration',
      `No Planwright answers at ${url.origin}.`,
      'Start it, or say where it is: --at https://planwright.example.com, or HOST and PORT.',
      cause,
    );
  });
  const said = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>;
  if (response.ok) return said;
  const id = saying?.id ?? '';
  if (response.status === 404 && saying !== undefined) throw noSuchTask(id);
  const { error, advice } = said;
  throw new Fault(
    'configuration',
    typeof error === 'string' ? error : `${url.origin} answers with ${response.status}.`,
    typeof advice === 'string'
      ? advice.replaceAll('<task>', id)
      : 'See that DASHBOARD_TOKEN and the address are those of the service.',
  );
}
