import { z } from 'zod';
import { count, countOrZero, flag, text } from './fields.ts';
import { replanning } from './replanning.ts';

const FolderName = text(/^(?!.*\.\.)[A-Za-z0-9_][A-Za-z0-9._/-]{0,199}$/, 'a folder below DATA_DIR, without ..');

export const planning = z
  .strictObject({
    enabled: flag(true, 'false works without a plan, in one loop ("simple mode").'),
    strategy: z
      .enum(['chain_of_thought', 'hierarchical', 'simple'])
      .default('chain_of_thought')
      .describe('How a task is taken apart: step by step with reasons, as a tree, or as a plain list.'),
    max_subtasks: z
      .int()
      .min(1)
      .max(1000)
      .default(100)
      .describe('Subtasks a plan may have at most (at the default level `moderate`: 50).'),
    decomposition_level: z
      .enum(['detailed', 'moderate', 'minimal'])
      .default('moderate')
      .describe('How finely a task is taken apart: up to the maximum, half or a fifth of it.'),
    reflection: z
      .strictObject({
        enabled: flag(true, 'Look back while working.'),
        trigger_on_error: flag(true, 'Look back after an error.'),
        trigger_interval: countOrZero(3, 'Look back every so many actions; 0 turns this one off.'),
        depth: z
          .enum(['deep', 'moderate', 'shallow'])
          .default('moderate')
          .describe('What is looked at: the whole log, the last interval, or the last action.'),
      })
      .prefault({})
      .describe('Looking back while working.'),
    revision: z
      .strictObject({
        max_revisions: countOrZero(3, 'Revisions of the plan by looking back during execution.'),
      })
      .prefault({})
      .describe('Revising the plan while working.'),
    review: z
      .strictObject({
        plan: flag(
          false,
          'Have every plan of the model reviewed before it is carried out; one that fails is made anew, up to 3 times.',
        ),
        diff: flag(
          true,
          'Have every change reviewed before the pull request; what the review refuses is corrected, up to 3 times.',
        ),
      })
      .prefault({})
      .describe('Reviews by the model.'),
    history: z
      .strictObject({
        storage_type: z
          .enum(['jsonl', 'redis'])
          .default('jsonl')
          .describe(
            'Where the record of a task is kept: in files on this machine, or in Redis for several machines (which must then write an append-only file).',
          ),
        directory: FolderName.default('planning_history').describe(
          'The folder of the record, below DATA_DIR, where it is kept in files.',
        ),
        retention_days: count(
          90,
          'Days for which the record of a finished task is kept; it is then set aside for one more day and deleted.',
        ),
      })
      .prefault({})
      .describe('The record of a task.'),
    replanning,
  })
  .prefault({})
  .describe('Making and carrying out plans.');
