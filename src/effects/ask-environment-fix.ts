/** Asks the model for other commands after a failed set-up (ENV-4). */
import { environmentFixQuestion } from '../model-calls/environment-fix-messages.ts';
import { readModelAnswer } from '../model-calls/read-model-answer.ts';
import { isRefusedCall, structuredFacts } from './answer-facts.ts';
import type { Performer } from './performer.ts';

export const askEnvironmentFix: Performer<'ask_environment_fix'> = async (performing) => {
  const { task, tools } = performing;
  const asked = {
    call: 'environment_fix',
    question: environmentFixQuestion(task, tools),
    read: (answer: Parameters<typeof readModelAnswer>[1]) => readModelAnswer('environment_fix', answer),
  } as const;
  try {
    return await structuredFacts(asked, performing, {
      of: ({ setup_commands, verification }) => [
        { type: 'environment', name: 'set_up_corrected', setup_commands, verification },
      ],
    });
  } catch (error) {
    // The work can continue without it.
    if (!isRefusedCall(error)) throw error;
    tools.log.warn({ task: task.id, trace: task.traceId, err: error }, 'the model refused to correct the set-up');
    return [{ type: 'environment', name: 'set_up_not_corrected' }];
  }
};
