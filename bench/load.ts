/**
 * Posts prepared requests over kept-alive connections as cheaply as possible, since on two processors the client must
 * not dominate. Of an answer it reads only status, length, and whether it is the connection's last.
 */
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Socket } from 'node:net';

export interface Answered {
  readonly ms: number;
  readonly status: number;
}

const LAST = /\r\nconnection: close\r\n/i;

export async function postAll(
  port: number,
  requests: readonly Buffer[],
  connections: number,
  pauseMs = 0,
): Promise<readonly Answered[]> {
  const answers: Answered[] = [];
  let next = 0;
  const take = (): Buffer | undefined => {
    const request = requests[next];
    next += 1;
    return request;
  };
  await Promise.all(Array.from({ length: connections }, () => converse({ port, take, answers, pauseMs })));
  return answers;
}

interface Conversation {
  readonly port: number;
  readonly take: () => Buffer | undefined;
  readonly answers: Answered[];
  /** After each answer. */
  readonly pauseMs: number;
}

async function converse({ port, take, answers, pauseMs }: Conversation): Promise<void> {
  let socket: Socket | null = null;
  for (let request = take(); request !== undefined; request = take()) {
    const began = performance.now();
    socket ??= connect({ port, host: '127.0.0.1', noDelay: true });
    socket.write(request);
    const { status, isLast } = await readAnswer(socket);
    answers.push({ ms: performance.now() - began, status });
    if (isLast) {
      socket.destroy();
      socket = null;
    }
    if (pauseMs > 0) await wait(pauseMs);
  }
  socket?.destroy();
}

function readAnswer(socket: Socket): Promise<{ readonly status: number; readonly isLast: boolean }> {
  return new Promise((resolve, reject) => {
    let text = '';
    const done = (): void => void socket.off('data', onData).off('error', onError).off('close', onClose);
    const onError = (error: Error): void => {
      done();
      reject(error);
    };
    const onClose = (): void => {
      done();
      reject(new Error('The server closed the connection.'));
    };
    const onData = (chunk: Buffer): void => {
      text += chunk.toString('latin1');
      if (!isWhole(text)) return;
      done();
      resolve({ status: Number(text.slice(9, 12)), isLast: LAST.test(text) });
    };
    socket.on('data', onData).on('error', onError).on('close', onClose);
  });
}

function isWhole(text: string): boolean {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return false;
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, headEnd + 2));
  if (length) return text.length >= headEnd + 4 + Number(length[1]);
  return text.endsWith('0\r\n\r\n');
}
