import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A real certificate authority of its own, made by openssl. */
export async function makeAuthority(name: string): Promise<{ readonly certificate: string; readonly key: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'planwright-authority-'));
  const [keyFile, certificateFile] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const args = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
  ];
  try {
    await promisify(execFile)('openssl', [...args, '-keyout', keyFile, '-out', certificateFile]);
    return { certificate: await readFile(certificateFile, 'utf8'), key: await readFile(keyFile, 'utf8') };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
