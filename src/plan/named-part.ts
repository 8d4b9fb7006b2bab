/**
 * The part of a long command that a criterion names (EXEC-6): several commands are often run as one, and their
 * beginning is seldom the proof. The exit code belongs to the whole, so omissions are marked.
 */

/** Up to this length a command is shown whole. */
const SHORT = 120;
const IN_BACKTICKS = /`([^`\n]{3,400})`/g;
/** Where a command may begin in a line. */
const BEGINNING = /(?:^|[;&|!]|(?<![\w$])\(|\b(?:then|do|else))\s*$/;
const NEXT = /\s*(?:;|&&|\|\||$)/;

/** The whole command if it is short, or the criterion names none of it. */
export function namedPart(command: string, criterion: string): string {
  if (command.length <= SHORT) return command;
  for (const [, named = ''] of criterion.matchAll(IN_BACKTICKS)) {
    const at = beginningOf(named, command);
    if (at === -1) continue;
    const [line = ''] = command.slice(at + named.length).split('\n', 1);
    const end = at + named.length + (NEXT.exec(line)?.index ?? 0);
    return `${at === 0 ? '' : '… '}${command.slice(at, end)}${end === command.length ? '' : ' …'}`;
  }
  return command;
}

function beginningOf(named: string, command: string): number {
  for (let at = command.indexOf(named); at !== -1; at = command.indexOf(named, at + 1)) {
    const before = command.slice(command.lastIndexOf('\n', at - 1) + 1, at);
    if (at === 0 || BEGINNING.test(before)) return at;
  }
  return -1;
}
