/** What went wrong, as a code that people are told in their own language (progress/trouble-words.ts). */
import type { FaultCode, Service } from '../errors.ts';
import type { RefusalCause } from './outcome.ts';

export type TroubleCode =
  | FaultCode
  | Service
  | RefusalCause
  /** A step that ended the service each time. */
  | 'crashed'
  /** GitHub did not say when the task was asked for. */
  | 'time_unknown';
