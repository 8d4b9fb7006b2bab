/**
 * The task of a drive and its record: what happened is appended with all that follows from it, the state is what would
 * be found after a restart, and people are shown that. The start of the next effect is in the same write.
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
  /** What was spent and raised when it was last told to those who share the budget of the day. */
  #told: Pick<Task, 'usage' | 'today'> | null = null;
  /** The key of the effect that was begun in this drive. */
  #startedHere: string | null = null;

  constructor(parts: RecordParts) {
    const { log, tools, editor } = parts;
    const isOurs = () => log.isCurrent();
    this.#parts = parts;
    this.#task = replay(readHistory(log.entries));
    this.#editor = editor(isOurs);
    this.#labels = createLabelKeeper({ ...tools, isOurs });
  }

  get task(): Task | null {
    return this.#task;
  }

  get history(): readonly Recorded[] {
    return readHistory(this.#parts.log.entries);
  }

  moment(): Moment {
    const { identity, tools } = this.#parts;
    const { taskId, issue, traceId } = identity;
    return { now: tools.clock.now(), task_uuid: taskId, issue, trace_id: traceId };
  }

  /** The key under which this effect's start is recorded; recorded again when a crash interrupted it. */
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

  /** What happened with all that follows and, where the drive goes on at once, the start of what comes next. */
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

  /** The state is that of before until the write is durable, and then that of what would be found after a restart. */
  async append(facts: Facts, { now }: Moment): Promise<void> {
    const all = [...this.#labels.shown(), ...facts];
    if (all.length > 0) {
      const stored = await this.#parts.log.append(all, now, (entries) => {
        const after = this.#evolved(entries);
        return after && keptSummary(after);
      });
      this.#task = this.#evolved(stored);
    }
    if (this.#task === null) return;
    await this.#tellSpending(this.#task);
    this.#editor.show(this.#task);
    this.#labels.show(this.#task);
  }

  #evolved(stored: readonly HistoryEntry[]): Task | null {
    return readHistory(stored).reduce<Task | null>(evolve, this.#task);
  }

  /** The task is put aside, and people are to see what it waits for. */
  async showWaiting(): Promise<void> {
    await Promise.all([this.#editor.flush(), this.#labels.settle()]);
    await this.append([], this.moment());
  }

  /** These effects write themselves what is else written beside the work. */
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

  /** It stands in the history by now, and is told whole: where it cannot be told, the next time will do. */
  async #tellSpending(task: Task): Promise<void> {
    const { spending, log } = this.#parts.tools;
    if (task.usage === this.#told?.usage && task.today === this.#told.today) return;
    try {
      await spending?.note(task);
      this.#told = task;
    } catch (error) {
      log.warn({ task: task.id, trace: task.traceId, err: error }, 'what the task spent could not be told');
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

/** What was paid, with what the others of the repository spent by then. */
async function withOthers(task: Task, outcome: Facts, { spending, clock, log }: Toolbox): Promise<Facts> {
  const isPaid = outcome.some(({ type }) => type === 'usage');
  if (!isPaid || task.settings.dailyBudget === undefined || spending === null) return outcome;
  const { id, traceId, request } = task;
  try {
    const others = await spending.spentOn(dayOf(clock.now()), request.repo.repositoryId, id);
    return outcome.map((fact) => (fact.type === 'usage' ? { ...fact, others } : fact));
  } catch (error) {
    log.warn({ task: id, trace: traceId, err: error }, 'what other tasks spent today is not known');
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
