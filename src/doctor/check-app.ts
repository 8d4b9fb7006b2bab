/** Whether the App is registered and installed as Planwright needs it (GH-1); app.yml lists the same. */
import type { Finding } from './finding.ts';
import type { AppInstallation, AppRegistration, AppSetup } from '../ports/github-app.ts';
import { EVENTS } from '../ports/webhook-events.ts';

/** Those of app.yml; a test compares them. */
export const PERMISSIONS: Readonly<Record<string, string>> = {
  metadata: 'read',
  issues: 'write',
  pull_requests: 'write',
  contents: 'write',
  checks: 'read',
  actions: 'read',
};

/** What is missing without each optional one. */
const WITHOUT: Readonly<Record<string, string>> = {
  // A GitHub Enterprise Server before 3.19 does not have it.
  issue_dependencies: 'that an issue is no longer blocked is noticed within the hour instead of at once',
};

const LEVELS = ['none', 'read', 'write', 'admin'];
/** A JSON web token tolerates half a minute. */
const NOTABLE_SKEW_MS = 20_000;

export async function checkApp(
  app: Pick<AppSetup, 'installations'>,
  registration: AppRegistration,
): Promise<readonly Finding[]> {
  return [
    permissionFinding(registration),
    eventFinding(registration),
    ...installationFindings(registration, await app.installations()),
  ];
}

function permissionFinding({ permissions, settingsUrl }: AppRegistration): Finding {
  const part = 'Permissions';
  const missing = missingIn(permissions);
  if (missing.length === 0) return { part, grade: 'fine', said: 'The App asks for all that it needs.' };
  return {
    part,
    ...asNeeded(missing, `The App does not ask for ${missing.join(', ')}`),
    todo: `Set this at ${settingsUrl}/permissions ("Repository permissions"); then let the owner of each installation accept it.`,
  };
}

function eventFinding({ events, settingsUrl }: AppRegistration): Finding {
  const part = 'Events';
  const missing = EVENTS.filter((name) => !events.includes(name));
  if (missing.length === 0) return { part, grade: 'fine', said: 'GitHub tells the App of all that it listens to.' };
  return {
    part,
    ...asNeeded(missing, `GitHub does not tell the App of ${missing.join(', ')}`),
    todo: `Tick them at ${settingsUrl}/permissions ("Subscribe to events").`,
  };
}

function installationFindings(
  { permissions, installUrl }: AppRegistration,
  installations: readonly AppInstallation[],
): readonly Finding[] {
  const part = 'Installations';
  if (installations.length === 0)
    return [
      {
        part,
        grade: 'mend',
        said: 'The App is not installed anywhere.',
        todo: `Install it on the repositories it may work on: ${installUrl}`,
        isNext: true,
      },
    ];
  const behind = installations.filter((one) => missingIn(one.permissions).length > missingIn(permissions).length);
  const suspended = installations.filter(({ isSuspended }) => isSuspended);
  return [
    { part, grade: 'fine', said: `The App is installed on ${listed(installations.map(({ account }) => account))}.` },
    ...behind.map((one): Finding => {
      const lacks = missingIn(one.permissions);
      const found = asNeeded(lacks, `${one.account} has not given the App ${lacks.join(', ')}`);
      return { part, ...found, todo: `Its owner can review and accept the request at ${one.url}` };
    }),
    ...suspended.map(({ account, url }): Finding => {
      const said = `The installation on ${account} is suspended: nothing is done there.`;
      const grade = suspended.length === installations.length ? 'mend' : 'note';
      return { part, grade, said, todo: `Its owner can lift that at ${url}` };
    }),
  ];
}

/** Missing optional ones are a note. */
function asNeeded(missing: readonly string[], said: string): Pick<Finding, 'grade' | 'said'> {
  const without = missing.flatMap((one) => WITHOUT[one] ?? []);
  return without.length === missing.length
    ? { grade: 'note', said: `${said}: ${without.join('; ')}.` }
    : { grade: 'mend', said: `${said}.` };
}

function missingIn(permissions: Readonly<Record<string, string>>): readonly string[] {
  const level = (access: string | undefined) => LEVELS.indexOf(access ?? 'none');
  return Object.entries(PERMISSIONS)
    .filter(([name, access]) => level(permissions[name]) < level(access))
    .map(([name, access]) => `${name}: ${access}`);
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown;
}

export function checkClock({ answeredAt }: AppRegistration, nowMs: number): Finding {
  const part = 'Clock';
  const apartMs = answeredAt === null ? 0 : nowMs - answeredAt;
  if (answeredAt === null)
    return {
      part,
      grade: 'note',
      said: 'GitHub did not say what time it is.',
      todo: 'timedatectl says it for this machine.',
    };
  if (Math.abs(apartMs) < NOTABLE_SKEW_MS) return { part, grade: 'fine', said: "It agrees with GitHub's." };
  const seconds = Math.round(Math.abs(apartMs) / 1_000);
  return {
    part,
    grade: 'mend',
    said: `It is ${seconds} seconds ${apartMs > 0 ? 'ahead of' : 'behind'} GitHub's, which refuses what is signed at a wrong time.`,
    todo: 'sudo timedatectl set-ntp true',
  };
}
