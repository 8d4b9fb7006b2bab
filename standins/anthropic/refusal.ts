/** An error answer, thrown where its reason is found. */
import { ERROR_TYPES } from './faults.ts';
import type { Json } from './script.ts';

export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly type: string;
  readonly details: Json | null;
  constructor(
    status: number,
    message: string,
    options: { readonly type?: string; readonly headers?: Record<string, string>; readonly details?: Json } = {},
  ) {
    super(message);
    this.status = status;
    this.type = options.type ?? ERROR_TYPES[status] ?? 'api_error';
    this.headers = options.headers ?? {};
    this.details = options.details ?? null;
  }
}
