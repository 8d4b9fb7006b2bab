/** `planwright serve`: reads what it is told, starts the service, and leaves in order when asked to. */
import { HELP_TEXT, readCommandLine } from './command-line.ts';
import { withEnvFile } from '../config/environment.ts';
import { loadSettings } from '../config/load.ts';
import { Fault } from '../errors.ts';
import { readCredentials } from '../intake/credentials.ts';
import { createLogger } from './create-log.ts';
import { createRedactor } from '../secrets/redactor.ts';
import { startService } from './start-service.ts';

/** What shells and their scripts take for a mistake in the command line. */
const WRONG_USAGE = 2;
/** One Ctrl-C may arrive twice: from the terminal, and passed on by npm. */
const ONE_KEYSTROKE_MS = 1_000;

async function main(): Promise<void> {
  const command = readCommandLine(process.argv.slice(2));
  if (command.kind === 'help') {
    process.stdout.write(HELP_TEXT);
    return;
  }
  if (command.kind === 'mistake') {
    process.stderr.write(`planwright: ${command.message} See planwright serve --help.\n`);
    process.exitCode = WRONG_USAGE;
    return;
  }
  const env = withEnvFile(process.env, process.cwd());
  const loaded = loadSettings({ env, cwd: process.cwd() });
  const { service } = loaded;
  const credentials = readCredentials(env, {
    isModelKeyMissing: command.role !== 'intake' && service.anthropicApiKey === null,
  });
  const redisPassword =
    service.redisUrl !== null && URL.canParse(service.redisUrl)
      ? decodeURIComponent(new URL(service.redisUrl).password)
      : '';
  const secrets = [
    credentials.privateKey,
    ...credentials.webhookSecrets,
    service.anthropicApiKey ?? '',
    service.dashboardToken ?? '',
    redisPassword,
  ].filter((secret) => secret !== '');
  const redactor = createRedactor(secrets);
  const log = createLogger({ level: service.logLevel, pretty: service.nodeEnv !== 'production', redactor });
  for (const warning of loaded.warnings) log.warn({ warning }, 'settings');

  const started = startService({ ...loaded, role: command.role, credentials, log, redactor, secrets });
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

/** What an operator gets wrong most often, in words. */
function asFault(error: unknown): unknown {
  const { code, path, port } = Object(error) as {
    readonly code?: string;
    readonly path?: string;
    readonly port?: number;
  };
  if (code === 'EADDRINUSE')
    return new Fault(
      'configuration',
      `Port ${port ?? ''} is in use by another process.`,
      'Stop that process, or set PORT (or METRICS_PORT) to another port.',
    );
  if ((code === 'EACCES' || code === 'ENOTDIR' || code === 'EROFS' || code === 'ENOENT') && path !== undefined) {
    return new Fault(
      'configuration',
      `${path} cannot be used (${code}).`,
      'Set DATA_DIR to a folder that this user may write to.',
    );
  }
  return error;
}

main().catch((raw: unknown) => {
  const error = asFault(raw);
  if (error instanceof Fault) process.stderr.write(`planwright: ${error.message}\n${error.advice}\n`);
  else process.stderr.write(`planwright: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
