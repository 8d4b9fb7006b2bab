import { labelShape } from '../shapes/repository.ts';
import type { Issue, Label, Repository, User } from '../world.ts';
import { type Actor, type Done, type Stage, tellPull } from './stage.ts';

export interface IssueDraft {
  readonly title: string;
  readonly body: string | null;
  readonly labels?: readonly string[];
  readonly assignees?: readonly User[];
}

export function nextNumber(repository: Repository): number {
  return repository.issues.reduce((highest, issue) => Math.max(highest, issue.number), 0) + 1;
}

export function openIssue(
  { world, events }: Stage,
  repository: Repository,
  actor: Actor,
  draft: IssueDraft,
): Done<Issue> {
  const now = world.now();
  const issue: Issue = {
    id: world.nextId(),
    number: nextNumber(repository),
    title: draft.title,
    body: draft.body,
    author: actor.user,
    viaApp: actor.viaApp,
    state: 'open',
    stateReason: null,
    locked: false,
    labels: [],
    assignees: [...(draft.assignees ?? [])],
    createdAtMs: now,
    updatedAtMs: now,
    closedAtMs: null,
    closedBy: null,
    reactions: [],
    pull: null,
    blockedBy: [],
    gone: null,
  };
  repository.issues.push(issue);
  issue.labels = (draft.labels ?? []).map((name) => ensureLabel(world, repository, name));
  const told = [events.issue('opened', repository, issue, actor.user)];
  for (const label of issue.labels)
    told.push(events.issue('labeled', repository, issue, actor.user, { label: labelShape(world, repository, label) }));
  return { value: issue, told: Promise.all(told) };
}

export function findLabel(repository: Repository, name: string): Label | undefined {
  return repository.labels.find((label) => label.name.toLowerCase() === name.toLowerCase());
}

/** Setting an unknown label on an issue creates it, as on GitHub. */
export function ensureLabel(world: Stage['world'], repository: Repository, name: string): Label {
  const found = findLabel(repository, name);
  if (found !== undefined) return found;
  const label: Label = { id: world.nextId(), name, color: 'ededed', description: null };
  repository.labels.push(label);
  return label;
}

export function addLabels(
  stage: Stage,
  repository: Repository,
  issue: Issue,
  names: readonly string[],
  actor: Actor,
): Done<readonly Label[]> {
  const added: Label[] = [];
  for (const name of names) {
    const label = ensureLabel(stage.world, repository, name);
    if (issue.labels.includes(label)) continue;
    issue.labels.push(label);
    added.push(label);
  }
  if (added.length > 0) issue.updatedAtMs = stage.world.now();
  return {
    value: added,
    told: Promise.all(added.map((label) => tellLabel(stage, 'labeled', repository, issue, label, actor))),
  };
}

export function removeLabel(
  stage: Stage,
  repository: Repository,
  issue: Issue,
  label: Label,
  actor: Actor,
): Done<boolean> {
  const at = issue.labels.indexOf(label);
  if (at < 0) return { value: false, told: Promise.resolve() };
  issue.labels.splice(at, 1);
  issue.updatedAtMs = stage.world.now();
  return { value: true, told: tellLabel(stage, 'unlabeled', repository, issue, label, actor) };
}

function tellLabel(
  { world, events }: Stage,
  action: string,
  repository: Repository,
  issue: Issue,
  label: Label,
  actor: Actor,
): Promise<unknown> {
  issue.updatedAtMs = world.now();
  return tellIssue({ world, events }, action, repository, issue, actor, {
    label: labelShape(world, repository, label),
  });
}

export interface IssueChange {
  readonly title?: string;
  readonly body?: string | null;
  readonly state?: 'open' | 'closed';
  readonly stateReason?: string | null;
}

export function changeIssue(
  stage: Stage,
  repository: Repository,
  issue: Issue,
  change: IssueChange,
  actor: Actor,
): Done<Issue> {
  const told: Promise<unknown>[] = [];
  const before: Record<string, unknown> = {};
  if (change.title !== undefined && change.title !== issue.title) {
    before['title'] = { from: issue.title };
    issue.title = change.title;
  }
  if (change.body !== undefined && change.body !== issue.body) {
    before['body'] = { from: issue.body ?? '' };
    issue.body = change.body;
  }
  issue.updatedAtMs = stage.world.now();
  if (Object.keys(before).length > 0)
    told.push(tellIssue(stage, 'edited', repository, issue, actor, { changes: before }));
  if (change.state !== undefined && change.state !== issue.state) {
    setState(stage, issue, change.state, change.stateReason ?? null, actor.user);
    told.push(tellIssue(stage, change.state === 'closed' ? 'closed' : 'reopened', repository, issue, actor, {}));
  }
  return { value: issue, told: Promise.all(told) };
}

export function setState(
  { world }: Stage,
  issue: Issue,
  state: 'open' | 'closed',
  reason: string | null,
  by: User,
): void {
  issue.state = state;
  issue.stateReason = issue.pull !== null ? null : state === 'closed' ? (reason ?? 'completed') : 'reopened';
  issue.closedAtMs = state === 'closed' ? world.now() : null;
  issue.closedBy = state === 'closed' ? by : null;
  issue.updatedAtMs = world.now();
}

/** Issues and pull requests share labels, state and text, but not the name of their event. */
function tellIssue(
  stage: Stage,
  action: string,
  repository: Repository,
  issue: Issue,
  actor: Actor,
  parts: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  if (issue.pull === null) return stage.events.issue(action, repository, issue, actor.user, parts);
  return tellPull(stage, action, repository, issue, issue.pull, actor, parts);
}
