/** `planwright`: carries out the command line, and reports errors in one line. */
import { readCommandLine } from './command-line.ts';
import { Fault } from '../errors.ts';
import { startTrouble } from './start-trouble.ts';

/** The conventional exit code for command line errors. */
const WRONG_USAGE = 2;

/** May be anywhere. */
const VERBOSE = '--verbose';
const args = {
  given: process.argv.slice(2).filter((one) => one !== VERBOSE),
  verbose: process.argv.includes(VERBOSE),
};

async function main(): Promise<void> {
  const command = readCommandLine(args.given);
  switch (command.kind) {
    case 'text':
      process.stdout.write(command.text);
      return;
    case 'mistake':
      process.stderr.write(`planwright: ${command.message}\n`);
      process.exitCode = WRONG_USAGE;
      return;
    case 'serve':
      return (await import('./serve.ts')).serve(command.role);
    case 'init':
      return (await import('./run-init.ts')).runInit(process.cwd(), process.stdout);
    case 'run':
      return process.exit(await (await import('./run-local.ts')).runLocal(command.asked, terminal()));
    case 'speak':
      return process.exit(await (await import('./speak-to-task.ts')).speakToTask(command.asked, terminal()));
    case 'prune':
      endWithReader();
      return process.exit(await (await import('./prune-local.ts')).pruneLocal(command.repo, terminal()));
    case 'demo':
      return process.exit(await (await import('./run-demo.ts')).runDemo(command.args));
    case 'read':
      endWithReader();
      process.exitCode = await (await import('./read-local-tasks.ts')).readLocalTasks(command.asked, terminal());
      return;
    case 'doctor':
      endWithReader();
      // Exits although some check may still wait for an answer; that was reported.
      return process.exit(await (await import('./run-doctor.ts')).runDoctor(command.role, process));
  }
}

/** The reader of a list may stop early (`doctor | head`); that is no error. */
function endWithReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(0);
  });
}

function terminal() {
  const { env, stdin, stdout, stderr } = process;
  return { env, cwd: process.cwd(), stdin, stdout, stderr, isVerbose: args.verbose };
}

main().catch((raw: unknown) => {
  const error = startTrouble(raw);
  if (error instanceof Fault) process.stderr.write(`planwright: ${error.message}\n${error.advice}\n`);
  else process.stderr.write(`planwright: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
