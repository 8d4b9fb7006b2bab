/** Requests as a browser sends them when somebody opens a page: Node's own fetch says in each that it is a script's. */
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';

interface Asked {
  readonly method?: string;
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Shown {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

export async function browse(url: string, { method, form, body, headers = {} }: Asked = {}): Promise<Shown> {
  const sent = form === undefined ? body : new URLSearchParams(form).toString();
  const asked = request(url, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: {
      'sec-fetch-mode': 'navigate',
      'sec-fetch-dest': 'document',
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    agent: false,
  });
  asked.end(sent);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const header = (name: string) => {
    const value = answer.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
  return { status: answer.statusCode ?? 0, header, text: await textOf(answer) };
}
