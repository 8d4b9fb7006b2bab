/**
 * Drives one task in this process until it ends, is saved for later, or needs a person who is not there. It uses the
 * service's driver, but nobody else takes turns.
 */
import { drive, type DriveOptions } from '../drive/drive.ts';
import { Fault } from '../errors.ts';
import { blockingIn, blockingQuestion, isOver } from '../state/select.ts';
import type { LocalInbox } from '../local/local-inbox.ts';
import type { Question } from '../state/question.ts';
import type { DriveEnd, Task } from '../state/task.ts';

export type LocalEnd =
  | { readonly kind: 'ended'; readonly task: Task }
  /** Interrupted; the next start continues. */
  | { readonly kind: 'saved'; readonly task: Task | null }
  | { readonly kind: 'person_needed'; readonly task: Task; readonly question: Question | null };

/** How a question is put to the person at the terminal. */
export interface LocalPeople {
  /**
   * Asks a person, or reads answers from a file; replies arrive through the inbox. False: nobody is there. Called
   * repeatedly while the question is open.
   */
  ask(task: Task, question: Question, until: number | null): boolean;
  /** The question is over. */
  done(): void;
}

interface DriveLocalParts {
  readonly options: Omit<DriveOptions, 'sliceMs' | 'inboxMs' | 'inbox'>;
  readonly inbox: LocalInbox;
  readonly people: LocalPeople;
}

/** Nobody else waits for a turn. */
const SLICE_MS = 24 * 3_600_000;
const INBOX_MS = 2_000;
/** The longest timer Node supports. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

export async function driveLocalTask({ options, inbox, people }: DriveLocalParts): Promise<LocalEnd> {
  const { shutdown } = options;
  const { clock } = options.tools;
  for (let last: Task | null = null; ; ) {
    if (shutdown.aborted) return { kind: 'saved', task: last };
    const end: DriveEnd = await drive({ ...options, inbox, sliceMs: SLICE_MS, inboxMs: INBOX_MS });
    if (end.kind === 'overtaken')
      throw new Fault(
        'history_failed',
        'Another process continued this task.',
        'Wait until it is done, or end it with Ctrl-C, and start again.',
      );
    if (end.kind === 'nothing')
      throw new Fault('internal', 'There is nothing to drive.', 'Please report this with the log.');
    last = end.task;
    if (end.kind === 'ended') return end;
    if (end.kind === 'again') continue;
    const question = blockingQuestion(end.task);
    const isPaused = end.task.paused !== null;
    const isAsking = question !== null && !isOver(end.task) && end.task.retry === null && !isPaused;
    if (isAsking && !people.ask(end.task, question, overAt(end.task)))
      return { kind: 'person_needed', task: end.task, question };
    if (!isAsking && !isPaused && end.task.retry === null && !Number.isFinite(end.until))
      return { kind: 'person_needed', task: end.task, question: null };
    await waited(end.until, { inbox, shutdown, clock });
    if (isAsking) people.done();
  }
}

function overAt(task: Task): number | null {
  const asked = blockingIn(task);
  return asked === null || blockingQuestion(task)?.needsPerson === true ? null : asked.due.overAt;
}

type Waiting = Pick<DriveOptions, 'shutdown'> & {
  readonly inbox: LocalInbox;
  readonly clock: DriveOptions['tools']['clock'];
};

/** Until that time, or until a message or an abort arrives. */
async function waited(until: number, { inbox, shutdown, clock }: Waiting): Promise<void> {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, shutdown]);
  const ms = Math.min(LONGEST_WAIT_MS, Math.max(0, until - clock.now()));
  await Promise.race([clock.sleep(ms, signal).catch(() => undefined), inbox.arrival(signal)]);
  over.abort();
}
