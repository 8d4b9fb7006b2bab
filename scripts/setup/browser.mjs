import { installPackages } from './packages.mjs';
import { run } from './run.mjs';
import { stepDone, stepReady } from './say.mjs';

/** Any of them works; the first is Debian's. */
const browsers = ['chromium', 'chromium-browser', 'google-chrome'];

/** The path of the browser for the set-up page in the tests; null if there is none. */
export async function findBrowser() {
  for (const name of browsers) {
    const { code, stdout } = await run('sh', ['-c', 'command -v "$1"', 'sh', name]);
    if (code === 0) return stdout.trim();
  }
  return null;
}

/** @param {(text: string) => void} note */
export async function ensureBrowser(note) {
  const present = await findBrowser();
  if (present === null) await installPackages(['chromium'], note);
  // Debian's start script complains on standard error.
  const version = (await run(present ?? 'chromium', ['--version'])).stdout.trim() || 'of unknown version';
  return (present === null ? stepDone : stepReady)(version);
}
