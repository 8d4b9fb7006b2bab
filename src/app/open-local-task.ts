/** Finds out which task on this machine is meant, what it starts or continues with, and what was said to it. */
import { beginLocalTask, resumedTask, type LocalTask } from './begin-local-task.ts';
import { itemOf } from './local-people.ts';
import { planningSettings } from './task-settings.ts';
import { systemClock as clock } from './system-clock.ts';
import { Fault } from '../errors.ts';
import { isCheckedOut } from '../git/local-checkout.ts';
import { branchOf } from '../plan/publication.ts';
import { replay } from '../state/evolve.ts';
import { reportOf } from '../state/select.ts';
import { readHistory } from '../state/stored.ts';
import { isSameAsWritten } from './written-task.ts';
import type { RunAsked } from './local-commands.ts';
import type { LocalPlace } from './local-place.ts';
import type { LocalSession } from './open-local-session.ts';
import type { LocalWish } from './local-wish.ts';
import type { Demands, LocalIssue } from '../local/local-issues.ts';
import type { Plan } from '../state/plan.ts';
import type { TaskSettings } from '../state/request.ts';
import type { Task } from '../state/task.ts';

/** The issue of a text, or of a named task. */
export async function issueOf(asked: RunAsked, wish: LocalWish | null, place: LocalPlace): Promise<LocalIssue> {
  const { issues } = place;
  const id = asked.resume ?? asked.retry ?? wish?.taskId ?? '';
  const named = issues.ofTask(id);
  if (wish === null) {
    if (named !== null) return named;
    throw new Fault(
      'configuration',
      `There is no task ${id} in this repository.`,
      '"planwright tasks" lists those that there are.',
    );
  }
  const isSame = named === null || (named.title === wish.title && named.body === wish.body);
  // A task that was written to YAML and given back also lists criteria found since.
  if (!isSame && !(await isSameAsWritten(wish, { id, issue: named, place })))
    throw new Fault('configuration', `The task ${id} was started with another text.`, 'Give this one another task.id.');
  return named ?? issues.ofText(wish);
}

/** The options beside the text; a continued or repeated task keeps its original ones. */
export function demandsOf(
  asked: RunAsked,
  issue: LocalIssue,
  wished: { wish: LocalWish | null; known: string | null },
) {
  const before = issue.tasks.find(({ id }) => id === (wished.known ?? asked.retry));
  return before?.demands ?? wished.wish?.demands ?? {};
}

interface ForTask {
  readonly place: LocalPlace;
  readonly session: LocalSession;
  readonly isSomebodyThere: boolean;
  /** Null if a task is continued by its id, or repeated. */
  readonly wish: LocalWish | null;
  /** The continued task. */
  readonly known: string | null;
  readonly demands: Demands;
  readonly models: NonNullable<TaskSettings['models']> | null;
}

/** With everything that was said to it; its record shows which of it was read. */
export async function openLocalTask(asked: RunAsked, issue: LocalIssue, about: ForTask): Promise<LocalTask> {
  const { place, session, wish, known, demands, models } = about;
  const within = (settings: TaskSettings): TaskSettings => ({
    ...asDemanded(settings, demands),
    ...(models === null ? {} : { models }),
    planning: { ...settings.planning, ...attendedBy(settings.planning, asked, about) },
  });
  const task =
    known === null
      ? await beginLocalTask(
          issue,
          {
            title: issue.title,
            body: issue.body,
            taskId: wish?.taskId ?? null,
            plan: wish?.plan ?? (asked.samePlan ? await planOf(asked.retry ?? '', place) : null),
            demands,
            within,
          },
          { ...place, ...session, now: clock.now },
        )
      : resumedTask(issue, known);
  const { inbox, person } = session;
  inbox.push(task.start);
  for (const comment of issue.comments)
    if (!comment.isOurs && comment.task === task.id) inbox.push(itemOf(comment, person));
  return task.begun === 'now' || (await goOn(task, asked, about)) ? task : { ...task, begun: 'ended' };
}

/** Restarting a paused task resumes it, and updates who is present. False if it has ended already. */
async function goOn({ id }: LocalTask, asked: RunAsked, about: ForTask): Promise<boolean> {
  const { place, session } = about;
  const task = replay(readHistory(await place.history.read(id)));
  if (task === null || reportOf(task) !== null) return task?.stage.is !== 'ended';
  const { inbox, person } = session;
  // First, since due times depend on it.
  if (task.paused !== null || task.pausing !== null)
    inbox.push({
      kind: 'control',
      id: `resume-${id}-${task.version}`,
      word: 'resume',
      by: person,
      reason: `@${person.login} asked to resume.`,
    });
  const { assumes, assumeAfterMs } = task.settings.planning;
  const { assumes: bySettings, assumeAfterMs: waitMs } = planningSettings(place.loaded.settings.planning);
  const now = attendedBy({ assumes: bySettings, assumeAfterMs: waitMs }, asked, about);
  if (now.assumes !== assumes || now.assumeAfterMs !== assumeAfterMs)
    inbox.push({ kind: 'attended', id: `attended-${id}-${task.version}`, ...now });
  await requireFreeBranch(task, place);
  return true;
}

type Attended = Pick<TaskSettings['planning'], 'assumes' | 'assumeAfterMs'>;

/** If nobody is present, assumptions hold at once or, if that is not wanted, a person is needed. */
function attendedBy({ assumes, assumeAfterMs }: Attended, asked: RunAsked, { isSomebodyThere }: ForTask): Attended {
  return {
    assumes: assumes && asked.assumes,
    assumeAfterMs: asked.assumes && !isSomebodyThere ? 0 : assumeAfterMs,
  };
}

function asDemanded(settings: TaskSettings, { maxLoops, testCommand, systemPrompt }: Demands): TaskSettings {
  const { commands, instructions } = settings;
  return {
    ...settings,
    ...(maxLoops === undefined ? {} : { maxLoops }),
    ...(testCommand === undefined ? {} : { commands: { ...commands, test: testCommand } }),
    ...(systemPrompt === undefined
      ? {}
      : { instructions: [instructions, systemPrompt].filter((part) => part !== '').join('\n\n') }),
  };
}

async function planOf(taskId: string, { history }: LocalPlace): Promise<Plan> {
  const plan = replay(readHistory(await history.read(taskId)))?.plan ?? null;
  if (plan !== null) return plan;
  throw new Fault(
    'configuration',
    `The task ${taskId} has no plan to repeat.`,
    'Without --same-plan it is planned again.',
  );
}

/** If the task's branch is checked out for inspection, git would refuse further commits to it. */
async function requireFreeBranch(task: Task, { checkout }: LocalPlace): Promise<void> {
  if (task.plan === null) return;
  const branch = branchOf(task);
  if (await isCheckedOut(checkout, branch))
    throw new Fault(
      'configuration',
      `The work goes to the branch ${branch}, which is checked out, so git would refuse it.`,
      'Check out another branch (git checkout main) and start again; the work so far stays on its branch.',
    );
}
