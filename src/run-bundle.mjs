// Runs the bundle of the service, with what V8 compiled of it when it was made: half of a start would go into that.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { constants, Script } from 'node:vm';

/** The bundle begins with `//` and a name of its own, which stands behind what was compiled of it, too. */
const NAME = /^\/\/([0-9a-f-]{36})\n/;

/**
 * V8 takes only what it compiled itself; of the source it looks at nothing but the length.
 * @param {string} file @param {string} source
 */
function compiledBefore(file, source) {
  try {
    const kept = readFileSync(`${file}.compiled`);
    const name = kept.toString('latin1', kept.length - 36);
    return name === NAME.exec(source)?.[1] ? kept.subarray(0, -36) : undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} file */
export function runBundle(file) {
  const source = readFileSync(file, 'utf8');
  const script = new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    cachedData: compiledBefore(file, source),
    importModuleDynamically: constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  /** What is compiled by now, to be kept beside the bundle. */
  return () => Buffer.concat([script.createCachedData(), Buffer.from(NAME.exec(source)?.[1] ?? '')]);
}
