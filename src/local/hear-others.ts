/** A task that is driven in this process hears what is said to it from other terminals, as soon as it is said (OPS-3). */
import type { InboxItem } from '../state/inbox-item.ts';
import type { LocalInbox } from './local-inbox.ts';
import type { LocalMailbox, LocalMessage } from './local-mailbox.ts';

export interface HearingInbox extends LocalInbox {
  /** Takes over what waits already. */
  look(): Promise<void>;
  close(): void;
}

interface HearingParts {
  readonly taskId: string;
  readonly mailbox: LocalMailbox;
  /** What was said is a comment first, so that it is there whatever happens next. */
  readonly itemOf: (message: LocalMessage) => Promise<InboxItem>;
  readonly heard: (message: LocalMessage) => void;
}

export function hearOthers(inbox: LocalInbox, { taskId, mailbox, itemOf, heard }: HearingParts): HearingInbox {
  const seen = new Set<string>();
  /** One at a time, in their order. */
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
      // An order is kept nowhere else until the driver has recorded it.
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
