#!/usr/bin/env node
// A task of the real service on any folder, where you answer for the model. See `node scripts/relay.mjs --help`.
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runShown } from './setup/run.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const help = `node scripts/relay.mjs <command>        (after "npm run setup" and "npm run build")

  start --repository <folder> --issue <file.md> --into <folder> [--name owner/name] [--set NAME=value]…
      Opens the issue ("# Title", then its text) on a stand-in of GitHub that holds the folder, labels it, and runs
      the service on it. Each request to the model is laid into <into>/requests as <n>.md (to read) and <n>.json (as
      it was sent) and waits for an answer. What people see: <into>/thread.md and thread.html, the states before it
      in <into>/threads. At the end: <into>/calls.md (calls and tokens by kind) and history.jsonl. --set gives the
      service a setting, such as PLANNING_ENABLED=false.
  waiting <into>                        which request waits, and what it offers
  answer <into> <n> <tool> < input.json     answers it with a call of that tool; more calls: an array of [tool, input]
  answer <into> <n> text < words            answers it with words alone
  say <into> < comment.md               a comment of the maintainer on the issue`;

const [command, ...args] = process.argv.slice(2);
try {
  process.exitCode = await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** @returns {Promise<number>} */
async function run() {
  switch (command) {
    case 'start':
      for (const name of ['--repository', '--issue', '--into'])
        if (!args.includes(name)) throw new Error(`${name} is missing.\n\n${help}`);
      mustBeFresh(resolve(args[args.indexOf('--into') + 1] ?? '.'));
      return runShown(process.execPath, [join(root, 'dist/relay/main.js'), ...args], process.cwd());
    case 'waiting':
      return waiting(resolve(args[0] ?? '.'));
    case 'answer':
      return answer(resolve(args[0] ?? '.'), Number(args[1]), args[2] ?? '');
    case 'say':
      return say(resolve(args[0] ?? '.'));
    case undefined:
    case '--help':
      console.log(help);
      return 0;
    default:
      throw new Error(`There is no command "${command}".\n\n${help}`);
  }
}

/**
 * Two tasks in one folder would answer each other's requests.
 * @param {string} into
 */
function mustBeFresh(into) {
  if (existsSync(join(into, 'requests')))
    throw new Error(`${into} holds the requests of a task already. Name another folder, or remove it first.`);
}

/** @param {string} into */
function waiting(into) {
  const requests = join(into, 'requests');
  const names = readdirSync(requests).filter((name) => /^\d+\.md$/.test(name));
  for (const name of names.toSorted()) {
    const file = join(requests, name);
    if (existsSync(file.replace(/md$/, 'answer.json'))) continue;
    console.log(`${file}: ${offered(file.replace(/md$/, 'json')).join(', ')}`);
  }
  return 0;
}

/** @param {string} into @param {number} number @param {string} tool */
function answer(into, number, tool) {
  const file = join(into, 'requests', String(number).padStart(3, '0'));
  const given = readFileSync(0, 'utf8');
  const calls = tool === 'text' ? [] : callsOf(tool, JSON.parse(given));
  const known = offered(`${file}.json`);
  for (const { name } of calls) if (!known.includes(name)) throw new Error(`Request ${number} offers no ${name}.`);
  const content = tool === 'text' ? [{ type: 'text', text: given.trim() }] : calls;
  writeFileSync(`${file}.answer.new`, `${JSON.stringify({ content }, null, 1)}\n`);
  renameSync(`${file}.answer.new`, `${file}.answer.json`);
  return 0;
}

/** @param {string} tool @param {unknown} input */
function callsOf(tool, input) {
  const calls = Array.isArray(input) ? input : [[tool, input]];
  return calls.map(([name, of]) => ({ type: 'tool_use', name: String(name), input: of }));
}

/** @param {string} file @returns {readonly string[]} */
function offered(file) {
  const { tools = [] } = JSON.parse(readFileSync(file, 'utf8'));
  return tools.map((/** @type {{ name: string }} */ { name }) => name);
}

/** @param {string} into */
async function say(into) {
  const { github, repository, issue, by } = JSON.parse(readFileSync(join(into, 'stage.json'), 'utf8'));
  const body = readFileSync(0, 'utf8').trim();
  const answered = await fetch(`${github}/_control/comment`, {
    method: 'POST',
    body: JSON.stringify({ repository, issue, by, body }),
  });
  if (!answered.ok) throw new Error(await answered.text());
  return 0;
}
