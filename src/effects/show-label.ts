/**
 * Shows the state of a task as a label on its issue (GH-8). A person's change of the label stays until the state
 * changes.
 */
import { Fault, messageOf } from '../errors.ts';
import { StateLabel } from '../state/outcome.ts';
import { stateLabelOf } from '../state/select.ts';
import type { Performer, Toolbox } from './performer.ts';
import type { RepositoryLabel } from '../ports/github.ts';
import type { Task } from '../state/task.ts';

/** Created in the repository when a label is first used there. */
const LABELS: { readonly [State in StateLabel]: RepositoryLabel } = {
  working: labelled('working', '1d76db', 'Planwright is working on this issue'),
  waiting: labelled('waiting', 'fbca04', 'Planwright waits for an answer on this issue'),
  paused: labelled('paused', 'c5def5', 'Planwright was asked to pause its work on this issue'),
  done: labelled('done', '0e8a16', 'Planwright has finished its work on this issue'),
  failed: labelled('failed', 'b60205', 'Planwright could not finish this issue; its last comment says why'),
  stopped: labelled('stopped', '6a737d', 'Planwright stopped working on this issue'),
};

function labelled(state: StateLabel, color: string, description: string): RepositoryLabel {
  return { name: `planwright:${state}`, color, description };
}

type LabelTools = Pick<Toolbox, 'github' | 'log' | 'redact'>;

/**
 * GitHub's objections (forbidden labels, an archived repository, a deleted issue) do not affect the task. Throws only
 * `RetryLater`.
 */
export async function showLabel(task: Task, { github, log, redact }: LabelTools): Promise<StateLabel> {
  const state = stateLabelOf(task);
  const others = StateLabel.options.filter((other) => other !== state).map((other) => LABELS[other].name);
  try {
    await github.showLabel(task.request.repo, task.request.issue, LABELS[state], others);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const reason = redact(messageOf(error));
    log.warn({ task: task.id, trace: task.traceId, label: state, reason }, 'the state label could not be set');
  }
  return state;
}

/** The final label. */
export const finishLabel: Performer<'finish_label'> = async ({ task, tools }) => {
  await showLabel(task, tools);
  return [{ type: 'effect', name: 'label_finished' }];
};
