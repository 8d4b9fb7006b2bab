/** The branch of a task, made by us from the issue alone: `planwright/<issue>-<slug>`. */
const MAX_SLUG_LENGTH = 40;

export function branchName(issue: number, title: string): string {
  const words =
    title
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  let slug = '';
  for (const word of words) {
    if (slug.length + word.length + 1 > MAX_SLUG_LENGTH) break;
    slug = slug === '' ? word : `${slug}-${word}`;
  }
  return `planwright/${issue}-${slug === '' ? 'task' : slug}`;
}

const OF_AN_ISSUE = /^planwright\/([1-9]\d{0,8})-[a-z0-9-]{1,180}$/;

/** The issue that a branch named like that is for, also with a number behind it; null for any other name. */
export function issueOfBranch(branch: string): number | null {
  const issue = OF_AN_ISSUE.exec(branch)?.[1];
  return issue === undefined ? null : Number(issue);
}
