/**
 * Receives messages to a task on this machine, from here and from other terminals: masks them, stores them as comments
 * of its issue, and puts them into its inbox. Commands are not stored as comments.
 */
import { itemOf } from './local-people.ts';
import { terminalWords } from '../cli/terminal-words.ts';
import { systemClock as clock } from './system-clock.ts';
import { hearOthers, type HearingInbox } from '../local/hear-others.ts';
import { readHistory } from '../state/stored.ts';
import type { Language } from '../comments/in-both-languages.ts';
import type { LocalPlace } from './local-place.ts';
import type { LocalSession } from './open-local-session.ts';
import type { TaskDisplay } from '../cli/task-display.ts';
import type { LocalMessage } from '../local/local-mailbox.ts';
import type { InboxItem } from '../state/inbox-item.ts';

interface HearingParts {
  readonly place: Pick<LocalPlace, 'history' | 'issues' | 'mailbox' | 'redactor'>;
  readonly session: Pick<LocalSession, 'inbox' | 'person'>;
  readonly taskId: string;
  readonly issue: number;
  readonly language: Language;
  readonly display: Pick<TaskDisplay, 'put'>;
}

export interface LocalHearing extends HearingInbox {
  /** Typed at this terminal. */
  say(text: string): Promise<void>;
  stop(): void;
  /** Messages that were not read. */
  unheard(): Promise<readonly string[]>;
}

export function hearLocally({ place, session, taskId, issue, language, display }: HearingParts): LocalHearing {
  const { issues, mailbox, redactor } = place;
  const { inbox, person } = session;

  async function said(text: string, message?: string): Promise<InboxItem> {
    const from = message === undefined ? {} : { message };
    return itemOf(
      await issues.comment(issue, { isOurs: false, body: redactor.text(text), task: taskId, ...from }),
      person,
    );
  }

  function ordered(word: 'stop' | 'pause' | 'resume', id: string): InboxItem {
    return { kind: 'control', id, word, by: person, reason: `@${person.login} asked to ${word}.` };
  }

  const hearing = hearOthers(inbox, {
    taskId,
    mailbox,
    itemOf: async (message: LocalMessage) =>
      message.kind === 'said' ? said(message.text, message.id) : ordered(message.word, message.id),
    heard: (message) =>
      display.put({
        text: `> ${message.kind === 'said' ? message.text : message.word} (${terminalWords(language).elsewhere})`,
        style: 'accent',
      }),
  });
  return {
    ...hearing,
    say: async (text) => hearing.push(await said(text)),
    async unheard() {
      const read = new Set(readHistory(await place.history.read(taskId)).map(({ inbox_id: id }) => id));
      const left = await hearing.read(taskId);
      return left.flatMap((item) => (item.kind === 'comment' && !read.has(item.id) ? [item.text] : []));
    },
    stop: () => hearing.push(ordered('stop', `stop-${clock.now()}`)),
  };
}
