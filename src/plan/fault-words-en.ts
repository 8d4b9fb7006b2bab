import { listed, quoted } from './shown-names.ts';
import type { FaultWords, LimitedList } from './fault-words.ts';

const FEWER: { readonly [List in LimitedList]: string } = {
  acceptance_criteria: 'Keep those that tell most.',
  setup_commands: 'Join steps that belong together into one command, or leave out what is not needed.',
  verification: 'Keep the checks that tell most.',
  actions: 'One action may take many steps: join those of one subtask.',
};

export const FAULTS_EN: FaultWords = {
  more: (count) => `… and ${count} more like these; look for them too.`,
  hidden: (count) => `… (${count} more) …`,

  tooManySubtasks: (count, most) =>
    `There are ${count} subtasks; at most ${most} are allowed. Merge those that belong together.`,
  repeatedId: (id) => `The subtask id ${quoted(id)} is used more than once. Give each subtask an id of its own.`,
  unknownDependency: (subtasks, id) =>
    `${these(subtasks, 'depends', 'depend')} on ${quoted(id)}, which is not a subtask. Name one of the subtasks instead, add the missing one, or leave it out.`,
  cycle: (path) => `The dependencies form a cycle: ${path}. Take out the one that matters least.`,
  unknownParent: (subtasks, id) =>
    `${these(subtasks, 'names', 'name')} ${quoted(id)} as parent_id, which is not a subtask. Name one of the subtasks instead, or leave it out.`,
  parentCycle: (path) =>
    `The parent_id of these subtasks form a cycle, and a subtask cannot be part of itself: ${path}. Leave one of them out.`,

  unreadableId: (id) =>
    `The subtask id ${quoted(id)} cannot be read well. Use short ids such as task_1, of visible characters.`,
  alikeIds: (ids) => `The subtask ids ${listed(ids)} are easily taken for each other. Give them different ones.`,
  longSubtask: (id, length, most) => long(`Subtask ${quoted(id)}`, length, most),
  longCriterion: (id, length, most) => long(`The acceptance criterion ${quoted(id)}`, length, most),

  unknownSubtask: (id, places, known) => {
    const verb = places.length === 1 && places[0] === 'execution_order' ? 'names' : 'name';
    return `${quoted(id)} is not a subtask, but ${places.join(' and ')} ${verb} it. The subtasks are: ${listed(known)}.`;
  },
  orderedTwice: (id) =>
    `execution_order names ${quoted(id)} more than once. Name it once, behind everything it depends on.`,
  outOfOrder: (id, before) =>
    `execution_order puts ${quoted(id)} before ${listed(before)}, on which it depends. Put it behind.`,
  unavailableType: (type, subtasks) =>
    `The action type ${quoted(type)} (${those(subtasks)}) is not available here; use tool_call or ask_human.`,
  unknownTool: (tool, subtasks, tools) =>
    `There is no tool ${quoted(tool)} (${those(subtasks)}). Use one of: ${tools.join(', ')}.`,
  unknownEnvironment: (name, environments) =>
    `There is no environment ${quoted(name)}. Choose one of: ${environments.join(', ')}.`,

  tooManyEntries: (list, count, most) =>
    `There are ${count} entries in ${list}; at most ${most} are allowed. ${FEWER[list]}`,
  longCommand: (place, length, most) =>
    `${place} has ${length} characters; at most ${most} are allowed. Put a long script into a file of the project, or split it.`,
  longAction: (id, length, most) => long(`An action of subtask ${quoted(id)}`, length, most),
};

function these(subtasks: readonly string[], one: string, many: string): string {
  return subtasks.length === 1 ? `Subtask ${listed(subtasks)} ${one}` : `Subtasks ${listed(subtasks)} ${many}`;
}

function those(subtasks: readonly string[]): string {
  return `${subtasks.length === 1 ? 'subtask' : 'subtasks'} ${listed(subtasks)}`;
}

function long(what: string, length: number, most: number): string {
  return `${what} is described in ${length} characters; at most ${most} are allowed. Say it more briefly.`;
}
