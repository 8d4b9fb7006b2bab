/** Many stories run in one service, and what is left of each at the end. */
import { afterAll, beforeAll } from '@jest/globals';
import {
  askFor,
  commentsOn,
  gitOf,
  homeOf,
  isQuestion,
  pullsFor,
  requestsFor,
  storyNamed,
  untilOver,
  verdictsIn,
  worldOf,
} from './stories.ts';
import { openWorld } from './world.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { Story } from './stories.ts';
import type { World } from './world.ts';

export interface Tale {
  readonly story: string;
  readonly repository: string;
  readonly issue: number;
  readonly history: readonly Recorded[];
  readonly comments: readonly string[];
  readonly progress: string;
  /** The last comment. */
  readonly result: string;
  readonly pulls: ReturnType<typeof pullsFor>;
  readonly modelCalls: number;
}

export async function tell(
  world: World,
  story: string,
  options: { readonly body?: string; readonly timeoutMs?: number; readonly repository?: string } = {},
): Promise<Tale> {
  const repository = options.repository ?? homeOf(story);
  const issue = await askFor(world, story, repository, options.body);
  const history = await untilOver(world, issue, repository, options.timeoutMs ?? 150_000);
  return taleOf(world, story, { repository, issue, history });
}

export function taleOf(
  world: World,
  story: string,
  { repository, issue, history }: Pick<Tale, 'repository' | 'issue' | 'history'>,
): Tale {
  const comments = commentsOn(world, issue, repository);
  return {
    story,
    repository,
    issue,
    history,
    comments,
    progress: comments[0] ?? '',
    result: comments.at(-1) ?? '',
    pulls: pullsFor(world, issue, repository),
    modelCalls: requestsFor(world, story),
  };
}

/** All stories at once; each is looked up by its name afterwards. */
export async function tellAll(world: World, stories: readonly string[]): Promise<(story: string) => Tale> {
  const told = new Map(await Promise.all(stories.map(async (story) => [story, await tell(world, story)] as const)));
  return (story) => {
    const tale = told.get(story);
    if (!tale) throw new Error(`There is no story ${story}.`);
    return tale;
  };
}

/**
 * For a group of tests: all its stories run in one service before the first test, with re-plans and short assumption
 * times.
 */
export function toldBefore(stories: Readonly<Record<string, Story>>): {
  readonly world: () => World;
  readonly of: (story: string) => Tale;
} {
  let world: World;
  let of: (story: string) => Tale;
  beforeAll(async () => {
    world = await openWorld(worldOf(stories));
    await world.start({
      PLANWRIGHT_QUEUE__CONCURRENCY: '4',
      PLANWRIGHT_PLANNING__REPLANNING__GOAL_UNDERSTANDING__AUTO_ASSUME_TIMEOUT_MINUTES: '0.02',
    });
    of = await tellAll(world, Object.keys(stories));
  }, 240_000);
  afterAll(async () => {
    await world?.close();
  });
  return { world: () => world, of: (story) => of(story) };
}

/** A file on a story's branch. */
export function fileOf(world: World, tale: Tale, path: string): string {
  return gitOf(world, tale.repository)('show', `${branchOf(tale)}:${path}`);
}

function branchOf({ issue, story }: Tale): string {
  return `planwright/${issue}-story-${story}`;
}

/** What people are left with at the end, without what differs from run to run. */
export function leftBehind(world: World, tale: Tale) {
  const git = gitOf(world, tale.repository);
  return {
    comments: tale.comments.map(timeless),
    pulls: tale.pulls.map((one) => [one.title, timeless(one.body ?? ''), one.pull?.draft]),
    commits: git('log', '--format=%B', `main..${branchOf(tale)}`),
    diff: git('diff', `main...${branchOf(tale)}`),
    ending: factsOf(tale, 'completion').flatMap((end) =>
      'reason' in end ? [{ status: end.status, reason: end.reason, summary: end.summary }] : [],
    ),
  };
}

/** Without times, durations, task ids and addresses of comments. */
export function timeless(text: string): string {
  return text
    .replace(/⏱️.*/g, '⏱️')
    .replace(/:\d+(\/\S+#issuecomment-)\d+/g, '$1…')
    .replace(/:\d+(\/\S+\/tree\/)/g, '$1')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d(?::\d\d)?(?: UTC)?/g, 'at')
    .replace(/(task|id)=[0-9a-f]{8}-[0-9a-f-]{27}/g, '$1=…');
}

export function factsOf<Type extends Recorded['type']>(
  tale: Pick<Tale, 'history'>,
  type: Type,
): readonly Extract<Recorded, { readonly type: Type }>[] {
  return tale.history.filter((fact): fact is Extract<Recorded, { readonly type: Type }> => fact.type === type);
}

/** Decisions as they were made, without implicit ones. */
export function decisionsOf(tale: Pick<Tale, 'history'>) {
  return verdictsIn(tale.history).filter((fact) => fact.llm_decision === null || fact.llm_decision.replan_needed);
}

export function completedOf(tale: Pick<Tale, 'history'>) {
  return factsOf(tale, 'replan_decision').filter((fact) => fact.name === 'completed');
}

export function questionsOf(tale: Pick<Tale, 'history'>) {
  return tale.history.filter(isQuestion);
}

/** Of the model, not of people. */
export function reflectionsOf(tale: Pick<Tale, 'history'>) {
  return factsOf(tale, 'reflection').filter((fact) => fact.name === 'model');
}

/** The names of the calls a task paid for, in order. */
export function callsOf(tale: Pick<Tale, 'history'>): readonly string[] {
  return factsOf(tale, 'usage').map((fact) => fact.call);
}

/** Texts of the requests for a story that offer a tool. */
export function asked(world: World, story: string, tool: string): readonly string[] {
  return world.anthropic.requests
    .filter(({ bodyText }) => storyNamed(bodyText) === story)
    .map((request) => request.bodyText)
    .filter((text) => text.includes(`"name":"${tool}"`));
}
