/**
 * What is asked of Redis from here on until no promise that is settled has anything left to ask is sent in one write: it
 * arrives in that order, and Redis makes it durable at once, where several writes would each wait for the disk.
 */
import type { Redis } from 'ioredis';

export function inOneWrite({ stream }: Redis): void {
  // Not connected yet: what waits for that goes out together anyway.
  if (stream === undefined) return;
  stream.cork();
  queueMicrotask(() => process.nextTick(() => stream.uncork()));
}
