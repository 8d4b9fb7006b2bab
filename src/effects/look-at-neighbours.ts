/**
 * Looks at other work in the repository (PLAN-2): other active tasks, our open pull requests, and earlier work on the
 * same files. Planning can do without: what is unavailable is not shown, and the log says why.
 */
import { messageOf } from '../errors.ts';
import { filesLookedAt } from '../plan/files-in-mind.ts';
import type { Performer, Performing } from './performer.ts';
import type { NeighbourPull, Neighbours, NeighbourTask } from '../state/neighbours.ts';

const MAX_TASKS = 200;
const MAX_FILES = 20;
const MAX_TITLE = 200;

type Looking = Performing<'look_at_neighbours'>;

export const lookAtNeighbours: Performer<'look_at_neighbours'> = async (performing) => {
  const { task, tools } = performing;
  const { repo, issue } = task.request;
  const began = tools.clock.now();
  const [active, pulls, earlier] = await Promise.all([
    unlessTrouble(performing, [], () => tools.activeTasks(task.request)),
    unlessTrouble(performing, { pulls: [], hasMore: false }, () => tools.github.openPullRequests(repo)),
    unlessTrouble(performing, '', () => tools.earlierWork(task.request, filesLookedAt(task))),
  ]);
  const others = active.toSorted(byState);
  const neighbours: Neighbours = {
    tasks: others.slice(0, MAX_TASKS).map(shortened),
    pull_requests: pulls.pulls.filter((pull) => pull.issue !== issue).map(pullTold),
    more: pulls.hasMore || others.length > MAX_TASKS,
    earlier: tools.redact(earlier),
  };
  return [{ type: 'environment', name: 'neighbours', neighbours, github_ms: tools.clock.now() - began }];
};

async function unlessTrouble<Found>(
  { task, tools }: Looking,
  nothing: Found,
  ask: () => Promise<Found>,
): Promise<Found> {
  try {
    return await ask();
  } catch (error) {
    tools.log.warn(
      { task: task.id, trace: task.traceId, reason: tools.redact(messageOf(error)) },
      'what else goes on in the repository is not known: it is planned without',
    );
    return nothing;
  }
}

/** RUNNING > BLOCKED > PENDING, then by issue (PLAN-9). */
function byState(left: NeighbourTask, right: NeighbourTask): number {
  return rankOf(left) - rankOf(right) || left.issue - right.issue;
}

function rankOf({ doing }: NeighbourTask): number {
  if (doing === 'orient') return 2;
  return doing === 'wait' || doing === 'pause' || doing === 'approve' ? 1 : 0;
}

function shortened(task: NeighbourTask): NeighbourTask {
  return { ...task, title: task.title.slice(0, MAX_TITLE), files: task.files.slice(0, MAX_FILES) };
}

function pullTold({ number, title, draft, files }: NeighbourPull): NeighbourPull {
  return { number, title: title.slice(0, MAX_TITLE), draft, files: files.slice(0, MAX_FILES) };
}
