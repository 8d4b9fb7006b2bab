/** Passes messages from other terminals to the task driven in this process, as soon as they are sent (OPS-3). */
import type { InboxItem } from '../state/inbox-item.ts';
import type { LocalInbox } from './local-inbox.ts';
import type { LocalMailbox, LocalMessage } from './local-mailbox.ts';

export interface HearingInbox extends LocalInbox {
  /** Takes over messages that wait already. */
  look(): Promise<void>;
  close(): void;
}

interface HearingParts {
  readonly taskId: string;
  readonly mailbox: LocalMailbox;
  /** A message is stored as a comment first, so that it survives anything. */
  readonly itemOf: (message: LocalMessage) => Promise<InboxItem>;
  readonly heard: (message: LocalMessage) => void;
}

export function hearOthers(inbox: LocalInbox, { taskId, mailbox, itemOf, heard }: HearingParts): HearingInbox {
  const seen = new Set<string>();
  /** One at a time, in order. */
  let turn: Promise<void> = Promise.resolve();

  function look(): Promise<void> {
    turn = turn.catch(() => undefined).then(takeOver);
    return turn;
  }

  async function takeOver(): Promise<void> {
    for (const message of mailbox.waiting(taskId)) {
      if (seen.has(message.id)) continue;
      inbox.push(await itemOf(message));
      seen.add(message.id);
      heard(message);
      // A command is stored nowhere else until the driver has recorded it.
      if (message.kind === 'said') mailbox.taken(taskId, message.id);
    }
  }

  const stopWatching = mailbox.watch(taskId, () => void look().catch(() => undefined));
  return {
    ...inbox,
    look,
    async read(id) {
      await look();
      return inbox.read(id);
    },
    async acknowledge(id, items) {
      await inbox.acknowledge(id, items);
      for (const item of items.filter((one) => seen.has(one))) mailbox.taken(taskId, item);
    },
    close: stopWatching,
  };
}
