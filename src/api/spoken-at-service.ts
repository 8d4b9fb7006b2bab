/** Turns an operator's message to a task into an inbox item (OPS-3, OPS-9), or into the reason why not. */
import { randomUUID } from 'node:crypto';
import { followingFrom, type Spoken } from '../people/spoken-to-task.ts';
import { OPERATOR } from '../ports/service-control.ts';
import type { InboxItem } from '../state/inbox-item.ts';
import type { Task } from '../state/task.ts';

type Outcome =
  | { readonly kind: 'item'; readonly item: InboxItem; readonly said: string }
  | { readonly kind: 'nothing'; readonly said: string }
  | { readonly kind: 'refused'; readonly error: string; readonly advice: string };

const ON_ISSUE = 'To start it again, comment "retry" with the name of the App on the issue.';

export function spokenAtService(asked: { readonly what: Spoken; readonly text: string }, task: Task): Outcome {
  const isOver = task.stage.is === 'ended';
  // A task can be repeated only when nobody drives it any more.
  const following = followingFrom({ ...asked, isDriven: !isOver }, task);
  const id = `operator-${randomUUID()}`;
  switch (following.do) {
    case 'say':
      return {
        kind: 'item',
        item: { kind: 'comment', id, addressed: true, by: OPERATOR, text: following.text },
        said: 'Sent to the task.',
      };
    case 'order': {
      const { word } = following;
      const reason = `The operator asked to ${word}.`;
      return { kind: 'item', item: { kind: 'control', id, word, by: OPERATOR, reason }, said: 'Sent to the task.' };
    }
    case 'nothing':
      return { kind: 'nothing', said: following.said };
    case 'refuse':
      return { kind: 'refused', error: following.message, advice: isOver ? ON_ISSUE : following.advice };
    case 'go_on':
    case 'end':
    case 'begin_anew':
      return {
        kind: 'refused',
        error: 'It has ended, and a service begins tasks by what is said on issues: GitHub says there who may.',
        advice: ON_ISSUE,
      };
  }
}
