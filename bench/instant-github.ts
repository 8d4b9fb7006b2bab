/** A GitHub that succeeds at once, since its time is not measured. */
import type { GitHub } from '../src/ports/github.ts';

export const instantGitHub = {
  permission: async () => 'write',
  issue: async () => ({ state: 'open', locked: false, labels: ['planwright'] }),
  react: async () => undefined,
  editComment: async () => 'edited',
  editLater: async () => 'edited',
} as unknown as GitHub;
