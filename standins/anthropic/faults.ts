/** Injected faults, by request number or predicate. A fault is used up after `times` (1) matching requests. */
import type { Json, SeenRequest } from './script.ts';

export type Trouble =
  | {
      readonly kind: 'status';
      readonly status: number;
      readonly type?: string;
      readonly message?: string;
      readonly retryAfter?: string;
      /** Further headers, such as when a limit is over. */
      readonly headers?: Readonly<Record<string, string>>;
      readonly errorCode?: string;
    }
  | { readonly kind: 'latency'; readonly ms: number }
  /** The connection breaks before any answer. */
  | { readonly kind: 'reset' }
  /** Headers never arrive. */
  | { readonly kind: 'silent' }
  /** The stream breaks after this many events; `clean` ends the response properly, but without `message_stop`. */
  | { readonly kind: 'cut'; readonly afterEvents: number; readonly clean?: boolean }
  /** The stream stays open after this many events without further data. */
  | { readonly kind: 'stall'; readonly afterEvents: number }
  /** Endless signs of life, and no answer. */
  | { readonly kind: 'pings'; readonly afterEvents: number }
  /** Something other than the API answers, with status 200. */
  | { readonly kind: 'instead'; readonly contentType: string; readonly body: string }
  /** The usage that the stream reports at its beginning and end; null: none. */
  | { readonly kind: 'usage'; readonly start: Json | null; readonly end: Json | null }
  /** An `error` event in the middle of the stream, after status 200. */
  | { readonly kind: 'error_event'; readonly afterEvents: number; readonly type: string };

export interface FaultRule {
  readonly trouble: Trouble;
  readonly when?: number | ((request: SeenRequest) => boolean);
  readonly times?: number;
}

export interface FaultQueue {
  add(rule: FaultRule): void;
  take(request: SeenRequest): Trouble | null;
}

export const ERROR_TYPES: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  409: 'conflict_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  504: 'timeout_error',
  529: 'overloaded_error',
};

export function createFaultQueue(): FaultQueue {
  const queue: { rule: FaultRule; left: number }[] = [];
  return {
    add(rule) {
      queue.push({ rule, left: rule.times ?? 1 });
    },
    take(request) {
      const index = queue.findIndex(
        ({ rule }) =>
          rule.when === undefined ||
          (typeof rule.when === 'number' ? rule.when === request.number : rule.when(request)),
      );
      const found = queue[index];
      if (found === undefined) return null;
      found.left -= 1;
      if (found.left <= 0) queue.splice(index, 1);
      return found.rule.trouble;
    },
  };
}
