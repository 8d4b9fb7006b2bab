/** The final output of `planwright run`: how the task ended or how to continue, as lines or as JSON (EXEC-9). */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { resultOf } from '../api/task-view.ts';
import { questionLines } from '../cli/question-lines.ts';
import { resultLines } from '../cli/result-lines.ts';
import { diffOfBranch, hasLocalBranch } from '../git/local-checkout.ts';
import { inSlices } from '../note/in-slices.ts';
import { taskNote } from '../note/task-note.ts';
import { branchOf } from '../plan/publication.ts';
import { reportOf } from '../state/select.ts';
import { readHistory } from '../state/stored.ts';
import { terminalLine } from '../cli/terminal-text.ts';
import { terminalWords } from '../cli/terminal-words.ts';
import type { Language } from '../comments/in-both-languages.ts';
import type { StyledLine } from '../cli/live-screen.ts';
import type { TaskDisplay } from '../cli/task-display.ts';
import type { Toolbox } from '../effects/performer.ts';
import type { LocalEnd } from './drive-local-task.ts';
import type { LocalPlace } from './local-place.ts';
import type { Task } from '../state/task.ts';

/** Exit codes. */
export const EXIT = { done: 0, failed: 1, wrongUse: 2, personNeeded: 3, interrupted: 130 } as const;

interface Telling {
  readonly place: LocalPlace;
  readonly taskId: string;
  readonly tools: Pick<Toolbox, 'clock' | 'prompts' | 'redact'>;
  readonly display: TaskDisplay;
  /** Where the JSON result is written; null if it was not requested. */
  readonly json: { write(text: string): unknown } | null;
  /** Messages that came too late to be read. */
  readonly unheard: readonly string[];
}

export async function tellLocalEnd(end: LocalEnd, telling: Telling): Promise<number> {
  const { display, json, tools, taskId } = telling;
  const command = `planwright run --resume ${taskId}`;
  if (end.task !== null) json?.write(`${tools.redact(JSON.stringify(resultOf(end.task)))}\n`);
  switch (end.kind) {
    case 'ended':
      display.show(end.task);
      display.put(...(await ended(end.task, telling)), ...unheardLines(telling.unheard, end.task.settings.language));
      return reportOf(end.task)?.ending.status === 'succeeded' ? EXIT.done : EXIT.failed;
    case 'saved':
      display.put({
        text: terminalWords(end.task?.settings.language ?? 'en').saved(command),
        style: 'bold',
        isRaw: true,
      });
      return EXIT.interrupted;
    case 'person_needed':
      display.put(...(end.question === null ? [] : questionLines(end.question, end.task, 'end')), {
        text: terminalWords(end.task.settings.language).nobodyHere(command),
        style: 'bold',
      });
      return EXIT.personNeeded;
  }
}

function unheardLines(texts: readonly string[], language: Language): readonly StyledLine[] {
  if (texts.length === 0) return [];
  const words = terminalWords(language);
  return [
    { text: words.unheard, style: 'bad' },
    ...texts.map((text) => ({ text: `  - ${terminalLine(text)}` })),
    { text: `  ${words.askForIt}` },
  ];
}

async function ended(task: Task, { place, taskId, tools }: Telling) {
  const { checkout, history, dataDir } = place;
  const note = join(dataDir, `task-${taskId}.md`);
  const text = await taskNote(readHistory(await history.read(taskId)), { ...tools, giveWay: inSlices() });
  if (text !== null) writeFileSync(note, text, { mode: 0o600 });
  const branch = branchOf(task);
  const isThere = (task.work?.checkpoint.change ?? null) !== null && (await hasLocalBranch(checkout, branch));
  const base = task.snapshot?.baseBranch ?? '';
  return resultLines(task, {
    // A result that is repeated later shows the same duration.
    now: task.updatedAt,
    base,
    branch: isThere ? branch : null,
    diff: isThere ? await diffOfBranch(checkout, { base, branch }) : '',
    note: relative(process.cwd(), note),
    log: relative(process.cwd(), place.logFile),
  });
}
