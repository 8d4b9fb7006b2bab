/**
 * Drives one task: takes the next effect, performs it, and records the outcome with everything that follows from it
 * (`task-record.ts`), until the task ends, waits, or has used its time slice. The effect in flight is always recorded,
 * so a crash loses nothing.
 */
import { crashpoint } from '../crashpoint.ts';
import { Fenced } from '../errors.ts';
import { next } from '../flow/next.ts';
import { isAt } from '../state/select.ts';
import { attempt } from './attempt.ts';
import { endFields } from './log-facts.ts';
import { dueItems, heardOrEnded, identityOf, isUrgent } from './read-inbox.ts';
import { TaskRecord } from './task-record.ts';
import type { Toolbox } from '../effects/performer.ts';
import type { HistoryStore } from '../ports/history.ts';
import type { TaskInbox } from '../state/inbox-item.ts';
import type { Effect } from '../state/effect.ts';
import type { DriveEnd, Task } from '../state/task.ts';
import type { ProgressEditor } from './progress-editor.ts';

export interface DriveOptions {
  readonly taskId: string;
  readonly history: HistoryStore;
  readonly inbox: TaskInbox;
  readonly tools: Toolbox;
  readonly editor: (isOurs: () => Promise<boolean>) => ProgressEditor;
  /** Ends the drive at the next effect boundary and aborts effects that can be repeated. */
  readonly shutdown: AbortSignal;
  readonly sliceMs: number;
  readonly inboxMs: number;
}

/** For shorter waits the driver keeps the task. */
const SHORT_WAIT_MS = 1_000;

export function drive(options: DriveOptions): Promise<DriveEnd> {
  return driven(options, (driver) => driver.run());
}

/**
 * Posts the progress comment of a task for which no worker is free, and does nothing else. The comment shows the place
 * in the queue (`queued` in the tools).
 */
export async function announce(options: DriveOptions): Promise<void> {
  await driven(options, (driver) => driver.announce());
}

async function driven(options: DriveOptions, act: (driver: Driver) => Promise<DriveEnd>): Promise<DriveEnd> {
  const driver = await Driver.open(options);
  if (driver === null) return { kind: 'nothing' };
  try {
    return await act(driver);
  } catch (error) {
    if (error instanceof Fenced) return { kind: 'overtaken' };
    throw error;
  } finally {
    await driver.close();
  }
}

class Driver {
  readonly #options: DriveOptions;
  readonly #record: TaskRecord;
  readonly #stopListening: () => void;
  readonly #deadline: number;
  #interrupt = new AbortController();
  #inboxReadAt = 0;
  #inboxIsStale = true;
  /** True while only the progress comment is posted. */
  #goesNoFurther = false;

  static async open(options: DriveOptions): Promise<Driver | null> {
    const identity = await identityOf(options.history, options.inbox, options.taskId);
    if (identity === null) return null;
    const { tools, editor } = options;
    return new Driver(options, new TaskRecord({ identity, log: await options.history.open(identity), tools, editor }));
  }

  private constructor(options: DriveOptions, record: TaskRecord) {
    this.#options = options;
    this.#record = record;
    this.#deadline = options.tools.clock.now() + options.sliceMs;
    this.#stopListening = options.inbox.listen(options.taskId, () => {
      this.#inboxIsStale = true;
      void this.#abortOnControl();
    });
  }

  async run(): Promise<DriveEnd> {
    const { clock } = this.#options.tools;
    for (;;) {
      await this.#readInbox();
      const { task } = this.#record;
      if (task === null) return { kind: 'nothing' };
      const todo = next(task);
      if (todo.kind === 'ended') return { kind: 'ended', task };
      if (this.#options.shutdown.aborted || clock.now() >= this.#deadline) return { kind: 'again', task };
      const waitMs = (todo.notBefore ?? 0) - clock.now();
      if (waitMs > SHORT_WAIT_MS) {
        await this.#record.showWaiting();
        return { kind: 'wait', until: todo.notBefore ?? 0, task };
      }
      if (waitMs > 0) await clock.sleep(waitMs, this.#options.shutdown).catch(() => undefined);
      if (this.#options.shutdown.aborted) return { kind: 'again', task };
      if ((await this.#step(task, todo.effect)) === 'interrupted') this.#resetInterrupt();
    }
  }

  async announce(): Promise<DriveEnd> {
    await this.#readInbox();
    const { task } = this.#record;
    if (task === null) return { kind: 'nothing' };
    const todo = next(task);
    const isDue = todo.kind === 'perform' && (todo.notBefore ?? 0) <= this.#options.tools.clock.now();
    if (isDue && todo.effect.kind === 'create_progress_comment') {
      this.#goesNoFurther = true;
      await this.#step(task, todo.effect);
    }
    return { kind: 'again', task };
  }

  async close(): Promise<void> {
    this.#stopListening();
    await this.#record.stopShowing();
    await this.#options.tools.sessions.release(this.#options.taskId);
    await this.#record.close();
  }

  async #step(task: Task, effect: Effect): Promise<'done' | 'interrupted'> {
    const key = await this.#record.begin(task, effect);
    // The effect stopped the service too often and is not started again.
    if (this.#record.task?.inFlight?.key !== key) return 'done';
    await crashpoint('before', `${effect.kind} ${key}`);
    await this.#record.makeWayFor(effect.kind);
    const { tools, shutdown } = this.#options;
    const facts = await attempt({ task, effect, key, tools, shutdown, interrupt: this.#interrupt.signal });
    // If GitHub does not accept the comment now, the next regular drive posts it; that drive must not inherit the wait.
    const isPutOff = this.#goesNoFurther && facts?.some((fact) => fact.type === 'error' && fact.name === 'retry_later');
    if (facts === null || isPutOff === true) return 'interrupted';
    await crashpoint('after', `${effect.kind} ${key}`);
    await this.#record.complete(effect, facts, { goesOn: !this.#inboxIsStale && !this.#goesNoFurther });
    const after = this.#record.task;
    if (after !== null && isAt(after, 'ended')) this.#options.tools.log.info(endFields(after), 'task ended');
    await crashpoint('after', `record of ${effect.kind} ${key}`);
    this.#options.tools.sessions.acknowledge(this.#options.taskId, key);
    return 'done';
  }

  async #readInbox(): Promise<void> {
    const { taskId, inbox, inboxMs, tools } = this.#options;
    const { clock } = tools;
    if (this.#record.task?.stage.is === 'ended') return;
    if (!this.#inboxIsStale && clock.now() - this.#inboxReadAt < inboxMs) return;
    this.#inboxIsStale = false;
    this.#inboxReadAt = clock.now();
    const waiting = await inbox.read(taskId);
    const items = dueItems(waiting, this.#record.task);
    // Items held back by a question being posted or by running tests are read as soon as that is over.
    if (items.length < waiting.length && readsInboxSoon(this.#record.task)) this.#inboxIsStale = true;
    if (items.length === 0) return;
    const moment = this.#record.moment();
    const { heard: history, task } = this.#record;
    const { facts, read } = heardOrEnded(items, { history, task, moment }, tools);
    const place = `inbox ${taskId} ${this.#record.task?.version ?? 0}`;
    await crashpoint('before', place);
    if (facts.length > 0) await this.#record.append(facts, moment);
    await crashpoint('after', place);
    await inbox.acknowledge(
      taskId,
      read.map((item) => item.id),
    );
  }

  #resetInterrupt(): void {
    this.#interrupt = new AbortController();
    this.#inboxIsStale = true;
  }

  async #abortOnControl(): Promise<void> {
    const items = await this.#options.inbox.read(this.#options.taskId).catch(() => []);
    if (isUrgent(items, this.#record.task)) this.#interrupt.abort(new Error('It is to stop.'));
  }
}

function readsInboxSoon(task: Task | null): boolean {
  return (
    task?.stage.is === 'work' || task?.stage.is === 'verify' || (task?.asked.some(({ blocks }) => blocks) ?? false)
  );
}
