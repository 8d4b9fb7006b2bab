/** Asks what else of the repository the model needs to see, and reads it (PLAN-2). */
import { gatheringQuestion } from '../model-calls/gathering-messages.ts';
import { readModelAnswer } from '../model-calls/read-model-answer.ts';
import { isRefusedCall, structuredFacts } from './answer-facts.ts';
import { repositoryContext } from './repository-context.ts';
import type { Performer } from './performer.ts';
import type { Wanted } from '../state/gathered.ts';
import type { Task } from '../state/task.ts';

export const askGathering: Performer<'ask_gathering'> = async (performing) => {
  const { task, tools } = performing;
  const context = await repositoryContext(task, tools);
  const asked = {
    call: 'gathering',
    question: gatheringQuestion(task, tools),
    context,
    sharedTo: context.length - 1 - addedForNobody(task),
    read: (answer: Parameters<typeof readModelAnswer>[1]) => readModelAnswer('gathering', answer),
  } as const;
  try {
    return await structuredFacts(asked, performing, {
      of: ({ reason, enough, ...wanted }) => [
        { type: 'phase', name: 'gathering', reason, wanted: tidied(wanted), ...(enough ? { enough } : {}) },
      ],
    });
  } catch (error) {
    // Then planning uses what was found without asking.
    if (!isRefusedCall(error)) throw error;
    tools.log.warn(
      { task: task.id, trace: task.traceId, err: error },
      'gathering refused by the model, planning goes on',
    );
    return [{ type: 'phase', name: 'gathering', reason: '', wanted: NOTHING, problems: [error.message] }];
  }
};

/**
 * Blocks that only the last call shows: it reads what earlier calls wrote to the cache, and no later call reads its
 * own.
 */
function addedForNobody({ gathering }: Task): number {
  const last = gathering?.rounds.at(-1)?.found;
  const isShown = last !== undefined && last !== null && last.pieces.length + last.leftOut.length > 0;
  return gathering?.asking?.callsLeft === 1 && isShown ? 1 : 0;
}

const NOTHING: Wanted = { read: [], search: [], list: [] };

type Answered = { readonly [List in keyof Wanted]: readonly Loose<Wanted[List][number]>[] };
type Loose<Item> = { readonly [Key in keyof Item]: Item[Key] | undefined };

/** More would never be looked up. */
const MOST_RECORDED = 30;

function tidied({ read, search, list }: Answered): Wanted {
  return {
    read: read.slice(0, MOST_RECORDED).map(given) as Wanted['read'],
    search: search.slice(0, MOST_RECORDED).map(given) as Wanted['search'],
    list: list.slice(0, MOST_RECORDED).map(given) as Wanted['list'],
  };
}

/** Without absent fields. */
function given(item: object): object {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== undefined));
}

export const gather: Performer<'gather'> = async ({ task, tools }) => {
  const wanted = task.gathering?.rounds.find(({ found }) => found === null)?.wanted;
  if (task.snapshot === null || wanted === undefined) throw new TypeError('Nothing is to be gathered.');
  const found = await tools.repositories.lookUp(task.id, task.snapshot.startSha, wanted);
  return [{ type: 'environment', name: 'gathered', found }];
};
