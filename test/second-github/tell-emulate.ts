/** Reports to emulate what was pushed into a bare repository, through its own data API and with the pusher's rights. */
import { git, tryGit } from '../../standins/github/git/run-git.ts';

export interface Told {
  readonly gitDir: string;
  /** `/repos/{owner}/{name}` of emulate. */
  readonly repositoryUrl: string;
  readonly token: string;
}

export type Refs = ReadonlyMap<string, string>;

/** Its objects have git's names, so each is compared with its original. */
export async function tellEmulate(told: Told, before: Refs, after: Refs): Promise<void> {
  for (const [ref, sha] of after) {
    const old = before.get(ref);
    if (old === sha) continue;
    const known = [...before.values()].map((one) => `^${one}`);
    for (const commit of lines(await git(told.gitDir, ['rev-list', '--reverse', '--topo-order', sha, ...known])))
      await copyCommit(told, commit);
    if (old === undefined) await send(told, 'POST', '/git/refs', { ref, sha });
    else await send(told, 'PATCH', `/git/${ref}`, { sha });
  }
  for (const ref of before.keys()) if (!after.has(ref)) await send(told, 'DELETE', `/git/${ref}`);
}

async function copyCommit(told: Told, commit: string): Promise<void> {
  const raw = await git(told.gitDir, ['cat-file', 'commit', commit]);
  const end = raw.indexOf('\n\n');
  const header = raw.slice(0, end).split('\n');
  const of = (name: string) =>
    header.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));
  const tree = await copyTree(told, commit);
  const body = {
    message: raw.slice(end + 2),
    tree,
    parents: of('parent'),
    author: personIn(of('author')[0]),
    committer: personIn(of('committer')[0]),
  };
  const made = await send(told, 'POST', '/git/commits', body);
  if (made['sha'] !== commit) throw new Error(`emulate calls commit ${commit} ${String(made['sha'])}.`);
}

async function copyTree(told: Told, commit: string): Promise<string> {
  const listed = (await git(told.gitDir, ['ls-tree', '-r', '-z', '--full-tree', commit])).split('\0').filter(Boolean);
  const tree = [];
  for (const line of listed) {
    const [, mode = '', type = '', sha = '', path = ''] = /^(\d+) (\w+) (\w+)\t(.*)$/s.exec(line) ?? [];
    if (type === 'blob') await copyBlob(told, sha);
    tree.push({ path, mode, type, sha });
  }
  return String((await send(told, 'POST', '/git/trees', { tree }))['sha']);
}

async function copyBlob(told: Told, sha: string): Promise<void> {
  const { stdout } = await tryGit(told.gitDir, ['cat-file', 'blob', sha]);
  const content = stdout.toString('base64');
  const made = await send(told, 'POST', '/git/blobs', { content, encoding: 'base64' });
  if (made['sha'] !== sha) throw new Error(`emulate calls blob ${sha} ${String(made['sha'])}.`);
}

async function send(
  told: Told,
  method: string,
  path: string,
  body?: object,
): Promise<Readonly<Record<string, unknown>>> {
  const answer = await fetch(`${told.repositoryUrl}${path}`, {
    method,
    headers: { authorization: `token ${told.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`emulate answers ${method} ${path} with ${answer.status}: ${text}`);
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

/** `Name <address> seconds +hhmm`, as the API expects it. */
function personIn(line: string | undefined) {
  const [, name = '', email = '', seconds = '0', sign = '+', hours = '00', minutes = '00'] =
    /^(.*) <(.*)> (\d+) ([+-])(\d\d)(\d\d)$/.exec(line ?? '') ?? [];
  const offsetMs = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000;
  const local = new Date(Number(seconds) * 1_000 + offsetMs).toISOString().replace(/\.000Z$/, '');
  return { name, email, date: `${local}${sign}${hours}:${minutes}` };
}

function lines(text: string): readonly string[] {
  return text.split('\n').filter(Boolean);
}
