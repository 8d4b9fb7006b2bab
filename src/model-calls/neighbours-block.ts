/** Other work in the repository, for planning calls and patches (PLAN-2). Titles are foreign text. */
import { boundedLines, boundedText, oneLine, type Room } from './bounded.ts';
import type { Neighbours, NeighbourTask } from '../state/neighbours.ts';

/** About 4,000 tokens, a third for each part. */
const MAX_BYTES = 16_000;
const MAX_EARLIER = 24_000;
const MAX_FILES = 600;

const DOING: { readonly [Doing in NeighbourTask['doing']]: string } = {
  orient: 'not begun',
  understand: 'being planned',
  decompose: 'being planned',
  sequence: 'being planned',
  approve: 'its plan waits for approval',
  prepare: 'at work',
  execute: 'at work',
  verify: 'being verified',
  wait: 'waits for people',
  pause: 'paused',
  report: 'being handed over',
  ended: 'over',
};

export function neighboursBlock(neighbours: Neighbours | null, { nonce }: Pick<Room, 'nonce'>): string {
  if (neighbours === null) return 'None is known of.';
  const { tasks, pull_requests: pulls, more, earlier } = neighbours;
  const room = { nonce, maxBytes: MAX_BYTES / 2 };
  const parts = [
    ...(tasks.length === 0
      ? []
      : [
          'Other active tasks:',
          boundedLines(
            'other active tasks',
            tasks.map(({ issue, title, doing, files }) => line(`#${issue}`, `${title} [${DOING[doing]}]`, files)),
            room,
          ),
        ]),
    ...(pulls.length === 0
      ? []
      : [
          'Open pull requests of yours:',
          boundedLines(
            'open pull requests',
            pulls.map(({ number, title, draft, files }) =>
              line(`#${number}`, `${title} [${draft ? 'draft' : 'open'}]`, files),
            ),
            room,
          ),
        ]),
    ...(more ? ['(There are more than are listed.)'] : []),
    ...(earlier === ''
      ? []
      : [
          'Earlier tasks of this repository that changed the same files:',
          boundedText('earlier tasks of this repository', earlier, { nonce, maxBytes: MAX_EARLIER }),
        ]),
  ];
  return parts.length === 0 ? 'None is known of.' : parts.join('\n');
}

function line(id: string, what: string, files: readonly string[]): string {
  return `- ${id} ${oneLine(what, 400)}${files.length === 0 ? '' : `: ${oneLine(files.join(', '), MAX_FILES)}`}`;
}
