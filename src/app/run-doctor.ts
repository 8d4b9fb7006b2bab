/**
 * `planwright doctor`: checks everything that an operator can get wrong, all at once, and prints the findings in order.
 */
import { pino } from 'pino';
import { withEnvFile, type Environment } from '../config/environment.ts';
import { findingsOf, type Check, type Finding } from '../doctor/finding.ts';
import { renderEnd, renderFinding, type Page } from '../doctor/render.ts';
import { createGitHub } from '../github/open-github.ts';
import { createRedactor } from '../secrets/redactor.ts';
import { CHECK_MS, githubChecks, modelCheck } from './check-github.ts';
import { machineChecks, programs } from './check-machine.ts';
import { readInput, secretsIn } from './read-input.ts';
import { STRONGER_SECRET, weaknessOf } from '../intake/credentials.ts';
import { storedAppFile } from '../setup-page/stored-app.ts';
import { systemClock as clock } from './system-clock.ts';
import type { Role } from './command-line.ts';

interface Surroundings {
  readonly env: Environment;
  readonly cwd: () => string;
  readonly stdout: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
}

/** Resolves with the exit code: 0 if nothing has to be fixed, else 1. */
export async function runDoctor(role: Role, { env, cwd, stdout }: Surroundings): Promise<number> {
  const input = readInput(withEnvFile(env, cwd()), cwd(), role);
  const { loaded, credentials, faults } = input;
  const redactor = createRedactor(secretsIn(input));
  const settings = {
    part: 'Settings',
    silence: 'mend',
    todo: 'Look at planwright.yaml and the environment.',
    look: async () => settingsFindings(input),
  } as const;
  const checks: readonly Check[] = [
    settings,
    programs,
    ...(loaded === null ? [] : machineChecks(loaded, role !== 'intake')),
    ...(loaded === null || role === 'intake' ? [] : [modelCheck(loaded)]),
    ...(loaded === null || credentials === null
      ? []
      : githubChecks({
          service: loaded.service,
          credentials,
          github: createGitHub({
            appId: credentials.appId,
            privateKey: credentials.privateKey,
            apiUrl: loaded.service.githubApiUrl,
            clock,
            log: pino({ level: 'silent' }),
          }),
        })),
  ];
  const page = pageOf(stdout, env);
  const looking = checks.map((check) => findingsOf(check, CHECK_MS, clock));
  const all: Finding[] = [];
  for (const found of looking) {
    for (const finding of await found) {
      all.push(finding);
      stdout.write(redactor.text(renderFinding(finding, page)));
    }
  }
  stdout.write(renderEnd(all));
  if (faults.length > 0) stdout.write('What depends on the settings is looked at when they are right.\n');
  return all.some(({ grade }) => grade === 'mend') ? 1 : 0;
}

function settingsFindings(input: ReturnType<typeof readInput>): readonly Finding[] {
  const { faults, warnings, credentials } = input;
  const part = 'Settings';
  const fine: Finding = { part, grade: 'fine', said: 'No mistakes in planwright.yaml and the environment.' };
  const wrong = faults.map(({ message, advice }): Finding => ({ part, grade: 'mend', said: message, todo: advice }));
  return [
    ...(wrong.length === 0 ? [fine] : wrong),
    ...storedApp(input),
    ...weakSecrets(credentials?.webhookSecrets ?? []),
    ...warnings.map((said): Finding => ({ part, grade: 'note', said })),
  ];
}

function storedApp({ app, loaded }: ReturnType<typeof readInput>): readonly Finding[] {
  const slug = app?.stored?.slug;
  if (slug === undefined || loaded === null) return [];
  const file = storedAppFile(loaded.service.dataDir);
  const said = `The credentials are those of the App "${slug}", which the set-up page stored in ${file}.`;
  return [{ part: 'Settings', grade: 'fine', said }];
}

/** Refused in production; elsewhere a tunnel can make this process just as public. */
function weakSecrets(secrets: readonly string[]): readonly Finding[] {
  const weak = secrets.flatMap((secret) => weaknessOf(secret) ?? []).slice(0, 1);
  return weak.map((weakness) => ({
    part: 'Settings',
    grade: 'note',
    said: `The webhook secret is ${weakness}: where others can reach this process, anybody could forge webhooks.`,
    todo: STRONGER_SECRET,
  }));
}

function pageOf({ isTTY = false, columns = 80 }: Surroundings['stdout'], { NO_COLOR = '', TERM }: Environment): Page {
  return { hasColours: isTTY && NO_COLOR === '' && TERM !== 'dumb', width: isTTY ? Math.min(columns, 110) : null };
}
