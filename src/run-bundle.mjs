// Runs the service's bundle with the code cache that was made with it; compiling would take half of the start time.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { constants, Script } from 'node:vm';

/** The bundle starts with `//` and a unique id, which is also appended to its code cache. */
const NAME = /^\/\/([0-9a-f-]{36})\n/;

/**
 * V8 rejects the cache of another version, but compares only the length of the source; hence the id.
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
  /** The code compiled so far, to be stored beside the bundle. */
  return () => Buffer.concat([script.createCachedData(), Buffer.from(NAME.exec(source)?.[1] ?? '')]);
}
