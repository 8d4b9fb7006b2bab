import type { Events } from '../events.ts';
import { pullFull } from '../shapes/pull.ts';
import type { Issue, Pull, Repository, User, World } from '../world.ts';

/** A deed changes the state and sends webhooks, whether a person does it by an act or the App through REST. */
export interface Stage {
  readonly world: World;
  readonly events: Events;
}

export interface Actor {
  readonly user: User;
  readonly viaApp: boolean;
}

export interface Done<T> {
  readonly value: T;
  /** Resolves when the webhooks of this deed were answered. */
  readonly told: Promise<unknown>;
}

export function theApp(world: World): Actor {
  return { user: world.app.bot, viaApp: true };
}

export function person(user: User): Actor {
  return { user, viaApp: false };
}

/** The counts of a pull request in an event are those GitHub has not computed yet. */
const NOT_COMPUTED = { comparison: { commits: [], files: [] }, mergeable: null };

export function tellPull(
  { world, events }: Stage,
  action: string,
  repository: Repository,
  issue: Issue,
  pull: Pull,
  actor: Actor,
  parts: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  const shape = pullFull(world, repository, issue, pull, NOT_COMPUTED);
  return events.emit('pull_request', action, repository, actor.user, {
    number: issue.number,
    pull_request: shape,
    ...parts,
  });
}
