/** Many stories told in one service, and what is left of each when it is over. */
import { askFor, commentsOn, homeOf, pullsFor, requestsFor, untilOver } from './stories.ts';
import type { Recorded } from '../../src/task/fact.ts';
import type { World } from './world.ts';

export interface Tale {
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

export function taleOf(world: World, story: string, { repository, issue, history }: Pick<Tale, 'repository' | 'issue' | 'history'>): Tale {
  const comments = commentsOn(world, issue, repository);
  return {
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

export function factsOf<Type extends Recorded['type']>(
  tale: Pick<Tale, 'history'>,
  type: Type,
): readonly Extract<Recorded, { readonly type: Type }>[] {
  return tale.history.filter((fact): fact is Extract<Recorded, { readonly type: Type }> => fact.type === type);
}

/** Decisions as they were made, without those that went without saying. */
export function decisionsOf(tale: Pick<Tale, 'history'>) {
  return factsOf(tale, 'replan_decision')
    .filter((fact) => fact.name === 'decided')
    .filter((fact) => fact.llm_decision === null || fact.llm_decision.replan_needed);
}

export function completedOf(tale: Pick<Tale, 'history'>) {
  return factsOf(tale, 'replan_decision').filter((fact) => fact.name === 'completed');
}

/** The names of the calls a task paid for, in their order. */
export function callsOf(tale: Pick<Tale, 'history'>): readonly string[] {
  return factsOf(tale, 'usage').map((fact) => fact.call);
}

/** Texts of the requests that were sent for a story and offer a tool. */
export function asked(world: World, story: string, tool: string): readonly string[] {
  return world.anthropic.requests
    .map((request) => request.bodyText)
    .filter((text) => text.includes(`story ${story}`) && text.includes(`"name":"${tool}"`));
}
