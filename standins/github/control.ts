import type { Answer } from './answer.ts';
import type { Fault } from './faults.ts';
import type { GitHubStandIn } from './start.ts';

/**
 * The control interface for tests in another process. `POST /_control/<act>` with the act's argument as JSON does what
 * `standin.acts.<act>` does; further ones are listed below. Served only on request, and only on loopback.
 */
export function createControl(
  standin: () => GitHubStandIn,
): (method: string, path: string, body: string) => Promise<Answer> {
  return async (method, path, body) => {
    try {
      const argument: unknown = body.trim() === '' ? {} : JSON.parse(body);
      const result =
        method === 'GET' ? look(standin(), path) : await doIt(standin(), path, argument as Record<string, unknown>);
      return { status: 200, json: result ?? {} };
    } catch (error) {
      return { status: 400, json: { message: error instanceof Error ? error.message : String(error) } };
    }
  };
}

function look(standin: GitHubStandIn, path: string): unknown {
  switch (path) {
    case 'app':
      return { url: standin.url, apiUrl: standin.apiUrl, ...standin.credentials };
    case 'requests':
      return standin.journal.requests;
    case 'writes':
      return standin.journal.writes();
    case 'pushes':
      return standin.journal.pushes;
    case 'deliveries':
      return standin.deliveries.all;
    case 'violations':
      return standin.violations;
    default:
      throw new Error(`There is nothing to see at /_control/${path}.`);
  }
}

async function doIt(
  standin: GitHubStandIn,
  path: string,
  argument: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  switch (path) {
    case 'fault':
      return standin.faults.add(argument as unknown as Fault);
    case 'clearFaults':
      return standin.faults.clear();
    case 'outage':
      return standin.setOutage(argument['on'] === true);
    case 'exhaust':
      return standin.limits.exhaust(argument as { resetInSeconds: number });
    case 'secondary':
      return standin.limits.secondary(argument);
    case 'clearLimits':
      return standin.limits.clear();
    case 'clearJournal':
      return standin.journal.clear();
    default: {
      const acts = standin.acts as unknown as Readonly<Record<string, (given: unknown) => unknown>>;
      const act = Object.hasOwn(acts, path) ? acts[path] : undefined;
      if (act === undefined) throw new Error(`There is no act ${path}. Known: ${Object.keys(acts).join(', ')}.`);
      return act(argument);
    }
  }
}
