import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ownFolder = '/usr/local/share/ca-certificates';
const debianFolder = '/usr/share/ca-certificates';
const bundle = '/etc/ssl/certs/ca-certificates.crt';

/** @param {string} text @returns {readonly X509Certificate[]} */
export function readCertificates(text) {
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+?-----END CERTIFICATE-----/g) ?? [];
  return blocks.flatMap((block) => {
    try {
      return [new X509Certificate(block)];
    } catch {
      return [];
    }
  });
}

/** @param {string} folder @returns {string} */
function readFolder(folder) {
  if (!existsSync(folder)) return '';
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.crt'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}

/**
 * The authorities that this host trusts and a Debian image does not know: what an administrator added, and what the host's bundle
 * holds beyond the distribution's. On most machines there are none.
 * @param {{ readonly own: string, readonly distribution: string, readonly bundle: string }} texts
 * @returns {ReadonlyMap<string, string>} PEM by fingerprint
 */
export function extraCertificates(texts) {
  const known = new Set(readCertificates(texts.distribution).map((certificate) => certificate.fingerprint256));
  // Without the distribution's own list nothing tells an addition in the bundle from the rest.
  const candidates = readCertificates(known.size === 0 ? texts.own : `${texts.own}\n${texts.bundle}`);
  const extra = candidates.filter((certificate) => !known.has(certificate.fingerprint256));
  const byPrint = new Map(
    extra.map((certificate) => [certificate.fingerprint256.replaceAll(':', '').toLowerCase(), certificate.toString()]),
  );
  return new Map([...byPrint].toSorted(([a], [b]) => a.localeCompare(b)));
}

/** Writes the extra authorities for the image builds. @param {string} folder @returns {readonly string[]} their fingerprints */
export function gatherCertificates(folder) {
  const extra = extraCertificates({
    own:
      readFolder(ownFolder) +
      (process.env['NODE_EXTRA_CA_CERTS'] ? readIfThere(process.env['NODE_EXTRA_CA_CERTS'], bundle) : ''),
    distribution: readFolder(debianFolder),
    bundle: existsSync(bundle) ? readFileSync(bundle, 'utf8') : '',
  });
  const wanted = new Set([...extra.keys()].map((print) => `${print.slice(0, 16)}.crt`));
  for (const name of readdirSync(folder)) if (name.endsWith('.crt') && !wanted.has(name)) rmSync(join(folder, name));
  for (const [print, pem] of extra) writeFileSync(join(folder, `${print.slice(0, 16)}.crt`), pem);
  return [...extra.keys()];
}

/** @param {string} file @param {string} except */
function readIfThere(file, except) {
  return file !== except && existsSync(file) ? `\n${readFileSync(file, 'utf8')}` : '';
}
