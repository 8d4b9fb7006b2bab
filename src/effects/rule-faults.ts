/** What breaks the rules of plans (PLAN-1) in an answer of the model, whole or as far as it can be made out. */
import { PLANNABLE_TOOLS } from '../context/planning-messages.ts';
import { subtaskCap } from '../context/strategy.ts';
import { sketchAnswer } from '../calls/sketch-answer.ts';
import { checkActionPlan } from '../plan/check-action-plan.ts';
import { checkCommands } from '../plan/check-sizes.ts';
import { checkDecomposition } from '../plan/check-decomposition.ts';
import { checkTexts } from '../plan/check-texts.ts';
import { completeEnvironment, detectTestCommand } from '../plan/detect.ts';
import { FAULTS_EN } from '../plan/fault-words-en.ts';
import { FAULTS_JA } from '../plan/fault-words-ja.ts';
import { toldFaults } from '../plan/faults.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import type { Sketch } from '../calls/sketch-answer.ts';
import type { PlanningCall } from '../context/planning-messages.ts';
import type { FaultWords } from '../plan/fault-words.ts';
import type { Faults } from '../plan/faults.ts';
import type { SelectedEnvironment } from '../state/plan.ts';
import type { ModelAnswer } from '../ports/model.ts';
import type { Task, TaskIn } from '../state/task.ts';

export interface ToldTwice {
  readonly problems: readonly string[];
  readonly for_people: readonly string[];
}

/** The model reads English, people their language. */
export function toldTwice(faultsIn: (words: FaultWords) => Faults, { settings }: Pick<Task, 'settings'>): ToldTwice {
  const [forModel, forPeople] = [FAULTS_EN, { en: FAULTS_EN, ja: FAULTS_JA }[settings.language]];
  return { problems: toldFaults(faultsIn(forModel), forModel), for_people: toldFaults(faultsIn(forPeople), forPeople) };
}

export function divisionFaults(value: Sketch<'task_decomposition'>, { settings }: Pick<Task, 'settings'>, words: FaultWords): Faults {
  return [...checkDecomposition(value.task_decomposition, mostSubtasks({ settings }), words), ...checkTexts(value, words)];
}

export function mostSubtasks({ settings }: Pick<Task, 'settings'>): number {
  return subtaskCap(settings.planning.level, settings.maxSubtasks);
}

export function actionPlanFaults(value: Sketch<'action_plan'>, task: TaskIn<'sequence'>, words: FaultWords): Faults {
  const environment = environmentOf(value, task);
  const available = {
    tools: PLANNABLE_TOOLS,
    environments: task.settings.environments,
    done: task.carried?.keepsDone ? doneSubtasks(task.carried.work) : new Set<string>(),
    words,
  };
  return [
    checkCommands(environment, testCommandOf(value, task), words),
    ...checkActionPlan(value.action_plan, task.decomposition, environment, available),
  ];
}

/** The rules that an answer breaks beside its schema: told together, they cost one round. */
export function faultsBesideSchema(call: PlanningCall, answer: ModelAnswer, task: Task): Faults {
  if (call === 'task_decomposition') {
    const sketch = sketchAnswer(call, answer);
    return sketch === null ? [] : divisionFaults(sketch, task, FAULTS_EN);
  }
  const sketch = call === 'action_plan' && task.phase === 'sequence' ? sketchAnswer(call, answer) : null;
  return sketch === null || task.phase !== 'sequence' ? [] : actionPlanFaults(sketch, task, FAULTS_EN);
}

export function environmentOf({ selected_environment: chosen }: Sketch<'action_plan'>, task: TaskIn<'sequence'>): SelectedEnvironment {
  const named = { ...chosen, name: chosen.name?.trim() || undefined };
  return completeEnvironment(named, task.snapshot.environmentFiles, task.settings.environments);
}

export function testCommandOf({ test_command: command }: Sketch<'action_plan'>, { snapshot }: TaskIn<'sequence'>): string | null {
  return command?.trim() || detectTestCommand(snapshot.environmentFiles, snapshot.files);
}
