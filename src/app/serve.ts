/** `planwright serve`: reads its input, starts the service, and stops it cleanly on a signal. */
import { withEnvFile } from '../config/environment.ts';
import { createLogger } from './create-log.ts';
import { readInput, requireInput, secretsIn } from './read-input.ts';
import { setUpApp } from './set-up-app.ts';
import { createRedactor } from '../secrets/redactor.ts';
import { startService } from './start-service.ts';
import type { Role } from './command-line.ts';

/** One Ctrl-C may arrive twice: from the terminal, and passed on by npm. */
const ONE_KEYSTROKE_MS = 1_000;

export async function serve(role: Role): Promise<void> {
  const cwd = process.cwd();
  const env = withEnvFile(process.env, cwd);
  const setUp = await setUpApp(readInput(env, cwd, role), role);
  const { loaded, credentials, relay, warnings } = requireInput(env, cwd, role);
  const { service } = loaded;
  const secrets = secretsIn({ loaded, credentials });
  const redactor = createRedactor(secrets);
  const log = createLogger({ level: service.logLevel, pretty: service.nodeEnv !== 'production', redactor });
  for (const warning of warnings) log.warn({ warning }, 'settings');

  const started = startService({ ...loaded, role, credentials, relay, log, redactor, secrets, setUp });
  let stoppingSince: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > ONE_KEYSTROKE_MS) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), loaded.settings.queue.shutdown_sec * 1_000 + 4_000).unref();
    void started
      .then((running) => running.stop())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  await started;
}
