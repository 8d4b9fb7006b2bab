/**
 * A place where tests can kill the service. It does nothing unless PLANWRIGHT_CRASHPOINTS is set to
 * `<before|after>:<file>`: then the process sends itself SIGKILL at the first place on that side whose name is not in
 * the file yet, after adding it. A service that is restarted repeatedly dies once at every place it passes.
 * PLANWRIGHT_CRASHPOINTS_AT selects places: `first` is the first place of each kind; otherwise a comma-separated list
 * of kinds.
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

/** In `record of <effect> <key>` the kind is the effect; in all other names it is the first word. */
function kindOf(place: string): string {
  return /^(?:record of )?\S+/.exec(place)?.[0] ?? place;
}
