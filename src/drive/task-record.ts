/**
 * The task being driven and its record. Outcomes are appended with everything that follows from them and with the start
 * of the next effect, in one write. The state in memory is always the state a restart would find, and people are shown
 * that state.
 */
import { follow, followAll, type Followed, type Moment } from '../flow/follow.ts';
import { next } from '../flow/next.ts';
import { dayOf } from '../state/day-spending.ts';
import { evolve, replay } from '../state/evolve.ts';
import { readHistory } from '../state/stored.ts';
import { keptSummary } from '../state/task-summary.ts';
import { unlessBroken } from './attempt.ts';
import { createLabelKeeper, type LabelKeeper } from './label-keeper.ts';
import { logFacts } from './log-facts.ts';
import type { Toolbox } from '../effects/performer.ts';
import type { HistoryEntry, HistoryLog, TaskIdentity } from '../ports/history.ts';
import type { Effect, EffectKind } from '../state/effect.ts';
import type { Fact, Facts, Recorded } from '../state/facts.ts';
import type { Task } from '../state/task.ts';
import type { ProgressEditor } from './progress-editor.ts';

export interface RecordParts {
  readonly identity: TaskIdentity;
  readonly log: HistoryLog;
  readonly tools: Toolbox;
  readonly editor: (isOurs: () => Promise<boolean>) => ProgressEditor;
}

export class TaskRecord {
  readonly #parts: RecordParts;
  readonly #editor: ProgressEditor;
  readonly #labels: LabelKeeper;
  #task: Task | null;
  #heard: readonly Recorded[];
  /** The spending and raises last reported to the tasks that share the daily budget. */
  #told: Pick<Task, 'usage' | 'today'> | null = null;
  /** The key of the effect that was started by this drive. */
  #startedHere: string | null = null;

  constructor(parts: RecordParts) {
    const { log, tools, editor } = parts;
    const isOurs = () => log.isCurrent();
    this.#parts = parts;
    const found = readHistory(log.takeFound());
    this.#task = replay(found);
    this.#heard = found.filter(isHeard);
    this.#editor = editor(isOurs);
    this.#labels = createLabelKeeper({ ...tools, isOurs });
  }

  get task(): Task | null {
    return this.#task;
  }

  /** What people said, and how the task began; later messages are judged by these. */
  get heard(): readonly Recorded[] {
    return this.#heard;
  }

  moment(): Moment {
    const { identity, tools } = this.#parts;
    const { taskId, issue, traceId } = identity;
    return { now: tools.clock.now(), task_uuid: taskId, issue, trace_id: traceId };
  }

  /**
   * Records the start of the effect and returns its key. An effect that a crash interrupted is recorded as started
   * again.
   */
  async begin(task: Task, effect: Effect): Promise<string> {
    const { inFlight, version } = task;
    if (inFlight !== null && this.#startedHere === inFlight.key) return inFlight.key;
    const key = inFlight?.key ?? this.#keyAt(version);
    const moment = this.moment();
    const { tools } = this.#parts;
    const { facts } = unlessBroken({ task, effect, tools }, [started(effect, key)], (happened) =>
      followAll(task, happened, moment),
    );
    await this.append(facts, moment);
    this.#startedHere = key;
    return key;
  }

  /**
   * Appends the outcome with everything that follows and, if the drive continues at once, the start of the next effect.
   */
  async complete(effect: Effect, outcome: Facts, { goesOn }: { readonly goesOn: boolean }): Promise<void> {
    const before = this.#task;
    if (before === null) return;
    const paid = await withOthers(before, outcome, this.#parts.tools);
    const moment = this.moment();
    const { tools } = this.#parts;
    const { task, facts } = unlessBroken({ task: before, effect, tools }, paid, (happened) => {
      const followed = followAll(before, happened, moment);
      return goesOn ? this.#withNext(followed, moment) : followed;
    });
    logFacts(facts, task, tools.log);
    tools.count?.(facts, before, task);
    await this.append(facts, moment);
  }

  /** The state changes only after the write is durable, to what a restart would find. */
  async append(facts: Facts, { now }: Moment): Promise<void> {
    const all = [...this.#labels.shown(), ...facts];
    if (all.length > 0) {
      let made: Made | null = null;
      const madeOf = (entries: readonly HistoryEntry[]) => (made ??= this.#made(entries));
      const stored = await this.#parts.log.append(all, now, (entries) => {
        const { task } = madeOf(entries);
        return () => task && keptSummary(task);
      });
      const { task, facts: recorded } = madeOf(stored);
      this.#task = task;
      this.#heard = [...this.#heard, ...recorded.filter(isHeard)];
    }
    if (this.#task === null) return;
    await this.#tellSpending(this.#task);
    this.#editor.show(this.#task);
    this.#labels.show(this.#task);
  }

  #made(stored: readonly HistoryEntry[]): Made {
    const facts = readHistory(stored);
    return { facts, task: facts.reduce<Task | null>(evolve, this.#task) };
  }

  /** The task is being put aside; people are shown what it waits for. */
  async showWaiting(): Promise<void> {
    await Promise.all([this.#editor.flush(), this.#labels.settle()]);
    await this.append([], this.moment());
  }

  /** Stops the editors before effects that write the same comment or label. */
  async makeWayFor(effect: EffectKind): Promise<void> {
    if (effect === 'finish_progress' || effect === 'create_progress_comment') await this.#editor.stop();
    if (effect === 'finish_label') await this.#labels.stop();
  }

  async stopShowing(): Promise<void> {
    await this.#editor.stop();
    await this.#labels.stop();
  }

  async close(): Promise<void> {
    await this.#parts.log.close();
  }

  /** The totals are in the history by now and are reported whole; if that fails, the next report repairs it. */
  async #tellSpending(task: Task): Promise<void> {
    const { spending, log } = this.#parts.tools;
    if (task.usage === this.#told?.usage && task.today === this.#told.today) return;
    try {
      await spending?.note(task);
      this.#told = task;
    } catch (error) {
      log.warn({ task: task.id, trace: task.traceId, err: error }, 'the spending of the task could not be stored');
    }
  }

  #keyAt(version: number): string {
    return `${this.#parts.identity.taskId}-${version + 1}`;
  }

  #withNext(followed: Followed, moment: Moment): Followed {
    const { task, facts } = followed;
    const todo = next(task);
    if (todo.kind !== 'perform' || todo.notBefore !== null || task.inFlight !== null) return followed;
    const key = this.#keyAt(task.version);
    const begun = follow(task, started(todo.effect, key), moment);
    this.#startedHere = key;
    return { task: begun.task, facts: [...facts, ...begun.facts] };
  }
}

/** The written entries, and the task after them. */
interface Made {
  readonly facts: readonly Recorded[];
  readonly task: Task | null;
}

function isHeard({ type, inbox_id: id }: Recorded): boolean {
  return id !== undefined || type === 'task' || type === 'answer';
}

/** What was paid, with what the repository's other tasks had spent by then. */
async function withOthers(task: Task, outcome: Facts, { spending, clock, log }: Toolbox): Promise<Facts> {
  const isPaid = outcome.some(({ type }) => type === 'usage');
  if (!isPaid || task.settings.dailyBudget === undefined || spending === null) return outcome;
  const { id, traceId, request } = task;
  try {
    const others = await spending.spentOn(dayOf(clock.now()), request.repo.repositoryId, id);
    return outcome.map((fact) => (fact.type === 'usage' ? { ...fact, others } : fact));
  } catch (error) {
    log.warn({ task: id, trace: traceId, err: error }, "the other tasks' spending of today is unknown");
    return outcome;
  }
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
