/**
 * A change of protected paths (GH-7) is saved but not pushed. People are shown it and approve exactly this change, or
 * have it reverted. Any other change of those paths is asked about again.
 */
import { inOwnWords } from '../plan/own-words.ts';
import { isHalted, reportOf } from '../state/select.ts';
import { askPeople } from './questions.ts';
import type { Fact, Facts } from '../state/facts.ts';
import type { HeldChange } from '../state/outcome.ts';
import type { Question } from '../state/question.ts';
import type { Task } from '../state/task.ts';

type Reply = Extract<Fact, { readonly type: 'answer'; readonly name: 'given' | 'edited' }>;

/** How many paths are named to the model, or when nobody is asked any more. */
const MAX_NAMED = 20;

/**
 * In the report nobody is asked any more; the change is left out and people are told. A change that was saved while the
 * task waits for something else stays in its sandbox and is checked with its subtask later.
 */
export function afterHeld(task: Task, held: HeldChange): Facts {
  if (reportOf(task) !== null) {
    const paths = held.paths.slice(0, MAX_NAMED);
    const reason = ['The change touches protected paths, and nobody approved of it:', ...paths].join(' ');
    return [{ type: 'effect', name: 'left_out', step: 'checkpoint', reason, code: 'protected_paths', paths }];
  }
  if (isHalted(task)) return [];
  return askPeople(task, {
    kind: 'protected_paths',
    then: { is: 'let_through', digest: held.digest },
    ...inOwnWords(task, ({ mayIPushProtected }) => ({ texts: [mayIPushProtected], assumptions: [] })),
    context: '',
    held,
  });
}

/** Null if the answer is unclear, or approves something that could not be shown. */
export function letThroughOrTakenBack({ held }: Question, { verdict, by, text }: Reply): Facts | null {
  if (held === undefined || verdict === null || verdict === 'unclear') return null;
  if (verdict === 'no') return [{ type: 'action', name: 'reopened', advice: takeBack(held, by.login, text ?? '') }];
  if (held.unseen !== undefined) return null;
  return [{ type: 'control', name: 'let_through', digest: held.digest, by: by.login }];
}

/** Instructions for the model. */
function takeBack({ paths, pathCount }: HeldChange, login: string, text: string): readonly string[] {
  const named = paths.slice(0, MAX_NAMED).join(', ');
  const more = pathCount > MAX_NAMED ? ` and ${pathCount - MAX_NAMED} more` : '';
  return [
    `Your change of protected paths was not pushed. A person (@${login}) was shown it, did not approve, and said: ${text}`,
    `Take the changes of these paths back, so that each is as it was when the task began, unless what was said asks for something else: ${named}${more}.`,
    'Keep the rest of the work, as far as it makes sense without them. Whatever change of protected paths is left will be shown to people again.',
  ];
}
