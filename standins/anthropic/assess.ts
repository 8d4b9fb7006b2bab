/**
 * The answer of a model that judges finished work honestly: each criterion is met, proved by the newest passed command,
 * or else by a line of the change; open points stay open, and the plan stays.
 */
import { textOf, type Json, type SeenRequest } from './script.ts';

export function assessHonestly(request: SeenRequest, decision: Json | null = WILL_DO): Json {
  const asked = request.messages.map(textOf).find((text) => text.includes('# Is it done?')) ?? '';
  const evidence = evidenceIn(section(asked, 'The commands that ran'), section(asked, 'The change'));
  const ids = found(/^- (\S+): /gm, section(asked, 'Acceptance criteria'));
  return {
    summary: 'What was asked for is there.',
    all_criteria_satisfied: evidence.length > 0,
    details: {
      passed_criteria: evidence.length === 0 ? [] : ids.map((id) => ({ id, evidence })),
      remaining_risks: found(/^- (P\d+), /gm, section(asked, 'What was found on the way')),
    },
    ...(decision === null ? {} : { replan_decision: decision }),
  };
}

const WILL_DO: Json = {
  replan_needed: false,
  confidence: 0.9,
  reasoning: 'It will do.',
  replan_type: 'none',
};

/** The text below the last heading of that name. */
function section(text: string, heading: string): string {
  const from = text.lastIndexOf(`\n## ${heading}\n`);
  if (from === -1) return '';
  const rest = text.slice(from + heading.length + 5);
  const end = rest.search(/^## /m);
  return end === -1 ? rest : rest.slice(0, end);
}

function found(pattern: RegExp, text: string): readonly string[] {
  return [...text.matchAll(pattern)].map((match) => match[1] ?? '');
}

function evidenceIn(commands: string, change: string): readonly Json[] {
  const [, command, output = ''] =
    /^C\d+ \$ (.+)\n\[exit code 0\]\n?([^]*?)(?=\n\nC\d+ \$ |\n<\/|$(?![^]))/m.exec(commands) ?? [];
  if (command !== undefined) return [{ command, exit_code: 0, lines: tellingLine(output) }];
  const [, path, number, quote] = /^\+\+\+ b\/(\S+)\n(?:[^+].*\n)*?\+(\d+): (.*\S.*)$/m.exec(change) ?? [];
  return path === undefined ? [] : [{ path, start_line: Number(number), quote }];
}

/** The line with the number of passed tests, or else the first. */
function tellingLine(output: string): readonly string[] {
  const [first = '', ...others] = output.split('\n').map((line) => line.trim());
  return [[first, ...others].find((line) => /\bpass(ed)? \d|\d passed\b/.test(line)) ?? first].filter(
    (line) => line !== '',
  );
}
