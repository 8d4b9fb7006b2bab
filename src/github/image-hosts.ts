/** Where a picture may come from (I14): GitHub itself and its own file hosts, nothing that a person can choose. Pure. */
const FILE_HOSTS = '.githubusercontent.com';
/** Attachments of public repositories are redirected to this bucket of GitHub's; only a redirect may lead there. */
const BUCKET = /^github-production-user-asset-[0-9a-f]{6}\.s3\.amazonaws\.com$/;
/** What GitHub makes of a picture that somebody drops into a comment, today, formerly, and on Enterprise servers. */
const ATTACHMENT =
  /^\/(?:user-attachments\/(?:assets|files)\/|storage\/user\/\d+\/files\/|[A-Za-z0-9_.-]+\/[A-Za-z0-9_.-]+\/assets\/\d+\/)[A-Za-z0-9_./-]+$/;

/** Why the address may not be asked, or null. `base` is the GitHub in use; `redirected` after the first hop. */
export function objectionTo(url: URL, base: URL, redirected: boolean): string | null {
  if (url.username !== '' || url.password !== '') return 'its address holds a name or password';
  if (url.origin === base.origin)
    return ATTACHMENT.test(url.pathname) ? null : 'its address is no attachment of GitHub';
  if (url.protocol !== 'https:' || url.port !== '') return 'its address is not one of GitHub';
  if (url.hostname.endsWith(FILE_HOSTS)) return null;
  return redirected && BUCKET.test(url.hostname) ? null : 'its address is not one of GitHub';
}
