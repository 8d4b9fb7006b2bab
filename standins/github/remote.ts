import type { Acts } from './start.ts';

/**
 * The acts of a stand-in in another process, through its control interface. Synchronous functions return promises here.
 */
export type RemoteActs = {
  readonly [Name in keyof Acts]: (...given: Parameters<Acts[Name]>) => Promise<Awaited<ReturnType<Acts[Name]>>>;
};

export function remoteActs(url: string): RemoteActs {
  const target = {} as RemoteActs;
  return new Proxy(target, {
    get: (_, name) =>
      typeof name === 'string' && name !== 'then' ? (given?: unknown) => control(url, name, given) : undefined,
  });
}

/** Other control requests: `fault`, `outage`, `exhaust`, `secondary`, `clearFaults`, `clearLimits`, `clearJournal`. */
export async function control(url: string, name: string, given: unknown = {}): Promise<unknown> {
  return answerOf(await fetch(`${url}/_control/${name}`, { method: 'POST', body: JSON.stringify(given) }));
}

/** `app`, `requests`, `writes`, `pushes`, `deliveries` or `violations`. */
export async function look(url: string, name: string): Promise<unknown> {
  return answerOf(await fetch(`${url}/_control/${name}`));
}

async function answerOf(response: Response): Promise<unknown> {
  const json: unknown = await response.json();
  if (!response.ok) throw new Error(`The stand-in refused: ${JSON.stringify(json)}`);
  return json;
}
