/** Where the pictures of issues are fetched from and kept, for this service. */
import { join } from 'node:path';
import { createImages } from '../github/kept-images.ts';
import { isPublicAddress } from '../net/public-address.ts';
import type { ServiceOptions } from '../config/service-settings.ts';
import type { GitHub } from '../ports/github.ts';
import type { Images } from '../ports/images.ts';

export function issueImages(
  { dataDir, githubUrl }: Pick<ServiceOptions, 'dataDir' | 'githubUrl'>,
  github: GitHub,
): Images {
  return createImages({
    directory: join(dataDir, 'images'),
    githubUrl,
    isPublicAddress,
    token: (repo) => github.gitToken(repo, 'read'),
  });
}
