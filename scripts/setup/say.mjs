const onTerminal = process.stdout.isTTY === true && process.env['TERM'] !== 'dumb';
const coloured = onTerminal && process.env['NO_COLOR'] === undefined;
const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** What a person has to do before the set-up can continue. `todo` contains commands or sentences, one per line. */
export class SetupProblem extends Error {
  /** @param {string} message @param {readonly string[]} todo */
  constructor(message, todo = []) {
    super(message);
    this.name = 'SetupProblem';
    this.todo = todo;
  }
}

/** @param {string} text @param {number} code */
function paint(text, code) {
  return coloured ? `\u001b[${code}m${text}\u001b[0m` : text;
}

/** @typedef {{ readonly state: 'ready' | 'done', readonly detail: string }} StepResult */

/** There was nothing to do. @param {string} detail @returns {StepResult} */
export function stepReady(detail) {
  return { state: 'ready', detail };
}

/** @param {string} detail @returns {StepResult} */
export function stepDone(detail) {
  return { state: 'done', detail };
}

/** @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** @param {number} startedAt */
function seconds(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}

/**
 * Runs one step and says in one line how it ended. On a terminal a spinner shows what it is at; elsewhere each note is a line.
 * @param {string} title
 * @param {(note: (text: string) => void) => Promise<StepResult>} act
 * @returns {Promise<SetupProblem | null>} what is left for a person to do
 */
export async function step(title, act) {
  const startedAt = performance.now();
  const label = title.padEnd(16);
  let latest = '';
  let frame = 0;
  const draw = () =>
    process.stdout.write(
      `\r\u001b[2K${frames[frame++ % frames.length]} ${label} ${latest} ${paint(seconds(startedAt), 2)}`,
    );
  const spinner = onTerminal ? setInterval(draw, 100) : undefined;
  const note = (/** @type {string} */ text) => {
    if (onTerminal) latest = text.slice(0, Math.max(20, (process.stdout.columns ?? 80) - 34));
    else say(`… ${label} ${text}`);
  };
  const end = (/** @type {string} */ mark, /** @type {string} */ text) => {
    clearInterval(spinner);
    say(`${onTerminal ? '\r\u001b[2K' : ''}${mark} ${label} ${text} ${paint(`(${seconds(startedAt)})`, 2)}`);
  };
  try {
    const result = await act(note);
    end(paint('✓', 32), `${result.state}: ${result.detail}`);
    return null;
  } catch (error) {
    const problem =
      error instanceof SetupProblem ? error : new SetupProblem(error instanceof Error ? error.message : String(error));
    end(paint('✗', 31), problem.message);
    for (const line of problem.todo) say(`    ${line}`);
    return problem;
  }
}
