/** What the command line, the settings and the environment hand to the service. */
import type { LoadedSettings } from '../config/load.ts';
import type { AppCredentials } from '../intake/credentials.ts';
import type { Logger } from 'pino';
import type { Redactor } from '../secrets/redactor.ts';
import type { DoneSetUp } from './set-up-app.ts';
import type { Role } from './command-line.ts';

export interface ServiceInput extends LoadedSettings {
  readonly role: Role;
  readonly credentials: AppCredentials;
  /** The channel that webhooks are relayed through; null where GitHub sends them here. */
  readonly relay: string | null;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly secrets: readonly string[];
  /** Null where the App was there at the start. */
  readonly setUp: DoneSetUp | null;
}
