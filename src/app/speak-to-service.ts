/** What is said on the command line to a task of a service goes through the door of its API, as whoever runs it (OPS-3, OPS-9). */
import { withoutEmpty, type Environment } from '../config/environment.ts';
import { Fault } from '../errors.ts';
import { meantTask, noSuchTask } from './meant-task.ts';
import type { SpeakAsked } from './local-commands.ts';

interface Door {
  readonly token: string;
  readonly env: Environment;
}

const ANSWERS_WITHIN_MS = 10_000;

/** What it says to that. */
export async function speakToService(asked: SpeakAsked, { token, env }: Door): Promise<string> {
  const base = asked.at ?? addressIn(env);
  const ids = await call(new URL('/api/tasks', base), { token });
  const listed = Array.isArray(ids['tasks']) ? (ids['tasks'] as readonly { readonly id?: unknown }[]) : [];
  const id =
    meantTask(
      asked.task,
      listed.flatMap((one) => (typeof one.id === 'string' ? [one.id] : [])),
    ) ?? asked.task;
  const to = new URL(`/api/tasks/${encodeURIComponent(id)}/${asked.what}`, base);
  const said = await call(to, { token, body: asked.text === null || asked.text === '' ? {} : { text: asked.text } });
  return (typeof said['said'] === 'string' ? said['said'] : 'Sent to the task.').replaceAll('<task>', id);
}

function addressIn(env: Environment): string {
  const { HOST = '127.0.0.1', PORT = '3000' } = withoutEmpty(env);
  return `http://${HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST}:${PORT}`;
}

interface Sending {
  readonly token: string;
  readonly body?: object;
}

async function call(url: URL, { token, body }: Sending): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
  }).catch((cause: unknown) => {
    throw new Fault(
      'configuration',
      `There is no Planwright that answers at ${url.origin}.`,
      'Start it, or say where it is: --at https://planwright.example.com, or HOST and PORT.',
      cause,
    );
  });
  const said = (await response.json().catch(() => ({}))) as Readonly<Record<string, unknown>>;
  if (response.ok) return said;
  const id = decodeURIComponent(url.pathname.split('/')[3] ?? '');
  if (response.status === 404 && body !== undefined) throw noSuchTask(id);
  const { error, advice } = said;
  throw new Fault(
    'configuration',
    typeof error === 'string' ? error : `${url.origin} answers with ${response.status}.`,
    typeof advice === 'string'
      ? advice.replaceAll('<task>', id)
      : 'See that DASHBOARD_TOKEN and the address are those of the service.',
  );
}
