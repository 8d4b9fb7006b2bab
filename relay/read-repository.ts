/** The files of a folder, for the stand-in of GitHub. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

const LEFT_OUT = new Set(['node_modules', '.git']);

/** Only text files; others are left out and reported. */
export async function readRepository(
  folder: string,
): Promise<{ readonly files: Readonly<Record<string, string>>; readonly leftOut: readonly string[] }> {
  const files: Record<string, string> = {};
  const leftOut: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
    if (!entry.isFile() || path.split('/').some((part) => LEFT_OUT.has(part))) continue;
    const bytes = await readFile(join(folder, path));
    if (bytes.includes(0)) leftOut.push(path);
    else files[path] = bytes.toString('utf8');
  }
  return { files, leftOut };
}

/** A Markdown file: its first heading is the title of the issue, the rest its text. */
export async function readIssueFile(path: string): Promise<{ readonly title: string; readonly body: string }> {
  const [, title, body = ''] = /^# (.+)\n([^]*)$/.exec(await readFile(path, 'utf8')) ?? [];
  if (title === undefined) throw new Error(`${path}: the first line is "# " and the title of the issue.`);
  return { title, body: body.trim() };
}
