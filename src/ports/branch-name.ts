/** The branch of a task: `planwright/<issue>-<slug>`, from the ASCII words of a title. */
const MAX_SLUG_LENGTH = 40;
const FEW_WORDS = 2;

export function branchName(issue: number, title: string): string {
  let slug = '';
  for (const word of wordsOf(title)) {
    if (slug.length + word.length + 1 > MAX_SLUG_LENGTH) break;
    slug = slug === '' ? word : `${slug}-${word}`;
  }
  return `planwright/${issue}-${slug === '' ? 'task' : slug}`;
}

function wordsOf(text: string): readonly string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[a-z0-9]+/g) ?? [];
}

/** False if the title consists of numbers, or of words too long for a name. */
export function namesABranch(title: string): boolean {
  return wordsOf(title).filter((word) => /[a-z]/.test(word) && word.length < MAX_SLUG_LENGTH).length >= FEW_WORDS;
}

/** Nothing in its name says what it is for. */
export function isNameless(branch = ''): boolean {
  return !/-(?!task(?:-|$))[a-z0-9-]*[a-z]/.test(branch);
}

/** Git allows no branch whose name is a folder of another branch. */
export function besideOthers(branch: string, taken: readonly string[]): string {
  const isTaken = (name: string): boolean => taken.some((one) => one === name || one.startsWith(`${name}/`));
  if (!isTaken(branch)) return branch;
  let number = 2;
  while (isTaken(`${branch}-${number}`)) number += 1;
  return `${branch}-${number}`;
}

const OF_AN_ISSUE = /^planwright\/([1-9]\d{0,8})-[a-z0-9-]{1,180}$/;

/** The issue of a branch with such a name, also with a number appended; null for any other name. */
export function issueOfBranch(branch: string): number | null {
  const issue = OF_AN_ISSUE.exec(branch)?.[1];
  return issue === undefined ? null : Number(issue);
}
