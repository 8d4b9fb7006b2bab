/** One planning question to the model, and its answer read, checked against the rules of plans, and put into facts. */
import { planningQuestion, PLANNABLE_TOOLS, systemPrompt } from '../../context/planning-messages.ts';
import { CALLS } from '../../calls/calls.ts';
import { readAnswer, repairMessages } from '../../calls/read-answer.ts';
import { checkActionPlan } from '../../plan/check-action-plan.ts';
import { checkDecomposition } from '../../plan/check-decomposition.ts';
import { completeEnvironment, detectTestCommand } from '../../plan/detect.ts';
import { usageFact } from './usage.ts';
import type { PlanningCall } from '../../context/planning-messages.ts';
import type { Effect } from '../effect.ts';
import type { Fact } from '../fact.ts';
import type { Performer } from './perform.ts';
import type { Task } from '../task.ts';
import type { CallValue } from '../../calls/calls.ts';
import type { Plan } from '../../plan/plan.ts';
import type { ModelAnswer, ModelMessage } from '../../ports/model.ts';

export const askModel: Performer<'ask_model'> = async ({ effect, task, tools, signal }) => {
  const { call } = effect;
  const began = tools.clock.now();
  const answer = await tools.model.ask(
    {
      system: systemPrompt('system', task, tools),
      messages: conversation(effect, planningQuestion(call, task, tools)),
      tools: [CALLS[call].tool],
      answerWithTool: true,
      maxTokens: tools.maxOutputTokens,
    },
    signal,
  );
  const usage = usageFact(call, answer, tools.model, tools.clock.now() - began);
  return [factOf(call, answer, task), usage];
};

function conversation({ wrongAnswers }: Extract<Effect, { readonly kind: 'ask_model' }>, question: string): readonly ModelMessage[] {
  const start: readonly ModelMessage[] = [{ role: 'user', content: [{ type: 'text', text: question }] }];
  return wrongAnswers.reduce((messages, wrong) => repairMessages(messages, wrong, wrong.problems), start);
}

function factOf(call: PlanningCall, answer: ModelAnswer, task: Task): Fact {
  const invalid = (problems: readonly string[], broke: 'schema' | 'rules'): Fact => ({
    type: 'error',
    name: 'invalid_answer',
    call,
    problems,
    broke,
    content: answer.content,
  });
  const reading = readAnswer(call, answer);
  if (!reading.ok) return invalid(reading.problems, 'schema');
  if (call === 'goal_understanding') return goalFact(reading.value as CallValue<'goal_understanding'>);
  if (call === 'task_decomposition') {
    const value = reading.value as CallValue<'task_decomposition'>;
    const problems = checkDecomposition(value.task_decomposition, task.settings.maxSubtasks);
    if (problems.length > 0) return invalid(problems, 'rules');
    return {
      type: 'phase',
      name: 'task_decomposition',
      task_decomposition: value.task_decomposition,
      acceptance_criteria: value.acceptance_criteria,
    };
  }
  if (task.phase !== 'sequence') throw new TypeError(`An action plan does not belong to the phase ${task.phase}.`);
  const value = reading.value as CallValue<'action_plan'>;
  const files = task.snapshot.environmentFiles;
  const environment = completeEnvironment(
    { ...value.selected_environment, name: value.selected_environment.name },
    files,
    task.settings.environments,
  );
  const problems = checkActionPlan(value.action_plan, task.decomposition, environment, {
    tools: PLANNABLE_TOOLS,
    environments: task.settings.environments,
  });
  if (problems.length > 0) return invalid(problems, 'rules');
  const plan: Plan = {
    goal_understanding: task.goal,
    task_decomposition: task.decomposition,
    acceptance_criteria: task.criteria,
    action_plan: value.action_plan,
    selected_environment: environment,
    test_command: value.test_command?.trim() || detectTestCommand(files, task.snapshot.files),
  };
  return { type: 'plan', plan };
}

function goalFact(value: CallValue<'goal_understanding'>): Fact {
  if (value.goal_understanding) return { type: 'phase', name: 'goal_understanding', goal_understanding: value.goal_understanding };
  const { error } = value;
  if (!error) throw new TypeError('A goal answer has a goal or an error.');
  const nothing = { clarification_needed: [], assumptions: [], evidence: [] };
  return { type: 'phase', name: 'goal_error', error: { ...nothing, ...error } };
}
