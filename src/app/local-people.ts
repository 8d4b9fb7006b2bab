/**
 * Who answers a task on this machine: a person at the terminal, a file of answers, or nobody. Answers are first stored
 * as comments on the issue, so that they survive anything.
 */
import { askPerson, type AskedPerson } from '../cli/ask-person.ts';
import { questionLines } from '../cli/question-lines.ts';
import { readControlWord } from '../people/control-words.ts';
import { takesWord } from '../people/can-answer-by-command.ts';
import { messageOf } from '../errors.ts';
import { blockingIn } from '../state/select.ts';
import type { TaskDisplay } from '../cli/task-display.ts';
import type { LocalPeople } from './drive-local-task.ts';
import type { LocalInbox } from '../local/local-inbox.ts';
import type { LocalComment } from '../local/local-issues.ts';
import type { Person } from '../ports/github.ts';
import type { Question } from '../state/question.ts';
import type { Task } from '../state/task.ts';

interface PeopleParts {
  readonly inbox: Pick<LocalInbox, 'push'>;
  /** Stores it, and passes it to the task. */
  readonly say: (text: string) => Promise<void>;
  readonly person: Person;
  readonly display: TaskDisplay;
  /** Null if nobody is at a terminal. */
  readonly terminal: { readonly input: NodeJS.ReadStream; readonly output: NodeJS.WriteStream } | null;
  /** One per question, in order; null if there is no file. */
  readonly answers: readonly string[] | null;
  /** Assumptions hold without an answer. */
  readonly assumes: boolean;
  readonly now: () => number;
  readonly interrupt: () => void;
}

/** The answer for an absent person, to a question that was asked when somebody was there. */
const AS_ASSUMED = { en: 'Go on with the assumptions that you stated.', ja: '示された前提で進めてください。' } as const;

const NO_ANSWER = {
  en: (line: string) =>
    `"${line}" is no answer to this. Answer in your own words, or: stop (ends the task), pause or Ctrl-C (goes on later).`,
  ja: (line: string) =>
    `「${line}」は回答になりません。自由な文章で回答するか、「停止」(タスクを終了)、「一時停止」か Ctrl-C (後から続行) を入力してください。`,
} as const;

export function createLocalPeople(parts: PeopleParts): LocalPeople {
  const { inbox, person, display, terminal, answers, assumes, now, interrupt } = parts;
  let asked: AskedPerson | null = null;
  let shownId = 0;
  let answeredId = 0;

  async function say(text: string): Promise<void> {
    try {
      await parts.say(text);
    } catch (error) {
      display.put(`That could not be kept (${messageOf(error)}). Once there is room on the disk, say it again.`);
    }
  }

  /** Once per question; if it does not settle the question, a person is needed. */
  function answerOf(task: Task, question: Question): string | null {
    if (answeredId === question.id) return null;
    const place = task.questions.filter(({ commentId, id }) => commentId !== null && id < question.id).length;
    const given = answers?.[place]?.trim() ?? '';
    if (given !== '') return given;
    return assumes && !question.needsPerson && terminal === null ? AS_ASSUMED[task.settings.language] : null;
  }

  function show(task: Task, question: Question): void {
    if (shownId === question.id) return;
    shownId = question.id;
    display.put(...questionLines(question, task, 'prompt'));
  }

  function heard(task: Task, question: Question, line: string): boolean {
    const word = readControlWord(line);
    if (word === 'pause') interrupt();
    else if (word === 'stop')
      inbox.push({
        kind: 'control',
        id: `stop-${now()}`,
        word: 'stop',
        by: person,
        reason: `@${person.login} asked to stop.`,
      });
    else if (
      word === null ||
      ((word === 'approve' || word === 'resume' || word === 'retry') && takesWord(question, word, blockingIn(task)))
    )
      void say(line);
    else {
      display.put(NO_ANSWER[task.settings.language](line));
      return false;
    }
    return true;
  }

  return {
    ask(task, question, until) {
      const given = answerOf(task, question);
      // This process prints the questions when it ends.
      if (given === null && terminal === null) return false;
      show(task, question);
      if (given !== null) {
        answeredId = question.id;
        display.put({ text: `> ${given}`, style: 'accent' });
        void say(given);
        return true;
      }
      if (terminal === null) return false;
      display.rest();
      asked ??= askPerson({
        ...terminal,
        now,
        until,
        said: (line) => heard(task, question, line),
        interrupted: interrupt,
      });
      return true;
    },
    done() {
      asked?.close();
      asked = null;
      display.goOn();
    },
  };
}

export function itemOf({ id, body }: LocalComment, by: Person) {
  return { kind: 'comment', id: `comment-${id}`, addressed: true, commentId: id, by, text: body } as const;
}

/** Blocks separated by lines of `---`: the first is for the first question, and so on. */
export function readAnswerBlocks(text: string): readonly string[] {
  return text.split(/^---[ \t]*$/m).map((block) => block.trim());
}
