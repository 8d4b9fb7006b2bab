/** Requests to the agent that are not answered yet, by key. */
import type { KeyedRequest, ToAgent } from './protocol.ts';

interface Asked {
  ask(request: KeyedRequest): Promise<unknown>;
  /** The agent was asked to stop the operation with this key. */
  stopped(key: string): void;
  answer(key: string, value: unknown): void;
  fail(key: string, error: Error): void;
  failAll(error: Error): void;
  /** Sends all of them again; the agent does nothing twice. */
  repeat(): void;
}

interface Waiting extends Resolvers<unknown> {
  readonly request: KeyedRequest;
  isStopped: boolean;
}

export function createAsked(send: (message: ToAgent) => void): Asked {
  const waiting = new Map<string, Waiting>();
  return {
    ask(request) {
      const known = waiting.get(request.key);
      if (known !== undefined) return known.promise;
      const waiter: Waiting = { ...withResolvers<unknown>(), request, isStopped: false };
      waiting.set(request.key, waiter);
      send(request);
      return waiter.promise;
    },
    stopped(key) {
      const waiter = waiting.get(key);
      if (waiter !== undefined) waiter.isStopped = true;
    },
    answer(key, value) {
      waiting.get(key)?.resolve(value);
      waiting.delete(key);
    },
    fail(key, error) {
      waiting.get(key)?.reject(error);
      waiting.delete(key);
    },
    failAll(error) {
      for (const waiter of waiting.values()) waiter.reject(error);
      waiting.clear();
    },
    repeat() {
      for (const { request, isStopped } of waiting.values()) {
        send(request);
        if (isStopped) send({ t: 'stop', key: request.key });
      }
    },
  };
}

interface Resolvers<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: Error) => void;
}

export function withResolvers<T>(): Resolvers<T> {
  let resolve: Resolvers<T>['resolve'] = () => undefined;
  let reject: Resolvers<T>['reject'] = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  // The caller awaits it; a rejection after the caller left is no error of the process.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}
