#!/usr/bin/env node
// `planwright`: runs what the build made. `npm start` and the image build first.
import { existsSync } from 'node:fs';

const main = new URL('../dist/src/app/main.js', import.meta.url);
if (existsSync(main)) {
  await import(main.href);
} else {
  process.stderr.write(
    'planwright: it is not built yet.\nRun "npm run setup" and "npm run build" in the project folder, then try again.\n',
  );
  process.exitCode = 1;
}
