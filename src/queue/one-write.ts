/**
 * Sends all commands of the current turn of the event loop in one write: they arrive in order, and Redis makes them
 * durable together, where several writes would each wait for the disk.
 */
import type { Redis } from 'ioredis';

export function inOneWrite({ stream }: Redis): void {
  // Not connected yet: commands that wait for the connection go out together anyway.
  if (stream === undefined) return;
  stream.cork();
  queueMicrotask(() => process.nextTick(() => stream.uncork()));
}
