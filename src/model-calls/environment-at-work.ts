/** The result of the environment's set-up, for the model that works in it (ENV-5). */
import { shorten } from '../environments/describe-repository.ts';
import { writtenBy } from './blocks.ts';
import { deniedIn } from './denied-connections.ts';
import { environmentReport, failedCommands } from '../state/select.ts';
import type { Prompts } from './catalogue.ts';
import type { Room } from './bounded.ts';
import type { At } from '../state/task.ts';

const MAX_FAILURES = 3;

/** The room is per output. */
export function environmentState(task: At<'work'>, prompts: Prompts, { nonce, maxBytes }: Room): string {
  const environment = environmentReport(task);
  if (environment === null) throw new TypeError('The workspace is not prepared yet.');
  const failures = failedCommands(environment).slice(0, MAX_FAILURES);
  const ran =
    environment.setup.length === 1
      ? '1 set-up command was run'
      : `${environment.setup.length} set-up commands were run`;
  const head = `Environment "${environment.name}"; ${ran}.`;
  if (failures.length === 0) return `${head} It is ready.`;
  const errors = failures.flatMap((command) => [
    ...deniedIn(command),
    writtenBy(`output of ${shorten(command.command, 300)}`, shorten(command.output, maxBytes), nonce),
  ]);
  return [`${head} ${prompts.render('act-notices/setup_failed', {})}`, ...errors].join('\n');
}
