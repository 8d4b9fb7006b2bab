/** What people can read of a task: the issue with its comments, and the pull requests. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issuePage, type Post } from '../demo/issue-page.ts';
import type { Stage } from '../demo/stage.ts';

export async function postsOf({ github, repository }: Stage, issue: number): Promise<readonly Post[]> {
  const thread = github.acts.readIssue({ repository, issue });
  const [owner, name] = repository.split('/');
  const known = github.world.repositories.find((one) => one.owner.login === owner && one.name === name);
  const pulls = (known?.issues ?? []).flatMap(({ pull, ...one }) => (pull === null ? [] : [{ ...one, pull }]));
  return [
    {
      title: `${thread.issue.title} #${issue}`,
      author: thread.issue.user?.login ?? '',
      markdown: thread.issue.body ?? '',
    },
    ...thread.comments.map(({ user, body }) => ({ author: user?.login ?? '', markdown: body ?? '' })),
    ...pulls.map(({ number, title, body, author, pull }) => ({
      title: `${title} #${number}${pull.draft ? ' (draft)' : ''}`,
      author: author.login,
      markdown: body ?? '',
    })),
  ].map((post) => ({ ...post, isPictured: false }));
}

/** As Markdown, and as the page that a browser shows. */
export async function writeThread(into: string, posts: readonly Post[]): Promise<void> {
  const markdown = posts.map(
    ({ title, author, markdown: text }) => `${title === undefined ? '' : `# ${title}\n\n`}**${author}**\n\n${text}\n`,
  );
  await writeFile(join(into, 'thread.md'), markdown.join('\n---\n\n'));
  await writeFile(join(into, 'thread.html'), issuePage(posts));
}
