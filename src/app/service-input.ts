/** What the command line, the settings and the environment pass to the service. */
import type { LoadedSettings } from '../config/load.ts';
import type { AppCredentials } from '../intake/credentials.ts';
import type { Logger } from 'pino';
import type { Redactor } from '../secrets/redactor.ts';
import type { DoneSetUp } from './set-up-app.ts';
import type { Role } from './command-line.ts';

export interface ServiceInput extends LoadedSettings {
  readonly role: Role;
  readonly credentials: AppCredentials;
  /** The relay channel for webhooks; null if GitHub sends them here. */
  readonly relay: string | null;
  readonly log: Logger;
  readonly redactor: Redactor;
  readonly secrets: readonly string[];
  /** Null if the App existed at start. */
  readonly setUp: DoneSetUp | null;
}
