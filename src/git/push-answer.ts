/** What git in the sandbox is told, in the form in which it shows it to its caller. */
import { realpathSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { dirname } from 'node:path';
import type { TaskRepository } from './git-environment.ts';
import { WORK_REF } from './task-repository.ts';

export type Service = 'info/refs' | 'git-upload-pack' | 'git-receive-pack';

/**
 * Git shows the text of a refused ref list, but only the status of other refusals; so those are sent as regular
 * answers.
 */
export function refuseGit(response: ServerResponse, service: Service, status: number, sentence: string): void {
  if (response.headersSent || response.destroyed) return;
  if (service === 'info/refs') refuseText(response, status, sentence);
  else {
    response
      .writeHead(200, { 'content-type': `application/x-${service}-result`, 'cache-control': 'no-cache' })
      .end(service === 'git-upload-pack' ? packet(`ERR ${sentence}`) : refusedPush(sentence));
  }
}

export function refuseText(response: ServerResponse, status: number, sentence: string): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
}

/** The report of a push, in the first band: `! [remote rejected] HEAD -> work (why)`. */
function refusedPush(sentence: string): string {
  return `${packet(`\u0001${packet('unpack ok\n')}${packet(`ng ${WORK_REF} ${sentence}\n`)}0000`)}0000`;
}

function packet(text: string): string {
  return `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`;
}

/** Changed in place, since packets contain their length. The path git was called with may be a link to the real one. */
export function hideHostPaths(answer: Buffer, { host, gitDirectory }: TaskRepository): void {
  const folder = dirname(host.homeDirectory);
  const paths = [gitDirectory, folder].flatMap((path) => [path, realPath(path)]);
  for (const path of paths) {
    for (let at = answer.indexOf(path); at !== -1; at = answer.indexOf(path, at))
      answer.fill('.', at, at + Buffer.byteLength(path));
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
