/** What is going on in a task at this moment, in a few words. */
import { code } from './safe-text.ts';
import { troubleWordsFor } from './trouble-words.ts';
import { askedIn } from '../questions/ask.ts';
import type { Task } from '../state/task.ts';
import type { Words } from './words.ts';

export function nowDoing(task: Task, words: Words): string {
  const { doing } = words;
  if (task.pausing !== undefined && task.phase !== 'report') return words.paused.soon;
  if (task.retry !== null) return troubleWordsFor(task.settings.language).waiting[task.retry.of];
  switch (task.phase) {
    case 'orient':
      return doing.looking;
    case 'understand':
      return doing.understanding;
    case 'decompose':
      return doing.decomposing;
    case 'sequence':
      return task.reviewing === undefined ? doing.sequencing : doing.reviewing.plan;
    case 'approve':
      return doing.reconsidering;
    case 'prepare': {
      if (task.containerId === null) return doing.starting;
      if (!task.cloned) return doing.cloning;
      const { setup_commands: setup, verification } = task.plan.selected_environment;
      const command = setup[task.setup.length];
      if (command !== undefined) return doing.setUp(code(command));
      const check = verification[task.checks.length];
      return check === undefined ? doing.settling : doing.checking(code(check.command));
    }
    case 'execute': {
      const tool = task.work.waitingTools[0];
      if (task.work.toCheckpoint !== null) return doing.saving;
      return tool ? doing.tool(code(tool.name)) : doing.thinking;
    }
    case 'verify':
      if (task.reviewing !== undefined && (task.tests !== null || task.plan.test_command === null)) return doing.reviewing.diff;
      return task.tests !== null || task.plan.test_command === null ? doing.thinking : doing.testing(code(task.plan.test_command ?? ''));
    case 'wait':
      return doing.waiting;
    case 'pause':
      return words.paused.now(code(task.by), { slug: task.settings.botSlug, isAsked: (askedIn(task)?.until ?? null) !== null });
    case 'report':
    case 'ended':
      return doing.reporting;
  }
}

export function headingOf({ phase }: Task, words: Words): string {
  if (phase === 'pause') return words.paused.title;
  return phase === 'wait' ? words.isWaiting : words.working;
}
