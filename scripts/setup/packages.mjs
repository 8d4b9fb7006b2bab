import { has, run, tail } from './run.mjs';
import { SetupProblem } from './say.mjs';

/**
 * How this user runs a command as root without being asked for a password; null when there is no way.
 * @returns {Promise<readonly string[] | null>} what to put before the command
 */
export async function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  return (await run('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n'] : null;
}

/** @param {string} command @param {readonly string[]} args */
export async function runAsRoot(command, args) {
  const prefix = await rootPrefix();
  if (prefix === null) return { code: 1, stdout: '', output: `"${command}" needs root, and sudo asks for a password.` };
  const [first = command, ...rest] = [...prefix, command, ...args];
  return run(first, rest);
}

/**
 * Installs Debian packages without asking anything; says which command does it where this user may not.
 * @param {readonly string[]} names
 * @param {(text: string) => void} note
 */
export async function installPackages(names, note) {
  const command = `sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}`;
  if (!(await has('apt-get'))) {
    throw new SetupProblem(`This machine has no apt, so ${names.join(', ')} cannot be installed from here.`, [
      "Install it with your system's package manager, then run `npm run setup` again.",
    ]);
  }
  if ((await rootPrefix()) === null)
    throw new SetupProblem('Installing needs root, and sudo asks for a password.', [
      'Run:',
      `  ${command}`,
      'and then `npm run setup` again.',
    ]);
  note(`installing ${names.join(' ')}`);
  const apt = ['DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=120'];
  const install = () => runAsRoot('env', [...apt, 'install', '-y', '--no-install-recommends', ...names]);
  if ((await install()).code === 0) return;
  // Missing or outdated package lists are the usual reason.
  note('updating the package lists');
  await runAsRoot('env', [...apt, 'update']);
  const { code, output } = await install();
  if (code !== 0)
    throw new SetupProblem(`apt could not install ${names.join(' ')}.`, [...tail(output, 8), 'Run:', `  ${command}`]);
}
