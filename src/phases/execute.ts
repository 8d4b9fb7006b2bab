/** The actions of the plan, one after the other: the model chooses tools, each finished subtask is committed and pushed. */
import { answerGiven, checkpointed, finishAction, isFinished, toolDone } from '../plan/work.ts';
import { endWith, finished } from '../task/ending.ts';
import { moveTo } from '../task/transition.ts';
import { rebuild } from './rebuild.ts';
import type { Effect } from '../task/effect.ts';
import type { Fact } from '../task/fact.ts';
import type { Phase, Task, TaskIn } from '../task/task.ts';

export const execute: Phase<'execute'> = { name: 'execute', next, settle };

function next(task: TaskIn<'execute'>): Effect {
  const { work, plan } = task;
  if (work.toCheckpoint !== null) {
    const subtask = plan.task_decomposition.subtasks.find((one) => one.id === work.toCheckpoint);
    return { kind: 'checkpoint', subtask: work.toCheckpoint, message: subtask?.description ?? work.toCheckpoint };
  }
  const tool = work.waitingTools[0];
  if (tool) return { kind: 'use_tool', toolUseId: tool.id, tool: tool.name, input: tool.input };
  return { kind: 'ask_next_step' };
}

function settle(task: TaskIn<'execute'>, fact: Fact): Task {
  const { work, comments } = task;
  switch (fact.type) {
    case 'action':
      return fact.name === 'answer'
        ? { ...task, work: answerGiven(work, fact.content) }
        : { ...task, work: finishAction(work, fact, comments) };
    case 'tool':
      return {
        ...task,
        work: toolDone(
          work,
          { type: 'tool_result', tool_use_id: fact.tool_use_id, content: fact.text, ...(fact.ok ? {} : { is_error: true }) },
          comments,
        ),
      };
    case 'environment':
      return fact.name === 'workspace_lost' ? rebuild(task) : task;
    case 'effect':
      if (fact.name === 'checkpoint' && work.toCheckpoint !== null)
        return afterCheckpoint({ ...task, work: checkpointed(work, fact.change) });
      if (fact.name !== 'push_refused') return task;
      return endWith(task, {
        status: 'failed',
        reason: fact.paths.length > 0 ? 'protected_paths' : 'push_refused',
        detail: fact.reason,
        list: fact.paths,
      });
    default:
      return task;
  }
}

function afterCheckpoint(task: TaskIn<'execute'>): Task {
  if (!isFinished(task.work)) return task;
  if (task.plan.test_command === null) return endWith(task, finished(task.work, null));
  const { snapshot, plan, environment, containerId, work } = task;
  return moveTo(task, 'verify', { snapshot, plan, environment, containerId, work });
}
