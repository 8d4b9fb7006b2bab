import { spawn } from 'node:child_process';

/**
 * Runs a program to its end, without a shell. Never rejects for an exit code: a program that cannot be started answers 127.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ readonly cwd?: string, readonly env?: Readonly<Record<string, string | undefined>>, readonly timeoutMs?: number }} options
 * @returns {Promise<{ readonly code: number, readonly stdout: string, readonly output: string }>} `output` is both streams, in order
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.timeoutMs === undefined ? {} : { timeout: options.timeoutMs }),
    });
    let stdout = '';
    let output = '';
    child.stdout.on('data', (/** @type {Buffer} */ chunk) => {
      stdout += chunk;
      output += chunk;
    });
    child.stderr.on('data', (/** @type {Buffer} */ chunk) => {
      output += chunk;
    });
    child.on('error', (error) => resolve({ code: 127, stdout, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, stdout, output }));
  });
}

/** Runs a program on this terminal. @param {string} command @param {readonly string[]} args @param {string} cwd @returns {Promise<number>} */
export function runShown(command, args, cwd) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd, stdio: 'inherit' });
    const pass = (/** @type {NodeJS.Signals} */ signal) => child.kill(signal);
    process.on('SIGTERM', pass);
    // On Ctrl-C the terminal signals the child itself; this process only has to outlive it.
    const wait = () => undefined;
    process.on('SIGINT', wait);
    const end = (/** @type {number} */ code) => {
      process.off('SIGTERM', pass);
      process.off('SIGINT', wait);
      resolve(code);
    };
    child.on('error', () => end(127));
    child.on('close', (code) => end(code ?? 1));
  });
}

/** Looks a program up on the PATH. @param {string} program */
export async function has(program) {
  return (await run('sh', ['-c', 'command -v "$1"', 'sh', program])).code === 0;
}

/** @param {string} output @param {number} lines */
export function tail(output, lines) {
  return output.trim().split('\n').slice(-lines);
}
