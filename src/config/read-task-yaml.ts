/** Reads a Task YAML: reports all mistakes at once, each with its line and the probable meaning. */
import type { z } from 'zod';
import { Fault } from '../errors.ts';
import { nearest, valueAt } from './mistakes.ts';
import { MAX_YAML_BYTES, readYaml, type ReadYaml } from './read-yaml.ts';
import { keysAt, TaskYaml } from './task-yaml-schema.ts';

const ADVICE = 'Correct it and start again; docs/on-your-own-machine.md describes every key.';

export function readTaskYaml(source: string): TaskYaml {
  if (Buffer.byteLength(source) > MAX_YAML_BYTES)
    throw new Fault(
      'configuration',
      `The Task YAML has more than ${MAX_YAML_BYTES / 1024} KB.`,
      'Put the text of the task into a separate file, and name it in task.prd.path.',
    );
  if (source.trim() === '')
    throw new Fault('configuration', 'The Task YAML is empty.', 'planwright run < task.yaml, or --issue "…".');
  const yaml = readYaml(source);
  const broken = yaml.mistakes.map(({ line, column, code }) => `line ${line}, column ${column}: ${brokenBy(code)}`);
  if (broken.length > 0) throw mistaken(broken);
  const read = TaskYaml.safeParse(yaml.content);
  if (read.success) return read.data;
  throw mistaken(read.error.issues.flatMap((issue) => mistakesIn(issue, yaml)));
}

function brokenBy(code: string): string {
  if (code === 'MULTIPLE_DOCS') return 'there is a second document after "---"; one task at a time.';
  return `this is not valid YAML (${code.toLowerCase().replaceAll('_', ' ')}).`;
}

function mistaken(mistakes: readonly string[]): Fault {
  const count = mistakes.length === 1 ? 'There is a mistake' : `There are ${mistakes.length} mistakes`;
  return new Fault(
    'configuration',
    `${count} in the Task YAML:\n${mistakes.map((one) => `- ${one}`).join('\n')}`,
    ADVICE,
  );
}

function mistakesIn(issue: z.core.$ZodIssue, yaml: ReadYaml): readonly string[] {
  const at = (path: readonly PropertyKey[]) => {
    const line = yaml.placeOf(path)?.line;
    return `${path.map(String).join('.') || 'the document'}${line === undefined ? '' : ` (line ${line})`}`;
  };
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${at([...issue.path, key])}: there is no such key.${adviceFor(key, issue.path)}`);
  const isMissing = valueAt(yaml.content, issue.path) === undefined;
  const name = at(issue.path);
  return [isMissing ? `${name}: it is missing.` : `${name}: expected ${expectedBy(issue)}.`];
}

/** Values are not repeated, since one of them may be a secret. */
function expectedBy(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type') return issue.expected === 'object' ? 'a section with keys' : issue.expected;
  return issue.message.replace(/^(?:Too big|Too small): expected \w+ to (?:be|have) /, '');
}

function adviceFor(key: string, section: readonly PropertyKey[]): string {
  const known = keysAt(section);
  const meant = nearest(key, known);
  if (meant !== null) return ` Did you mean "${meant}"?`;
  return known.length === 0 ? '' : ` Known here: ${known.join(', ')}.`;
}
