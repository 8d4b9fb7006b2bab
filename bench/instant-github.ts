/** A GitHub that says yes at once: its own time is no part of what is measured here. */
import type { GitHub } from '../src/ports/github.ts';

export const instantGitHub = {
  permission: async () => 'write',
  issue: async () => ({ state: 'open', locked: false, labels: ['planwright'] }),
  react: async () => undefined,
  editComment: async () => 'edited',
  editLater: async () => 'edited',
} as unknown as GitHub;
