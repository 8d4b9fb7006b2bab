import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBase, inspectImage } from './base-image.mjs';
import { gatherCertificates } from './certificates.mjs';
import { engineCall } from './engine-api.mjs';
import { gatherNode } from './node-packages.mjs';
import { tail } from './run.mjs';
import { SetupProblem, stepDone, stepReady } from './say.mjs';

/** The sandbox images; the configuration's defaults name the same ones. */
export const sandboxImages = [
  { target: 'sandbox-base', tags: ['planwright/sandbox-base:0.1', 'planwright/sandbox-base:dev'] },
  { target: 'sandbox-node', tags: ['planwright/sandbox-node:0.1'] },
  { target: 'sandbox-python', tags: ['planwright/sandbox-python:0.1'] },
];
export const serviceImage = { target: 'service', tags: ['planwright/service:0.1'] };
const recipeLabel = 'planwright.recipe';
const recipeFiles = ['Dockerfile', 'images/install-node.sh', 'images/node.sha512'];
const sandboxContext = [...recipeFiles, 'images/context'];
const serviceFiles = ['package.json', 'package-lock.json', 'app.yml', 'scripts/bundle.mjs', 'src', 'prompts'];
const proxyNames = ['http_proxy', 'https_proxy', 'no_proxy', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'];

/**
 * Names everything that goes into an image, so that it is built again when, and only when, one of them changes.
 * @param {readonly string[]} texts
 */
export function recipeOf(texts) {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** A build whose network failed may find it through the host's: name servers on the host's loopback, for one. @param {string} log */
export function isNetworkFailure(log) {
  return /Temporary failure (in name resolution|resolving)|Could not (resolve|connect)|Unable to connect|Failed to fetch|Network is unreachable/i.test(
    log,
  );
}

/** @param {Readonly<Record<string, string | undefined>>} env */
function proxyArguments(env) {
  return Object.fromEntries(proxyNames.flatMap((name) => (env[name] ? [[name, env[name]]] : [])));
}

/**
 * @param {string} root @param {{ readonly target: string, readonly tags: readonly string[], readonly files: readonly string[] }} image
 * @param {{ readonly base: string, readonly recipe: string, readonly network: string, readonly note: (text: string) => void }} how
 * @returns {Promise<string | null>} the build's log when it failed
 */
async function build(root, image, how) {
  const query = new URLSearchParams({
    target: image.target,
    forcerm: '1',
    networkmode: how.network,
    buildargs: JSON.stringify({ BASE: how.base, ...proxyArguments(process.env) }),
    labels: JSON.stringify({ [recipeLabel]: how.recipe }),
  });
  for (const tag of image.tags) query.append('t', tag);
  const packer = spawn(
    'tar',
    ['--create', '--owner=0', '--group=0', '--exclude=.tmp-*', '--directory', root, ...image.files],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let log = '';
  let at = '';
  let failed = false;
  const { status, text } = await engineCall('POST', `/build?${query}`, {
    body: packer.stdout,
    onLine: (line) => {
      const text = line.stream ?? line.error ?? '';
      log = (log + text).slice(-20_000);
      failed ||= line.error !== undefined;
      at = /^Step (\d+\/\d+)/.exec(text)?.[1] ?? at;
      if (text.startsWith(' ---> Running in')) how.note(`building ${image.target}, step ${at}`);
    },
  });
  return status === 200 && !failed ? null : log + text;
}

/**
 * Builds an image unless one of the same recipe is there.
 * @param {string} root @param {{ readonly target: string, readonly tags: readonly string[], readonly files: readonly string[] }} image
 * @param {{ readonly base: () => Promise<string>, readonly recipe: string, readonly note: (text: string) => void }} how
 */
export async function ensureImage(root, image, how) {
  const before = await Promise.all(image.tags.map(inspectImage));
  if (before.every((found) => found?.Config.Labels?.[recipeLabel] === how.recipe)) return false;
  how.note(`building ${image.target}`);
  const options = { base: await how.base(), recipe: how.recipe, note: how.note };
  let log = await build(root, image, { ...options, network: 'default' });
  if (log !== null && isNetworkFailure(log)) log = await build(root, image, { ...options, network: 'host' });
  if (log !== null) throw new SetupProblem(`The image ${image.target} could not be built.`, tail(log, 12));
  for (const id of new Set(before.flatMap((found) => (found === null ? [] : [found.Id])))) await removeUntagged(id);
  return true;
}

/** An image that lost its tags to a newer one goes, unless somebody named it or a container stands on it. @param {string} id */
async function removeUntagged(id) {
  const old = await inspectImage(id);
  if (old !== null && old.RepoTags.length === 0) await engineCall('DELETE', `/images/${id}`);
}

/**
 * What each target's recipe and build context consist of.
 * @param {string} root @param {'sandboxes' | 'service'} which
 */
function planOf(root, which) {
  const folders = ['node', 'certificates'].map((name) => join(root, 'images/context', name));
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  const prints = gatherCertificates(folders[1] ?? '');
  const service = which === 'service';
  const files = service ? [...recipeFiles, ...serviceFiles.flatMap((path) => filesBelow(root, path))] : recipeFiles;
  return {
    images: service ? [serviceImage] : sandboxImages,
    files: service
      ? [...sandboxContext, ...serviceFiles.filter((path) => existsSync(join(root, path)))]
      : sandboxContext,
    recipe: recipeOf([...files.map((file) => readFileSync(join(root, file), 'utf8')), ...prints]),
  };
}

/** @param {string} root @param {string} path @returns {readonly string[]} */
function filesBelow(root, path) {
  if (!existsSync(join(root, path))) return [];
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .toSorted()
    .flatMap((name) => filesBelow(root, join(path, name)));
}

/** @param {string} root @param {'sandboxes' | 'service'} which @returns {Promise<readonly string[]>} images that are missing or of another recipe */
export async function staleImages(root, which) {
  const { images, recipe } = planOf(root, which);
  const tags = images.flatMap((image) => image.tags);
  const found = await Promise.all(tags.map(inspectImage));
  return tags.filter((_, index) => found[index]?.Config.Labels?.[recipeLabel] !== recipe);
}

/** @param {string} root @param {'sandboxes' | 'service'} which @param {(text: string) => void} note */
export async function ensureImages(root, which, note) {
  const { images, files, recipe } = planOf(root, which);
  /** @type {Promise<string> | undefined} */
  let base;
  const prepare = async () => {
    await gatherNode(join(root, 'images'), note);
    return ensureBase(note);
  };
  /** @type {string[]} */
  const built = [];
  for (const image of images) {
    if (await ensureImage(root, { ...image, files }, { base: () => (base ??= prepare()), recipe, note }))
      built.push(image.target);
  }
  return built.length === 0
    ? stepReady(images.map((image) => image.target).join(', '))
    : stepDone(`built ${built.join(', ')}`);
}
