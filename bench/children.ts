/** Servers and workers of a benchmark as separate processes, so that they do not share its event loop. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Child<Ready> {
  readonly process: ChildProcess;
  readonly ready: Ready;
  /** One question at a time. */
  ask<Answer>(question: object): Promise<Answer>;
  /** Processor time it has used, in ms. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

/** `name` is a file of `servers/`; it answers its first message with what it wants known when it is ready. */
export async function startChild<Ready>(name: string, input: object): Promise<Child<Ready>> {
  const child = fork(fileURLToPath(new URL(`./servers/${name}.js`, import.meta.url)), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const died = ended.then(() => {
    throw new Error('A process of the bench ended by itself.');
  });
  died.catch(() => undefined);
  const ask = async <Answer>(question: object | string): Promise<Answer> => {
    const answered = once(child, 'message') as Promise<[Answer]>;
    child.send(question);
    const [answer] = await Promise.race([answered, died]);
    return answer;
  };
  const ready = await ask<Ready>(input);
  return {
    process: child,
    ready,
    ask,
    cpuMs: () => ask<number>('cpu'),
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await ended;
    },
  };
}
