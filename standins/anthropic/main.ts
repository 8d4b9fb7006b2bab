/**
 * The stand-in as a separate process: `node main.ts <script module> [--port N] [--latency MS]`, key from
 * `ANTHROPIC_STANDIN_KEY`. The module exports `script`. Prints one line of JSON with its address when ready. `POST
 * /_control/faults` takes `{ trouble, when?: number, tool?, times? }`; `GET /_control/requests` returns the log.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { Script } from './script.ts';
import { startAnthropic } from './server.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { port: { type: 'string' }, latency: { type: 'string' } },
});
const scriptPath = positionals[0];
const apiKey = process.env['ANTHROPIC_STANDIN_KEY'];
if (scriptPath === undefined || apiKey === undefined) {
  process.stderr.write('Usage: ANTHROPIC_STANDIN_KEY=… node main.ts <script module> [--port N] [--latency MS]\n');
  process.exit(2);
}
const { script } = (await import(pathToFileURL(resolve(scriptPath)).href)) as { readonly script: Script };
const standIn = await startAnthropic({
  script,
  apiKey,
  control: true,
  port: Number(values.port ?? 0),
  latencyMs: Number(values.latency ?? 0),
});
process.stdout.write(`${JSON.stringify({ url: standIn.url })}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.once(signal, () => void standIn.close().then(() => process.exit(0)));
