/**
 * Asks at the terminal: the question is printed above, typed lines are passed on one by one, and the time left is
 * shown.
 */
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

export interface AskedPerson {
  close(): void;
}

interface Asking {
  readonly input: Readable;
  readonly output: Writable;
  readonly now: () => number;
  /** When the task continues without an answer; null: never. */
  readonly until: number | null;
  /** False if the line could not be passed on. */
  readonly said: (line: string) => boolean;
  readonly interrupted: () => void;
}

export function askPerson({ input, output, now, until, said, interrupted }: Asking): AskedPerson {
  const lines: Interface = createInterface({ input, output, terminal: true, historySize: 0 });
  const prompt = () => (until === null ? '> ' : `(${timeLeft(until - now())}) > `);
  const ask = (keepsCursor: boolean) => {
    lines.setPrompt(prompt());
    lines.prompt(keepsCursor);
  };
  lines.on('line', (line) => {
    if (line.trim() === '' || !said(line.trim())) ask(false);
  });
  lines.on('SIGINT', interrupted);
  ask(false);
  const timer = until === null ? null : setInterval(() => ask(true), 1_000);
  return {
    close() {
      if (timer !== null) clearInterval(timer);
      lines.close();
      output.write('\n');
    },
  };
}

function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
