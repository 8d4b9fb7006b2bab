/** The `Sandbox` port over a session with a sandbox's agent, in a container or as a plain process. */
import type { z } from 'zod';
import type { Clock } from '../ports/clock.ts';
import type { CommandResult, Sandbox, SandboxGateway } from '../ports/sandbox.ts';
import type { SandboxLimits } from './container-settings.ts';
import { CommandAnswer, CutOff, FileAnswer, type KeyedRequest } from './protocol.ts';
import { SandboxLost, type Session } from './session.ts';

/** The agent enforces time-outs; if it is this much late, it counts as dead. */
const patienceMs = 30_000;
const fileTimeoutMs = 60_000;
/** The agent truncates its answers; a process that has replaced it may not. */
const maxFileChars = 128 * 1024;
const maxNoteChars = 8 * 1024;

/** For a command that was cut off together with the agent. */
const NOTHING_KNOWN: CommandResult = {
  exitCode: null,
  signal: null,
  timedOut: false,
  stdout: '',
  stderr: '',
  omittedBytes: 0,
  durationMs: 0,
  connectionLost: false,
  interrupted: true,
};

interface AskOptions {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** `done` aborts when the answer arrives. */
  readonly onAbort: (done: AbortSignal) => void;
}

interface StartedAgent {
  readonly containerId: string;
  readonly image: string;
  /** Why the container had ended before it was restarted for this session. */
  readonly endedBy: string | null;
  readonly gateway: SandboxGateway;
  /** What was lost by the restart. */
  readonly gone: string;
}

export function createAgentSandbox(
  { containerId, image, endedBy, gateway, gone }: StartedAgent,
  session: Session,
  limits: SandboxLimits,
  clock: Clock,
): Sandbox {
  const memoryText = `${Math.round(limits.memoryBytes / 1024 ** 2)} MiB`;

  return {
    containerId,
    image,

    async run(request, signal) {
      const message: KeyedRequest = {
        t: 'run',
        ...request,
        graceMs: limits.graceMs,
        limitBytes: limits.outputBytes,
        memoryText,
      };
      const answer = await ask(message, {
        timeoutMs: request.timeoutMs + limits.graceMs,
        signal,
        onAbort: (done) => {
          session.send({ t: 'stop', key: request.key });
          giveUpAfter(limits.graceMs + patienceMs, done);
        },
      });
      signal.throwIfAborted();
      if (!CutOff.safeParse(answer).success) {
        const result = understood(CommandAnswer, answer);
        const most = limits.outputBytes + maxNoteChars;
        return { ...result, stdout: atMost(most, result.stdout), stderr: atMost(most, result.stderr), ...denied() };
      }
      const note = `[planwright] ${whatCutOff()} This command may have run partly and is not run again by itself. Files are as it left them; ${gone}. Look at what it did before you go on.`;
      return { ...NOTHING_KNOWN, stderr: `${note}\n`, ...denied() };
    },

    /** Not awaited after an abort, since a file operation is short and bounded. */
    async file(key, operation, signal) {
      const answer = await new Promise<unknown>((resolve, reject) => {
        ask(
          { t: 'file', key, op: operation },
          { timeoutMs: fileTimeoutMs, signal, onAbort: () => reject(signal.reason) },
        ).then(resolve, reject);
      });
      if (!CutOff.safeParse(answer).success) {
        const { ok, text } = understood(FileAnswer, answer);
        return { ok, text: atMost(maxFileChars, text) };
      }
      return {
        ok: false,
        text: `${whatCutOff()} It is not known whether the file was changed: read it before you go on.`,
      };
    },

    acknowledge(keys) {
      if (keys.length > 0) session.send({ t: 'forget', keys });
    },

    detach: () => session.leave(),
  };

  function denied(): Pick<CommandResult, 'denied'> {
    const taken = gateway.takeDenied();
    return taken === null ? {} : { denied: taken };
  }

  function whatCutOff(): string {
    return `The sandbox ended in the middle of this and was started again. The likely cause: ${endedBy ?? 'its agent was restarted'}.`;
  }

  async function ask(request: KeyedRequest, { timeoutMs, signal, onAbort }: AskOptions): Promise<unknown> {
    signal.throwIfAborted();
    const done = new AbortController();
    const listener = (): void => onAbort(done.signal);
    signal.addEventListener('abort', listener, { once: true });
    giveUpAfter(timeoutMs + patienceMs, done.signal);
    try {
      return await session.ask(request);
    } finally {
      done.abort(null);
      signal.removeEventListener('abort', listener);
    }
  }

  function giveUpAfter(ms: number, done: AbortSignal): void {
    clock.sleep(ms, done).then(
      () => session.close('The agent in the sandbox does not answer any more.'),
      () => undefined,
    );
  }

  /** Answers of a container may be forged by commands in it. */
  function understood<T>(schema: z.ZodType<T>, answer: unknown): T {
    const parsed = schema.safeParse(answer);
    if (parsed.success) return parsed.data;
    session.close('The sandbox gave an answer that is not part of the protocol.');
    throw new SandboxLost('The sandbox gave an answer that is not part of the protocol.');
  }
}

function atMost(chars: number, text: string): string {
  return text.length <= chars ? text : `${text.slice(0, chars)}\n[... the rest is left out ...]`;
}
