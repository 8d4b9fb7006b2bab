import { basicCredentials } from './git-environment.ts';

const REDACTED = '[redacted]';
const TOKEN_SHAPES = /gh[pousr]_[A-Za-z0-9._-]{20,}|github_pat_[A-Za-z0-9_]{20,}/g;
const URL_CREDENTIALS = /:\/\/[^\s/@]{1,2000}@/g;
const AUTHORIZATION = /(authorization:[ \t]{0,4}(?:basic|bearer|token)[ \t]{1,4})[^\s'"]+/gi;

/** Removes the token, every form in which git carries it, and whatever looks like one. */
export function scrubToken(text: string, token: string | null): string {
  let clean = text;
  if (token !== null && token !== '') {
    for (const form of [
      basicCredentials(token),
      Buffer.from(token).toString('base64'),
      token,
      encodeURIComponent(token),
    ]) {
      clean = clean.replaceAll(form, REDACTED);
    }
  }
  return clean
    .replace(TOKEN_SHAPES, REDACTED)
    .replace(URL_CREDENTIALS, `://${REDACTED}@`)
    .replace(AUTHORIZATION, `$1${REDACTED}`);
}
