/** Reads one task's history for its story; other entries are skipped. */
import type { z } from 'zod';
import { orderedPlaces } from '../plan/action-order.ts';
import { withoutInvisible } from '../people/hidden-text.ts';
import { replay } from '../state/evolve.ts';
import { openFindings } from '../state/findings.ts';
import { reportOf } from '../state/select.ts';
import { readBeforeDamage } from '../state/stored.ts';
import {
  Asked,
  Goal,
  Refused,
  Divided,
  Planned,
  type Status,
  Finished,
  PullRequest,
  PushRefused,
  Broke,
  Summary,
  Saved,
  Completed,
} from './story-lines.ts';
import type { HistoryEntry } from '../ports/history.ts';

export interface TaskStory {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly requester: string | null;
  readonly instruction: string | null;
  /** The pull request on which it was requested. */
  readonly askedOn: number | null;
  readonly goal: string | null;
  /** From the last plan, as people amended it. */
  readonly constraints: readonly string[];
  readonly criteria: readonly string[];
  readonly subtasks: readonly { readonly id: string; readonly description: string; readonly state: BoxState }[];
  readonly revisions: number;
  readonly status: string | null;
  readonly reason: string;
  readonly goalAchieved: boolean | null;
  readonly pullRequest: {
    readonly number: number;
    readonly url: string;
    readonly title: string;
    readonly draft: boolean;
  } | null;
  readonly outcomes: readonly string[];
  readonly problems: readonly string[];
  readonly repositoryId: number | null;
  /** Files that it changed. */
  readonly changed: readonly string[];
  /** Decisions made during the work. */
  readonly decisions: readonly string[];
  /** What was missing or open at the end. */
  readonly risks: readonly string[];
}

type BoxState = 'open' | 'done' | 'failed' | 'partial';

type ReadPlan = z.infer<typeof Planned>;

interface Reading {
  plan: ReadPlan | null;
  /** The actions of the current plan; earlier finished ones keep their place. */
  actions: readonly string[];
  results: Map<string, z.infer<typeof Status>[]>;
  /** Problems of a subtask until it is done or removed. */
  problems: readonly { readonly subtask: string | null; readonly text: string }[];
  story: TaskStory;
}

/** Null if the history contains no story. */
export function storyOf(entries: readonly HistoryEntry[]): TaskStory | null {
  const [first] = entries;
  const last = entries.at(-1);
  if (!first || !last) return null;
  const story: TaskStory = {
    startedAt: Date.parse(first.timestamp),
    endedAt: Date.parse(last.timestamp),
    requester: null,
    instruction: null,
    askedOn: null,
    goal: null,
    constraints: [],
    criteria: [],
    subtasks: [],
    revisions: 0,
    status: null,
    reason: '',
    goalAchieved: null,
    pullRequest: null,
    outcomes: [],
    problems: [],
    repositoryId: null,
    changed: [],
    decisions: [],
    risks: [],
  };
  const reading: Reading = { plan: null, actions: [], results: new Map(), problems: [], story };
  for (const entry of entries) read(reading, entry);
  return {
    ...reading.story,
    risks: leftOpen(entries),
    problems: [...new Set(reading.problems.map(({ text }) => text))],
    subtasks: boxes(reading),
  };
}

/** In the recorded words, since the summary named points by number. */
function leftOpen(entries: readonly HistoryEntry[]): readonly string[] {
  const task = replay(readBeforeDamage(entries));
  if (task === null) return [];
  const missing = reportOf(task)?.ending.list ?? [];
  return [...new Set([...missing, ...openFindings(task).map(({ text }) => text)])];
}

function instructionIn({ instruction, checks }: z.infer<typeof Asked>['request']): string | null {
  if (checks !== undefined) return `begun by failing checks: ${checks.failed.map(({ name }) => name).join(', ')}`;
  return instruction === null ? null : withoutInvisible(instruction).text;
}

function read(reading: Reading, entry: HistoryEntry): void {
  const { story } = reading;
  const set = (change: Partial<TaskStory>): void => {
    reading.story = { ...story, ...change };
  };
  const match = <Schema extends z.ZodType>(schema: Schema, use: (value: z.infer<Schema>) => void): void => {
    const parsed = schema.safeParse(entry);
    if (parsed.success) use(parsed.data);
  };
  switch (entry.type) {
    case 'task':
      return match(Asked, ({ request }) =>
        set({
          requester: request.requester.login,
          instruction: instructionIn(request),
          askedOn: request.pullRequest ?? null,
          repositoryId: request.repo.repositoryId,
        }),
      );
    case 'plan':
      return replan(reading, entry['plan']);
    case 'revision':
      set({ revisions: story.revisions + 1 });
      return replan(reading, entry['updated_plan']);
    case 'phase':
      match(Goal, ({ goal_understanding }) => set({ goal: goal_understanding.main_objective }));
      match(Refused, ({ error }) => addProblem(reading, error.message));
      match(Divided, () => {
        reading.results = new Map();
      });
      match(Summary, (told) => set({ outcomes: told.key_outcomes }));
      return;
    case 'action':
      return match(Finished, (finished) => finish(reading, finished));
    case 'effect':
      match(PullRequest, (made) => set({ pullRequest: made }));
      match(Saved, ({ change }) => set({ changed: change.files.map(({ path }) => path) }));
      match(PushRefused, ({ reason }) => addProblem(reading, reason));
      return;
    case 'error':
      return match(Broke, ({ message }) => addProblem(reading, message));
    case 'completion':
      return match(Completed, ({ status, reason, summary }) =>
        set({
          status,
          reason,
          goalAchieved: summary.goal_achieved,
          outcomes: summary.key_outcomes.length > 0 ? summary.key_outcomes : story.outcomes,
        }),
      );
    default:
  }
}

/** Finished subtasks keep their actions at the front, as in the work; the plan's others follow. */
function replan(reading: Reading, plan: unknown): void {
  const parsed = Planned.safeParse(plan);
  if (!parsed.success) return;
  const done = new Set([...reading.results].filter(([id]) => isDone(reading, id)).map(([id]) => id));
  const kept = reading.actions.filter((id) => done.has(id));
  reading.results = new Map([...reading.results].filter(([id]) => done.has(id)));
  const { actions } = parsed.data.action_plan;
  const ahead = orderedPlaces(parsed.data)
    .flatMap((place) => (typeof place === 'number' ? (actions[place]?.task_id ?? []) : place))
    .filter((id) => !done.has(id));
  const wanted = new Set(parsed.data.task_decomposition.subtasks.map(({ id }) => id));
  reading.problems = reading.problems.filter(({ subtask }) => subtask === null || wanted.has(subtask));
  reading.plan = parsed.data;
  reading.actions = [...kept, ...ahead];
  const { goal_understanding: goal, acceptance_criteria: criteria } = parsed.data;
  reading.story = {
    ...reading.story,
    goal: goal.main_objective,
    constraints: goal.constraints,
    criteria: criteria.map(({ id, description }) => `${id}: ${description}`),
  };
}

function finish(reading: Reading, { action, status, issues_identified, decisions }: z.infer<typeof Finished>): void {
  const id = reading.actions[action];
  reading.story = { ...reading.story, decisions: [...reading.story.decisions, ...decisions] };
  const label = id === undefined ? '' : `${id}: `;
  if (status !== 'success') for (const issue of issues_identified) addProblem(reading, label + issue, id);
  if (id === undefined) return;
  const place = reading.actions.slice(0, action).filter((one) => one === id).length;
  const results = [...(reading.results.get(id) ?? [])];
  results[place] = status;
  reading.results.set(id, results);
  if (status === 'success' && results.every((one) => one === undefined || one === 'success'))
    reading.problems = reading.problems.filter(({ subtask }) => subtask !== id);
}

function addProblem(reading: Reading, text: string, subtask: string | null = null): void {
  reading.problems = [...reading.problems, { subtask, text }];
}

function boxes({ plan, results, actions }: Reading): TaskStory['subtasks'] {
  return (plan?.task_decomposition.subtasks ?? []).map(({ id, description }) => ({
    id,
    description,
    state: stateOf({ results, actions }, id),
  }));
}

function stateOf(reading: Pick<Reading, 'results' | 'actions'>, id: string): BoxState {
  const results = reading.results.get(id) ?? [];
  if (results.includes('failure')) return 'failed';
  if (isDone(reading, id)) return 'done';
  return results.length > 0 ? 'partial' : 'open';
}

function isDone({ results, actions }: Pick<Reading, 'results' | 'actions'>, id: string): boolean {
  const planned = actions.filter((one) => one === id).length;
  const ended = results.get(id) ?? [];
  return planned > 0 && ended.length >= planned && [...ended].every((status) => status === 'success');
}
