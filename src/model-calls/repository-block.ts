/**
 * What is known of the repository, in every planning call with the same bytes (PLAN-2). Each look has its own block
 * after the earlier ones, so that the previous request remains a prefix of the next.
 */
import { boundedLines, boundedOutput, oneLine } from './bounded.ts';
import { describeFiles } from '../environments/describe-repository.ts';
import type { LeftOut, Piece } from '../ports/repository-look.ts';
import type { Snapshot } from '../ports/repositories.ts';
import { looksOf, type Gathering } from '../state/gathered.ts';

/** A piece was bounded when it was chosen; marks and masking may lengthen it. */
const MOST_OF_PIECE = 200_000;
const MOST_PATHS = 200_000;
const MOST_LEFT_OUT = 6_000;
const MOST_OF_PATTERN = 300;

const HEAD = `# The repository
What is known of it before the work begins, at the commit it begins from. Lines of files begin with their number.`;

export interface KnownRepository {
  readonly snapshot: Snapshot;
  readonly gathering: Gathering | undefined;
  /** Of the pieces, in their order. */
  readonly texts: readonly string[];
  readonly nonce: string;
}

export function repositoryBlocks({ snapshot, gathering, texts, nonce }: KnownRepository): readonly string[] {
  const files = boundedOutput('tracked files', describeFiles(snapshot, gathering?.first), {
    nonce,
    maxBytes: MOST_PATHS,
  });
  let shown = 0;
  const looks = gathering === undefined ? [] : looksOf(gathering);
  const blocks = looks.map(({ pieces, leftOut }, at) => {
    const lines = [...(at === 0 ? [HEAD, files] : []), ...lookLines(pieces, leftOut, texts.slice(shown), nonce)];
    shown += pieces.length;
    return lines.join('\n');
  });
  return blocks.length === 0 ? [`${HEAD}\n${files}`] : blocks.filter((text) => text !== '');
}

function lookLines(
  pieces: readonly Piece[],
  left: readonly LeftOut[],
  texts: readonly string[],
  nonce: string,
): readonly string[] {
  const shown = pieces.map((piece, at) =>
    boundedOutput(labelOf(piece), `${headOf(piece)}${texts[at] ?? ''}`, { nonce, maxBytes: MOST_OF_PIECE }),
  );
  if (left.length === 0) return shown;
  const lines = boundedLines('not shown', left.map(leftOutLine), { nonce, maxBytes: MOST_LEFT_OUT });
  return [...shown, `Not shown:\n${lines}`];
}

function labelOf(piece: Piece): string {
  switch (piece.is) {
    case 'lines': {
      const { path, from, to, of } = piece;
      return from === 1 && to === of ? `file ${path}` : `file ${path} lines ${from}-${to} of ${of}`;
    }
    case 'hits':
      return 'search';
    case 'list':
      return `files in ${piece.path === '' ? 'the top folder' : piece.path}`;
  }
}

/** The searched text as it was written, without pattern syntax. */
function headOf(piece: Piece): string {
  if (piece.is !== 'hits') return '';
  const glob = piece.glob === undefined ? '' : `, in ${oneLine(piece.glob, MOST_OF_PATTERN)}`;
  return `Lines with ${oneLine(piece.pattern, MOST_OF_PATTERN)}${glob}:\n`;
}

const WHY = {
  missing: 'is not there',
  binary: 'is binary',
  lfs: 'is a pointer to a large file elsewhere',
  link: 'is a symbolic link',
  submodule: 'is a submodule',
  folder: 'is a folder: list it',
  large: 'is too large',
  no_room: 'is too long to be shown whole',
  no_match: 'is found nowhere',
  not_a_pattern: 'is no pattern that can be searched for',
  too_slow: 'took too long to be searched for',
} as const satisfies Readonly<Record<LeftOut['why'], string>>;

function leftOutLine({ what, why }: LeftOut): string {
  return `- ${what} ${WHY[why]}`;
}
