/**
 * Turns the code that the browser brings back from GitHub into stored credentials. One at a time, and each code is
 * exchanged once: an answer that could not be stored is kept, since GitHub gives it only once.
 */
import { crashpoint } from '../crashpoint.ts';
import { Fault } from '../errors.ts';
import { exchangeCode, isCreationCode, type CreatedApp } from './exchange-code.ts';
import { settingsOf } from './manifest.ts';
import { noteCreation, readStoredApp, storeApp, storedAppFile, type StoredApp } from './stored-app.ts';
import type { Begun } from './under-way.ts';

export type Creation =
  | { readonly kind: 'created'; readonly app: CreatedApp; readonly stored: StoredApp }
  | { readonly kind: 'code_spent' | 'unusable' }
  | { readonly kind: 'not_reached' | 'not_stored'; readonly reason: string }
  /** Another request was faster. */
  | { readonly kind: 'over' };

interface Place {
  readonly githubUrl: string;
  readonly githubApiUrl: string;
  readonly dataDir: string;
}

/** A second process with this folder has its own page, and must not overwrite another App's key. */
function refuseSecond(dataDir: string): void {
  const stored = readStoredApp(dataDir);
  if (stored === null) return;
  throw new Fault(
    'credentials',
    `${storedAppFile(dataDir)} already holds the keys of the App ${stored.slug}: another process with this folder was set up meanwhile.`,
    'Stop this process, and delete the App that was created here on GitHub.',
  );
}

export function createAppCreator(place: Place): (begun: Begun, code: string) => Promise<Creation> {
  const received = new Map<string, CreatedApp>();
  let isOver = false;
  let turn: Promise<unknown> = Promise.resolve();

  async function create({ choice }: Begun, code: string): Promise<Creation> {
    if (isOver) return { kind: 'over' };
    if (!isCreationCode(code)) return { kind: 'code_spent' };
    try {
      refuseSecond(place.dataDir);
      // Also shows that the folder is writable while the code is still valid.
      noteCreation(place.dataDir, {
        name: choice.name,
        settingsUrl: settingsOf(place.githubUrl, choice.organisation),
      });
      const app = received.get(code) ?? (await exchange(code));
      if ('kind' in app) return app;
      received.set(code, app);
      await crashpoint('after', 'exchange of the code');
      const { name: _, ...kept } = app;
      const relay = choice.isRelayed ? choice.webhookUrl : null;
      const stored = { ...kept, githubUrl: place.githubUrl, relay };
      storeApp(place.dataDir, stored);
      isOver = true;
      return { kind: 'created', app, stored };
    } catch (error) {
      if (error instanceof Fault) return { kind: 'not_stored', reason: `${error.message} ${error.advice}` };
      throw error;
    }
  }

  async function exchange(code: string): Promise<CreatedApp | Exclude<Creation, { kind: 'created' }>> {
    const answer = await exchangeCode(place.githubApiUrl, code);
    return answer.kind === 'created' ? answer.app : answer;
  }

  return (begun, code) => {
    const mine = turn.then(() => create(begun, code));
    turn = mine.catch(() => undefined);
    return mine;
  };
}
