/**
 * `planwright answer|tell|stop|pause|resume|retry <task>` (OPS-3): for a task of this machine, through its files, or,
 * with DASHBOARD_TOKEN, for a task of a service, through its API.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text as allOf } from 'node:stream/consumers';
import { driverOfLocalIssue } from './hold-local-issue.ts';
import { openLocalPlace, STATE_FOLDER, type LocalPlace } from './local-place.ts';
import { meantTask, noSuchTask } from './meant-task.ts';
import { runLocal, type Terminal } from './run-local.ts';
import { tellTrouble } from './tell-trouble.ts';
import { speakToService, tokenIn } from './speak-to-service.ts';
import { EXIT } from './tell-local-end.ts';
import { followingFrom } from '../people/spoken-to-task.ts';
import { openCheckout } from '../git/local-checkout.ts';
import { withoutEmpty } from '../config/environment.ts';
import { Fault } from '../errors.ts';
import { replay } from '../state/evolve.ts';
import { isOver } from '../state/select.ts';
import { readHistory } from '../state/stored.ts';
import type { RunAsked, SpeakAsked } from './local-commands.ts';
import type { Task } from '../state/task.ts';

export async function speakToTask(asked: SpeakAsked, terminal: Terminal): Promise<number> {
  try {
    const words = { ...asked, text: await textOf(asked, terminal) };
    const token = tokenIn(terminal.env, terminal.cwd);
    const place = await placeOf(asked, terminal, token !== null);
    const id = place === null ? null : meantTask(asked.task, place.issues.begun());
    if (place !== null && id !== null) return await speakLocally(words, { place, id, terminal });
    if (token === null) throw noSuchTask(asked.task);
    terminal.stdout.write(`${await speakToService(words, { token, env: terminal.env })}\n`);
    return EXIT.done;
  } catch (error) {
    return tellTrouble(error, terminal);
  }
}

/** Null if no task was ever started there. */
async function placeOf({ repo }: SpeakAsked, { env, cwd }: Terminal, isService: boolean): Promise<LocalPlace | null> {
  const given = withoutEmpty(env);
  const checkout = await openCheckout(resolve(cwd, repo)).catch((error: unknown) => {
    if (isService) return null;
    throw error;
  });
  if (checkout === null) return null;
  const dataDir = resolve(cwd, given['DATA_DIR'] ?? join(checkout.root, STATE_FOLDER));
  return existsSync(join(dataDir, 'issues')) ? openLocalPlace({ env, cwd, repo }) : null;
}

async function textOf({ what, text }: SpeakAsked, { stdin }: Terminal): Promise<string> {
  if (what !== 'answer' && what !== 'tell') return '';
  if (text !== null || stdin.isTTY) return text ?? '';
  return (await allOf(stdin)).trim();
}

interface Local {
  readonly place: LocalPlace;
  readonly id: string;
  readonly terminal: Terminal;
}

async function speakLocally(asked: SpeakAsked & { readonly text: string }, local: Local): Promise<number> {
  const { place, id, terminal } = local;
  const { issues, mailbox, dataDir, redactor } = place;
  const task = await read(local);
  const driver = driverOfLocalIssue(dataDir, issues.ofTask(id)?.number ?? 0);
  const following = followingFrom({ ...asked, isDriven: driver !== null }, task);
  const kept = `Kept for it. Nobody is at work on it now; this goes on: planwright resume ${id}`;
  const sent = driver === null ? kept : `Sent to the planwright at work on it (process ${driver}).`;
  switch (following.do) {
    case 'say':
      mailbox.post(id, { kind: 'said', text: redactor.text(following.text) });
      terminal.stdout.write(`${sent}\n`);
      return EXIT.done;
    case 'order':
      mailbox.post(id, { kind: 'control', word: following.word });
      terminal.stdout.write(`${sent}\n`);
      return EXIT.done;
    case 'nothing':
      terminal.stdout.write(`${following.said.replaceAll('<task>', id)}\n`);
      return EXIT.done;
    case 'refuse':
      throw new Fault('configuration', following.message, following.advice.replaceAll('<task>', id));
    case 'go_on':
      return runLocal({ ...PLAIN, repo: asked.repo, resume: id }, terminal);
    case 'begin_anew':
      return runLocal({ ...PLAIN, repo: asked.repo, retry: id, samePlan: asked.samePlan }, terminal);
    case 'end': {
      const code = await runLocal({ ...PLAIN, repo: asked.repo, resume: id, stops: true }, terminal);
      // A task that was stopped as requested did not succeed.
      const after = await read(local);
      return after !== null && isOver(after) ? EXIT.done : code;
    }
  }
}

async function read({ place, id }: Local): Promise<Task | null> {
  return replay(readHistory(await place.history.read(id)));
}

const PLAIN: RunAsked = {
  repo: null,
  issue: null,
  resume: null,
  retry: null,
  samePlan: false,
  stops: false,
  base: null,
  metaModel: null,
  plan: null,
  answers: null,
  assumes: true,
  sandbox: 'container',
  json: false,
};
