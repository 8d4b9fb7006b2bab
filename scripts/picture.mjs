#!/usr/bin/env node
// The picture in the README: the page of the last `npm run demo`, dist/demo-issue.html, in chromium.
import { execFileSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = join(root, 'dist/demo-issue.html');
const picture = join(root, 'docs/images/progress.png');
/** Wide enough for a comment, tall enough for the demo's text. */
const [width = '892', height = '1065'] = process.argv.slice(2);

if (!existsSync(page)) {
  console.error('There is no dist/demo-issue.html to take a picture of. Run "npm run demo" first.');
  process.exitCode = 1;
} else {
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking', '--hide-scrollbars'];
  try {
    execFileSync(
      'chromium',
      [...flags, `--window-size=${width},${height}`, `--screenshot=${picture}`, `${pathToFileURL(page).href}#picture`],
      { stdio: ['ignore', 'ignore', 'pipe'], timeout: 60_000 },
    );
    console.log(`docs/images/progress.png: ${Math.ceil(statSync(picture).size / 1024)} KB. Look at it: ${picture}`);
  } catch (error) {
    const missing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    console.error(
      missing
        ? 'There is no chromium on this machine. Install it ("sudo apt-get install chromium fonts-noto-color-emoji").'
        : `chromium failed: ${error instanceof Error ? error.message : String(error)}`,
    );
    process.exitCode = 1;
  }
}
