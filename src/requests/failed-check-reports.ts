/**
 * What the model is shown of failed checks: for the first few, the end of the log or the check's own output. All of it
 * is output of programs in the repository, so it is masked here and shown as data only (I5).
 */
import { excerptOf, MAX_REPORT } from './log-excerpt.ts';
import { withoutInvisible, withVisibleCharacters } from '../people/hidden-text.ts';
import type { ActingTools } from './acting-tools.ts';
import type { CheckReport, FailedCheck } from '../ports/commit-checks.ts';
import type { RepositoryRef } from '../ports/github.ts';
import type { FailedChecks } from '../state/request.ts';

/** With more reports there would be no room left for each. */
const WITH_REPORT = 3;
/** Names that are listed; more would say nothing new. */
const MAX_NAMED = 30;
const MAX_NAME = 200;

const WITHOUT_LOG = {
  not_permitted: 'Its log could not be read, because the App lacks the permission "actions: read".',
  gone: 'Its log is not kept any more, or it has none.',
  unreachable: 'Its log could not be fetched.',
  too_large: 'Its log is larger than 200 MB, and was not read.',
} as const;

export async function reportsOf(
  repo: RepositoryRef,
  checks: readonly FailedCheck[],
  tools: Pick<ActingTools, 'github' | 'redact' | 'log'>,
): Promise<FailedChecks['failed']> {
  const failed: FailedChecks['failed'][number][] = [];
  for (const [at, check] of checks.slice(0, MAX_NAMED).entries()) {
    const { conclusion, url } = check;
    const report = at < WITH_REPORT ? await reportOn(repo, check, tools) : '';
    failed.push({ name: nameOf(check, tools.redact), conclusion, url, report });
  }
  return failed;
}

export function nameOf({ name }: Pick<FailedCheck, 'name'>, redact: (text: string) => string): string {
  const plain = withVisibleCharacters(redact(name)).replace(/\s+/g, ' ').trim();
  return plain.length > MAX_NAME ? `${plain.slice(0, MAX_NAME)}…` : plain;
}

async function reportOn(
  repo: RepositoryRef,
  check: FailedCheck,
  { github, redact, log }: Pick<ActingTools, 'github' | 'redact' | 'log'>,
): Promise<string> {
  const report = await github.checkReport(repo, check);
  if (report.withoutLog === 'not_permitted')
    log.warn(
      { repositoryId: repo.repositoryId, advice: 'Give the App "actions: read" and accept it for the installation.' },
      'the log of a failing check may not be read',
    );
  return reportText(check, report, redact);
}

export function reportText(
  { output: { title, summary, text } }: Pick<FailedCheck, 'output'>,
  { log, withoutLog, annotations }: CheckReport,
  redact: (text: string) => string,
): string {
  if (log !== null) return excerptOf(log, redact);
  const written = [title, summary, text].map((part) => withoutInvisible(redact(part)).text.trim());
  const places = annotations.map(({ path, line, message }) => `${path}:${line}: ${message}`).join('\n');
  const parts = [
    withoutLog === null ? '' : WITHOUT_LOG[withoutLog],
    ...written,
    withVisibleCharacters(redact(places)),
  ].filter((part) => part !== '');
  const all = parts.length === 0 ? 'It says nothing about why.' : parts.join('\n\n');
  return all.length > MAX_REPORT ? `${all.slice(0, MAX_REPORT)}… (cut)` : all;
}
