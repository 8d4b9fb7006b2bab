/**
 * Drives one task: what is next → do it → record it → settle it, until the task ends, waits, or the slice is over.
 * The start of the next effect is recorded in the same write as the outcome of the last one, so that a crash
 * always leaves behind what was in hand, at no extra cost.
 */
import { crashpoint } from '../crashpoint.ts';
import { Fenced } from '../errors.ts';
import { arrivals } from './read-inbox.ts';
import { endFields } from './end-fields.ts';
import { WorkspaceLost } from '../effects/sandbox-sessions.ts';
import { IN_SANDBOX, unlessAborted } from './in-sandbox.ts';
import { next } from '../task/next.ts';
import { perform } from '../effects/perform.ts';
import { replay, settle } from '../task/settle.ts';
import { troubleFact } from './trouble-fact.ts';
import type { Effect } from '../state/effect.ts';
import type { Fact, Recorded } from '../state/facts.ts';
import type { ProgressEditor } from './progress-editor.ts';
import type { Task } from '../state/task.ts';
import type { Toolbox } from '../effects/toolbox.ts';
import type { HistoryLog, HistoryStore, NewEntry } from '../ports/history.ts';
import type { Inbox } from '../ports/inbox.ts';

export interface DriveOptions {
  readonly taskId: string;
  readonly history: HistoryStore;
  readonly inbox: Inbox;
  readonly tools: Toolbox;
  readonly editor: (isOurs: () => Promise<boolean>) => ProgressEditor;
  /** Ends the drive at the next effect boundary, aborting what can be repeated. */
  readonly shutdown: AbortSignal;
  readonly sliceMs: number;
  readonly inboxMs: number;
}

export type DriveEnd =
  | { readonly kind: 'ended'; readonly task: Task }
  | { readonly kind: 'again'; readonly task: Task }
  | { readonly kind: 'wait'; readonly until: number; readonly task: Task }
  | { readonly kind: 'overtaken' }
  | { readonly kind: 'nothing' };

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
  readonly #log: HistoryLog;
  readonly #editor: ProgressEditor;
  readonly #stopListening: () => void;
  readonly #deadline: number;
  #interrupt = new AbortController();
  #task: Task | null;
  #inboxReadAt = 0;
  #inboxIsStale = true;

  static async open(options: DriveOptions): Promise<Driver | null> {
    const start = await arrivals.identity(options.history, options.inbox, options.taskId);
    if (start === null) return null;
    return new Driver(options, await options.history.open(start));
  }

  private constructor(options: DriveOptions, log: HistoryLog) {
    this.#options = options;
    this.#log = log;
    this.#task = replay(log.entries as readonly Recorded[]);
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
      if (waitMs > SHORT_WAIT_MS) return this.#editor.flush().then(() => ({ kind: 'wait', until: todo.notBefore ?? 0, task }) as const);
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
    const key = await this.#startKey(task, effect);
    await crashpoint('before', `${effect.kind} ${key}`);
    if (effect.kind === 'finish_progress' || effect.kind === 'create_progress_comment') await this.#editor.stop();
    const facts = await this.#outcome(task, effect, key);
    if (facts === null) return 'interrupted';
    await crashpoint('after', `${effect.kind} ${key}`);
    await this.#record(facts);
    if (this.#task?.phase === 'ended') this.#options.tools.log.info(endFields(this.#task), 'task ended');
    await crashpoint('after', `record of ${effect.kind} ${key}`);
    this.#options.tools.sessions.acknowledge(this.#options.taskId, key);
    return 'done';
  }

  /** The key under which this effect's start is recorded; recorded again when a crash interrupted it. */
  async #startKey(task: Task, effect: Effect): Promise<string> {
    const { inFlight } = task;
    if (inFlight?.effect === effect.kind && this.#startedHere === inFlight.key) return inFlight.key;
    const key = inFlight?.effect === effect.kind ? inFlight.key : `${task.id}-${task.version + 1}`;
    await this.#append([started(effect, key)]);
    this.#startedHere = key;
    return key;
  }
  #startedHere: string | null = null;

  /** Null when a person or a shutdown cut it short. A command in the sandbox goes on through a shutdown: its key finds it again. */
  async #outcome(task: Task, effect: Effect, key: string): Promise<readonly Fact[] | null> {
    const { shutdown, tools } = this.#options;
    const inSandbox = IN_SANDBOX.has(effect.kind);
    const signal = inSandbox ? this.#interrupt.signal : AbortSignal.any([this.#interrupt.signal, shutdown]);
    try {
      const work = perform({ effect, key, task, tools, signal });
      return inSandbox ? await unlessAborted(work, shutdown) : await work;
    } catch (error) {
      if (signal.aborted || shutdown.aborted) return null;
      if (error instanceof WorkspaceLost) return [this.#lossFact(task, effect, error)];
      return [troubleFact({ task, effect, tools }, error)];
    }
  }

  #lossFact(task: Task, effect: Effect, { containerId, message }: WorkspaceLost): Fact {
    const cause = this.#options.tools.redact(message);
    this.#options.tools.log.warn({ task: task.id, trace: task.traceId, effect: effect.kind, cause }, 'workspace lost');
    return { type: 'environment', name: 'workspace_lost', container_id: containerId, cause };
  }

  /** Appends facts, and with them the start of what comes next. */
  async #record(facts: readonly Fact[]): Promise<void> {
    const entries: NewEntry[] = [...facts];
    const preview = this.#preview(facts);
    if (preview && preview.phase !== 'ended' && !this.#inboxIsStale) {
      const todo = next(preview);
      if (todo.kind === 'perform' && todo.notBefore === null) {
        const key = `${preview.id}-${preview.version + 1}`;
        entries.push(started(todo.effect, key));
        this.#startedHere = key;
      }
    }
    await this.#append(entries);
  }

  /** The state these facts lead to, before they are stored. */
  #preview(facts: readonly Fact[]): Task | null {
    const now = new Date(this.#options.tools.clock.now()).toISOString();
    let task = this.#task;
    for (const fact of facts) {
      const seq: number = (task?.version ?? 0) + 1;
      const identity = { task_uuid: this.#options.taskId, issue: null, trace_id: task?.traceId ?? '' };
      task = settle(task, { ...fact, ...identity, seq, timestamp: now });
    }
    return task;
  }

  async #append(entries: readonly NewEntry[]): Promise<void> {
    for (const stored of await this.#log.append(entries)) this.#task = settle(this.#task, stored as Recorded);
    if (this.#task) this.#editor.show(this.#task);
  }

  async #readInbox(): Promise<void> {
    const { clock } = this.#options.tools;
    const { taskId, inbox, inboxMs } = this.#options;
    if (this.#task?.phase === 'ended') return;
    if (!this.#inboxIsStale && clock.now() - this.#inboxReadAt < inboxMs) return;
    this.#inboxIsStale = false;
    this.#inboxReadAt = clock.now();
    const waiting = await inbox.read(taskId);
    const items = arrivals.due(waiting, this.#task);
    // What a question being posted or running tests hold back is read as soon as it is over.
    const phase = this.#task?.phase;
    const mayHear = phase === 'wait' || phase === 'execute' || phase === 'verify';
    if (mayHear && items.length < waiting.length) this.#inboxIsStale = true;
    if (items.length === 0) return;
    const facts = arrivals.facts(items, this.#log.entries as readonly Recorded[], this.#task);
    const place = `inbox ${taskId} ${this.#task?.version ?? 0}`;
    await crashpoint('before', place);
    if (facts.length > 0) await this.#append(facts);
    await crashpoint('after', place);
    await inbox.acknowledge(
      taskId,
      items.map((item) => item.id),
    );
  }

  #resetInterrupt(): void {
    this.#interrupt = new AbortController();
    this.#inboxIsStale = true;
  }

  async #abortOnControl(): Promise<void> {
    const items = await this.#options.inbox.read(this.#options.taskId).catch(() => []);
    if (items.some((item) => item.kind === 'control' && item.word === 'stop')) this.#interrupt.abort(new Error('A person asked to stop.'));
  }
}

function started(effect: Effect, key: string): Fact {
  return { type: 'effect', name: 'started', effect: effect.kind, key };
}
