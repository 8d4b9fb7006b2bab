/**
 * A place where tests may end the service as SIGKILL would. Does nothing unless PLANWRIGHT_CRASHPOINTS is set to
 * `<before|after>:<file>`: then the process kills itself at the first place on that side whose name is not yet in
 * the file, after writing it there. Restarted again and again, a service so dies once at every place it passes.
 * PLANWRIGHT_CRASHPOINTS_AT chooses among them: `first` is the first place of each kind, else kinds by their names,
 * with commas between them.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export type Side = 'before' | 'after';

export async function crashpoint(side: Side, place: string): Promise<void> {
  const wanted = process.env['PLANWRIGHT_CRASHPOINTS'];
  if (wanted === undefined || !wanted.startsWith(`${side}:`)) return;
  const file = wanted.slice(side.length + 1);
  const passed = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
  if (passed.includes(place) || !isChosen(place, passed, process.env['PLANWRIGHT_CRASHPOINTS_AT'])) return;
  appendFileSync(file, `${place}\n`);
  process.kill(process.pid, 'SIGKILL');
  await new Promise(() => undefined);
}

function isChosen(place: string, passed: readonly string[], at: string | undefined): boolean {
  if (at === undefined) return true;
  const kind = kindOf(place);
  return at === 'first' ? !passed.some((one) => kindOf(one) === kind) : at.split(',').includes(kind);
}

/** `record of <effect> <key>` is a kind for each effect; of the others the first word says it. */
function kindOf(place: string): string {
  return /^(?:record of )?\S+/.exec(place)?.[0] ?? place;
}
