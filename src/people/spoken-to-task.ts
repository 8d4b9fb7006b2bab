/**
 * What follows from a message to a task from outside its issue: on this machine's command line, or through a service's
 * API (OPS-3). No permission is checked there: whoever runs it may do it.
 */
import { readControlWord, type ControlWord } from './control-words.ts';
import { takesWord } from './can-answer-by-command.ts';
import { blockingIn, blockingQuestion, isOver, questionsTakingAnswers, reportOf } from '../state/select.ts';
import type { Question } from '../state/question.ts';
import type { Task } from '../state/task.ts';

export const SPOKEN = ['answer', 'tell', 'stop', 'pause', 'resume', 'retry'] as const;
export type Spoken = (typeof SPOKEN)[number];

interface Saying {
  readonly what: Spoken;
  /** For `answer` and `tell`. */
  readonly text: string;
  /** A process works on it, or will do so by itself. */
  readonly isDriven: boolean;
}

export type Following =
  /** Goes into the task's inbox. */
  | { readonly do: 'say'; readonly text: string }
  | { readonly do: 'order'; readonly word: 'stop' | 'pause' | 'resume' }
  /** A process has to be started for it. */
  | { readonly do: 'go_on' | 'end' | 'begin_anew' }
  /** The task is in the requested state already. */
  | { readonly do: 'nothing'; readonly said: string }
  | { readonly do: 'refuse'; readonly message: string; readonly advice: string };

/** `task`: null before anything of it is recorded. */
export function followingFrom(saying: Saying, task: Task | null): Following {
  const { what, text } = saying;
  if (task !== null && isOver(task)) return afterTheEnd(saying, task);
  switch (what) {
    case 'stop':
      return saying.isDriven ? { do: 'order', word: 'stop' } : { do: 'end' };
    case 'pause':
      return paused(saying, task);
    case 'resume':
      return resumed(saying, task);
    case 'retry':
      return retried(saying, task);
    case 'tell':
    case 'answer':
      if (text.trim() === '') return refuse('Nothing is said.', 'Say it behind the task, or on standard input.');
      return said(saying, task);
  }
}

function afterTheEnd({ what, isDriven }: Saying, task: Task): Following {
  const ending = reportOf(task)?.ending.status === 'succeeded' ? 'It is done' : 'It has ended without success';
  if (what === 'stop' || what === 'pause') return { do: 'nothing', said: `${ending}: nothing is left to ${what}.` };
  if (what !== 'retry')
    return refuse(`${ending} and reads no more messages.`, '"planwright retry <task>" starts it again.');
  return isDriven ? refuse(`${ending}; its result is being written.`, 'Try again in a moment.') : { do: 'begin_anew' };
}

function paused({ isDriven }: Saying, task: Task | null): Following {
  if (isPaused(task)) return { do: 'nothing', said: 'It is paused already.' };
  if (isDriven) return { do: 'order', word: 'pause' };
  return {
    do: 'nothing',
    said: 'Nobody is working on it, so it is paused already; "planwright resume <task>" continues it.',
  };
}

function resumed({ isDriven }: Saying, task: Task | null): Following {
  if (!isDriven) return { do: 'go_on' };
  if (isPaused(task)) return { do: 'order', word: 'resume' };
  const question = task && blockingQuestion(task);
  if (task === null || question === null) return { do: 'nothing', said: 'It is at work, and not paused.' };
  return takes(task, question, 'resume') ? { do: 'say', text: 'resume' } : waits(question);
}

function retried({ isDriven }: Saying, task: Task | null): Following {
  const question = task && blockingQuestion(task);
  if (task !== null && question !== null && takes(task, question, 'retry')) return { do: 'say', text: 'retry' };
  return isDriven
    ? refuse('It is at work, so there is nothing to start again.', 'Stop it first: planwright stop <task>')
    : refuse('It has not ended, so there is nothing to start again.', '"planwright resume <task>" continues it.');
}

/** A control word is a command, however it is said, or the answer to a question that accepts it. */
function said(saying: Saying, task: Task | null): Following {
  const question = task === null ? undefined : questionsTakingAnswers(task)[0];
  const word = readControlWord(saying.text);
  if (task !== null && question !== undefined && word !== null && isAnswerWord(word) && takes(task, question, word))
    return { do: 'say', text: saying.text };
  if (word !== null) return isOrder(word) ? followingFrom({ ...saying, what: word }, task) : noAnswer(saying.text);
  if (saying.what === 'answer' && question === undefined)
    return refuse('It asks nothing just now.', 'To tell it something: planwright tell <task> "…"');
  return { do: 'say', text: saying.text };
}

function isPaused(task: Task | null): boolean {
  return task !== null && (task.paused !== null || task.pausing !== null);
}

function takes(task: Task, question: Question, word: 'approve' | 'resume' | 'retry'): boolean {
  return takesWord(question, word, blockingIn(task));
}

function waits({ texts }: Question): Following {
  return refuse(
    `It waits for an answer: ${texts.join(' ')}`,
    'planwright answer <task> "…"; "planwright show <task>" has all of the question.',
  );
}

function noAnswer(text: string): Following {
  return refuse(`"${text.trim()}" is an order that changes nothing here.`, 'Say in your own words what you mean.');
}

function isOrder(word: ControlWord): word is 'stop' | 'pause' | 'resume' {
  return word === 'stop' || word === 'pause' || word === 'resume';
}

function isAnswerWord(word: ControlWord): word is 'approve' | 'resume' | 'retry' {
  return word === 'approve' || word === 'resume' || word === 'retry';
}

function refuse(message: string, advice: string): Following {
  return { do: 'refuse', message, advice };
}
