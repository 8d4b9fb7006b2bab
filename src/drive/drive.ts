/**
 * Drives one task: what is next → do it → record what happened with all that follows, until the task ends, waits,
 * or the slice is over. The start of the next effect is recorded in the same write as the outcome of the last one,
 * so that a crash always leaves behind what was in hand, at no extra cost.
 */
import { crashpoint } from '../crashpoint.ts';
import { Fenced } from '../errors.ts';
import { follow, followAll, type Followed, type Moment } from '../flow/follow.ts';
import { next } from '../flow/next.ts';
import { evolve, replay } from '../state/evolve.ts';
import { isAt } from '../state/select.ts';
import { readHistory } from '../state/stored.ts';
import { attempt, unlessBroken } from './attempt.ts';
import { endFields, logFacts } from './log-facts.ts';
import { dueItems, heardOrEnded, identityOf } from './read-inbox.ts';
import type { Toolbox } from '../effects/performer.ts';
import type { HistoryLog, HistoryStore, TaskIdentity } from '../ports/history.ts';
import type { TaskInbox } from '../state/inbox-item.ts';
import type { Effect } from '../state/effect.ts';
import type { Fact, Facts } from '../state/facts.ts';
import type { DriveEnd, Task } from '../state/task.ts';
import type { ProgressEditor } from './progress-editor.ts';

export interface DriveOptions {
  readonly taskId: string;
  readonly history: HistoryStore;
  readonly inbox: TaskInbox;
  readonly tools: Toolbox;
  readonly editor: (isOurs: () => Promise<boolean>) => ProgressEditor;
  /** Ends the drive at the next effect boundary, aborting what can be repeated. */
  readonly shutdown: AbortSignal;
  readonly sliceMs: number;
  readonly inboxMs: number;
}

/** Waits shorter than this are not worth giving the task back for. */
const SHORT_WAIT_MS = 1_000;

export async function drive(options: DriveOptions): Promise<DriveEnd> {
  const driver = await Driver.open(options);
  if (driver === null) return { kind: 'nothing' };
  try {
    return await driver.run();
  } catch (error) {
    if (error instanceof Fenced) return { kind: 'overtaken' };
    throw error;
  } finally {
    await driver.close();
  }
}

class Driver {
  readonly #options: DriveOptions;
  readonly #identity: TaskIdentity;
  readonly #log: HistoryLog;
  readonly #editor: ProgressEditor;
  readonly #stopListening: () => void;
  readonly #deadline: number;
  #interrupt = new AbortController();
  #task: Task | null;
  #inboxReadAt = 0;
  #inboxIsStale = true;
  /** The key of the effect that this driver itself began. */
  #startedHere: string | null = null;

  static async open(options: DriveOptions): Promise<Driver | null> {
    const identity = await identityOf(options.history, options.inbox, options.taskId);
    if (identity === null) return null;
    return new Driver(options, identity, await options.history.open(identity));
  }

  private constructor(options: DriveOptions, identity: TaskIdentity, log: HistoryLog) {
    this.#options = options;
    this.#identity = identity;
    this.#log = log;
    this.#task = replay(readHistory(log.entries));
    this.#editor = options.editor(() => log.isCurrent());
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
      const task = this.#task;
      if (task === null) return { kind: 'nothing' };
      const todo = next(task);
      if (todo.kind === 'ended') return { kind: 'ended', task };
      if (this.#options.shutdown.aborted || clock.now() >= this.#deadline) return { kind: 'again', task };
      const waitMs = (todo.notBefore ?? 0) - clock.now();
      if (waitMs > SHORT_WAIT_MS)
        return this.#editor.flush().then(() => ({ kind: 'wait', until: todo.notBefore ?? 0, task }) as const);
      if (waitMs > 0) await clock.sleep(waitMs, this.#options.shutdown).catch(() => undefined);
      if (this.#options.shutdown.aborted) return { kind: 'again', task };
      if ((await this.#step(task, todo.effect)) === 'interrupted') this.#resetInterrupt();
    }
  }

  async close(): Promise<void> {
    this.#stopListening();
    await this.#editor.stop();
    await this.#options.tools.sessions.release(this.#options.taskId);
    await this.#log.close();
  }

  async #step(task: Task, effect: Effect): Promise<'done' | 'interrupted'> {
    const key = await this.#begin(task, effect);
    // A step that stopped the service too often is not taken once more.
    if (this.#task?.inFlight?.key !== key) return 'done';
    await crashpoint('before', `${effect.kind} ${key}`);
    if (effect.kind === 'finish_progress' || effect.kind === 'create_progress_comment') await this.#editor.stop();
    const { tools, shutdown } = this.#options;
    const facts = await attempt({ task, effect, key, tools, shutdown, interrupt: this.#interrupt.signal });
    if (facts === null) return 'interrupted';
    await crashpoint('after', `${effect.kind} ${key}`);
    await this.#record(this.#task, effect, facts);
    if (this.#task && isAt(this.#task, 'ended')) this.#options.tools.log.info(endFields(this.#task), 'task ended');
    await crashpoint('after', `record of ${effect.kind} ${key}`);
    this.#options.tools.sessions.acknowledge(this.#options.taskId, key);
    return 'done';
  }

  /** The key under which this effect's start is recorded; recorded again when a crash interrupted it. */
  async #begin(task: Task, effect: Effect): Promise<string> {
    const { inFlight, version } = task;
    if (inFlight !== null && this.#startedHere === inFlight.key) return inFlight.key;
    const key = inFlight?.key ?? this.#keyAt(version);
    const moment = this.#moment();
    const { tools } = this.#options;
    const { facts } = unlessBroken({ task, effect, tools }, [started(effect, key)], (happened) =>
      followAll(task, happened, moment),
    );
    await this.#append(facts, moment);
    this.#startedHere = key;
    return key;
  }

  #keyAt(version: number): string {
    return `${this.#options.taskId}-${version + 1}`;
  }

  /** What happened with all that follows, and the start of what comes next, in one write. */
  async #record(before: Task, effect: Effect, outcome: Facts): Promise<void> {
    const moment = this.#moment();
    const { tools } = this.#options;
    const { task, facts } = unlessBroken({ task: before, effect, tools }, outcome, (happened) =>
      this.#withNext(followAll(before, happened, moment), moment),
    );
    logFacts(facts, task, tools.log);
    await this.#append(facts, moment);
  }

  #withNext(followed: Followed, moment: Moment): Followed {
    const { task, facts } = followed;
    const todo = this.#inboxIsStale ? null : next(task);
    if (todo?.kind !== 'perform' || todo.notBefore !== null || task.inFlight !== null) return followed;
    const key = this.#keyAt(task.version);
    const begun = follow(task, started(todo.effect, key), moment);
    this.#startedHere = key;
    return { task: begun.task, facts: [...facts, ...begun.facts] };
  }

  #moment(): Moment {
    const { taskId, issue, traceId } = this.#identity;
    return { now: this.#options.tools.clock.now(), task_uuid: taskId, issue, trace_id: traceId };
  }

  /** The state is that of before until the write is durable, and then that of what would be found after a restart. */
  async #append(facts: Facts, { now }: Moment): Promise<void> {
    for (const fact of readHistory(await this.#log.append(facts, now))) this.#task = evolve(this.#task, fact);
    if (this.#task) this.#editor.show(this.#task);
  }

  async #readInbox(): Promise<void> {
    const { taskId, inbox, inboxMs, tools } = this.#options;
    const { clock } = tools;
    if (this.#task?.stage.is === 'ended') return;
    if (!this.#inboxIsStale && clock.now() - this.#inboxReadAt < inboxMs) return;
    this.#inboxIsStale = false;
    this.#inboxReadAt = clock.now();
    const waiting = await inbox.read(taskId);
    const items = dueItems(waiting, this.#task);
    // What a question being posted or running tests hold back is read as soon as it is over.
    if (items.length < waiting.length && readsInboxSoon(this.#task)) this.#inboxIsStale = true;
    if (items.length === 0) return;
    const moment = this.#moment();
    const history = readHistory(this.#log.entries);
    const { facts, read } = heardOrEnded(items, { history, task: this.#task, moment }, tools);
    const place = `inbox ${taskId} ${this.#task?.version ?? 0}`;
    await crashpoint('before', place);
    if (facts.length > 0) await this.#append(facts, moment);
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
    if (items.some((item) => item.kind === 'control' && item.word === 'stop'))
      this.#interrupt.abort(new Error('A person asked to stop.'));
  }
}

function readsInboxSoon(task: Task | null): boolean {
  return (
    task?.stage.is === 'work' || task?.stage.is === 'verify' || (task?.asked.some(({ blocks }) => blocks) ?? false)
  );
}

function started({ kind, ...about }: Effect, key: string): Fact {
  return {
    type: 'effect',
    name: 'started',
    effect: kind,
    ...(Object.keys(about).length === 0 ? {} : { with: about }),
    key,
  };
}
