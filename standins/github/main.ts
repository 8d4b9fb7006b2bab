/**
 * The stand-in as a process of its own, with its control door open on loopback.
 *
 *   GITHUB_STANDIN_OPTIONS='{"port":4000,"repositories":[{"owner":"acme","name":"shop"}]}' node dist/standins/github/main.js
 *
 * Arguments `--port` and `--folder` win over the options. Prints one line of JSON (address and App credentials) when
 * it is ready, and ends on SIGTERM, SIGINT, or when its standard input ends and `--die-with-parent` was given.
 */
import { parseArgs } from 'node:util';
import type { GitHubOptions } from './options.ts';
import { startGitHub } from './start.ts';

const { values } = parseArgs({
  options: { port: { type: 'string' }, folder: { type: 'string' }, 'die-with-parent': { type: 'boolean' } },
});
const given = JSON.parse(process.env['GITHUB_STANDIN_OPTIONS'] ?? '{}') as GitHubOptions;
const standin = await startGitHub({
  ...given,
  control: true,
  ...(values.port === undefined ? {} : { port: Number(values.port) }),
  ...(values.folder === undefined ? {} : { folder: values.folder }),
});
process.stdout.write(`${JSON.stringify({ url: standin.url, apiUrl: standin.apiUrl, ...standin.credentials })}\n`);

async function end(): Promise<void> {
  await standin.close();
  process.exit(0);
}
process.once('SIGTERM', () => void end());
process.once('SIGINT', () => void end());
if (values['die-with-parent'] === true) process.stdin.resume().once('end', () => void end());
