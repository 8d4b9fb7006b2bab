import type { GitHub } from '../ports/github.ts';
import type { Redactor } from '../secrets/redactor.ts';

/** Tokens become known at run time: each is masked from the moment it is given out. */
export function withMaskedTokens(github: GitHub, redactor: Redactor): GitHub {
  return {
    ...github,
    async gitToken(repo, access) {
      const token = await github.gitToken(repo, access);
      redactor.add(token);
      return token;
    },
  };
}
