/**
 * While the service has no GitHub App: serves the page that creates one, and prints how to open it (GH-1). Only if no
 * credential is given at all, and only on loopback: a missing key is an error, not a request to start again.
 */
import { isIP } from 'node:net';
import { Fault } from '../errors.ts';
import type { AfterSetUp } from '../setup-page/after-set-up.ts';
import { appTemplateHere } from '../setup-page/manifest.ts';
import { readCreation } from '../setup-page/stored-app.ts';
import { createSetupDoor, type SetupDoor } from '../setup-page/setup-door.ts';
import { makeDataFolder } from './join-installation.ts';
import { systemClock as clock } from './system-clock.ts';
import type { Role } from './command-line.ts';
import type { readInput } from './read-input.ts';

/** The set-up that this process began with. */
export interface DoneSetUp extends AfterSetUp {
  /** Until then its pages say that the service is starting; afterwards its port is free. */
  makeRoom(): Promise<void>;
}

/** Resolves at once with null if there is nothing to set up; else when the App is created and stored. */
export async function setUpApp(input: ReturnType<typeof readInput>, role: Role): Promise<DoneSetUp | null> {
  const { loaded, app, isModelKeyMissing, warnings } = input;
  if (loaded === null || app === null || app.from !== 'nowhere' || role === 'worker') return null;
  const { service } = loaded;
  if (!isLoopback(service.host)) throw beyondLoopback(service.host, isModelKeyMissing);
  makeDataFolder(service.dataDir);
  const door = createSetupDoor({
    ...service,
    template: appTemplateHere(),
    isModelKeyMissing,
    triggerLabel: loaded.settings.trigger_label,
    offersRelay: service.nodeEnv !== 'production',
    now: () => clock.now(),
  });
  const links = await door.listen();
  say([...warnings.map((warning) => `Note: ${warning}`), ...invitation(links, service, isModelKeyMissing)]);
  const leave = leaveOnSignal(door);
  const { stored, after } = await door.created;
  leave.not();
  say([
    `The GitHub App "${stored.slug}" is created, and its credentials are stored below ${service.dataDir}.`,
    `Install it on your repositories: ${stored.htmlUrl}/installations/new`,
    '',
  ]);
  return { ...after, makeRoom: () => door.close() };
}

function invitation(
  links: readonly string[],
  { dataDir, port }: { readonly dataDir: string; readonly port: number },
  isModelKeyMissing: boolean,
): readonly string[] {
  const [near = '', ...others] = links;
  const lost = readCreation(dataDir);
  return [
    '',
    'Planwright has no GitHub App yet. Create one in the browser; it takes a minute:',
    '',
    `  ${near}`,
    ...others.flatMap((link) => [
      '',
      'or from elsewhere, where a proxy passes /setup on to this machine:',
      '',
      `  ${link}`,
    ]),
    '',
    'The link works for an hour, and only until the App is created; a new start prints a new one.',
    ...(others.length === 0 ? [`From another machine: ssh -L ${port}:127.0.0.1:${port} <this machine>`] : []),
    'To use an App that exists already, stop this and set APP_ID, PRIVATE_KEY_PATH and WEBHOOK_SECRET.',
    ...(isModelKeyMissing ? ['ANTHROPIC_API_KEY is not set: the work needs it after that.'] : []),
    ...(lost === null
      ? []
      : [
          '',
          `The last set-up was interrupted: GitHub may have an App "${lost.name}" whose keys did not arrive here.`,
          `Look for it and delete it, or set new keys for it there: ${lost.settingsUrl}`,
        ]),
    '',
  ];
}

/** Written for a person, also in production, where the log is JSON. */
function say(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** Requests in progress are finished first: one of them may receive the only copy of the keys. */
function leaveOnSignal(door: SetupDoor): { not(): void } {
  const leave = (): void => {
    void door.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, leave);
  return {
    not() {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.off(signal, leave);
    },
  };
}

export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  return isIP(host) === 4 && host.startsWith('127.');
}

function beyondLoopback(host: string, isModelKeyMissing: boolean): Fault {
  const missing = ['APP_ID', 'PRIVATE_KEY (or PRIVATE_KEY_PATH)', 'WEBHOOK_SECRET'];
  if (isModelKeyMissing) missing.push('ANTHROPIC_API_KEY');
  return new Fault(
    'credentials',
    `Credentials are missing: ${missing.slice(0, -1).join(', ')} and ${missing.at(-1)} are not set.`,
    `Set what is missing. The page that creates a GitHub App is served on this machine alone, and HOST is ${host}: ` +
      'to use it, start once with HOST=127.0.0.1 (docs/operators.md).',
  );
}
