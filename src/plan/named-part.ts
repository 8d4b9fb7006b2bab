/**
 * Of a long command, the part that a criterion names (EXEC-6): several are often run as one, and what they begin with is
 * seldom what shows it. The exit code is that of all of it, so what is left out on either side is marked.
 */

/** What is no longer is read at a glance. */
const SHORT = 120;
const IN_BACKTICKS = /`([^`\n]{3,400})`/g;
/** Where a command may begin in a line. */
const BEGINNING = /(?:^|[;&|!]|(?<![\w$])\(|\b(?:then|do|else))\s*$/;
const NEXT = /\s*(?:;|&&|\|\||$)/;

/** The command itself where it is short, or names nothing of the criterion. */
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
