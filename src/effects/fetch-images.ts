/** Fetches the images in what people wrote, once, and keeps them with the task (PLAN-2). */
import { imageReferences } from '../model-calls/issue-pictures.ts';
import { unlookedAt, type IssueImage, type LeftOut } from '../state/issue-content.ts';
import type { Performer } from './performer.ts';

/** Per task; more would cost more than they explain. */
const MAX_IMAGES = 8;
const MAX_TOTAL_BYTES = 12_000_000;
/** Further ones are only counted. */
const MAX_TOLD = 10;
const MAX_TRIES = 3;
const PAUSE_MS = 2_000;
/** As long as any other call waits for GitHub without giving the task back (`github/repeat-call.ts`). */
const MAX_PAUSE_MS = 60_000;
/** A host that does not respond delays the task no longer: no round of tries starts after that. */
const TRY_FOR_MS = 120_000;

interface Wanted {
  readonly where: string;
  readonly url: string;
}

export const fetchImages: Performer<'fetch_images'> = async ({ task, tools, signal }) => {
  const { clock } = tools;
  const texts = unlookedAt(task);
  const before = task.images?.kept ?? [];
  const wanted = distinct(
    texts.flatMap(({ where, text }) => imageReferences(text).map((url) => ({ where, url }))),
    before,
  );
  const kept: IssueImage[] = [];
  const leftOut: LeftOut[] = [];
  const beganAt = clock.now();
  let round: readonly Wanted[] = wanted;
  for (let tries = 1; round.length > 0; tries += 1) {
    const again: Wanted[] = [];
    let pauseMs = PAUSE_MS * tries;
    const isLast = tries === MAX_TRIES || clock.now() - beganAt >= TRY_FOR_MS;
    for (const { where, url } of round) {
      const all = [...before, ...kept];
      const bytes = all.reduce((sum, image) => sum + image.bytes, 0);
      if (all.length >= MAX_IMAGES) leftOut.push({ where, url, why: `there are more than ${MAX_IMAGES} pictures` });
      else if (tries === 1 && leftOut.length + again.length >= MAX_TOLD)
        leftOut.push({ where, url, why: 'too many others could not be shown' });
      else {
        const keeping = await tools.images.keep(task.id, task.request.repo, url, signal);
        if (keeping.kind === 'not_now' && !isLast) {
          again.push({ where, url });
          pauseMs = Math.max(pauseMs, keeping.afterMs ?? 0);
        } else if (keeping.kind === 'not_now')
          leftOut.push({ where, url, why: `${keeping.why}, also when tried again` });
        else if (keeping.kind === 'left_out') leftOut.push({ where, url, why: keeping.why });
        else if (bytes + keeping.image.bytes > MAX_TOTAL_BYTES)
          leftOut.push({ where, url, why: 'the pictures together are too large' });
        else kept.push({ ...keeping.image, where, url });
      }
    }
    round = again;
    // One pause for all of them.
    if (again.length > 0) await clock.sleep(Math.min(pauseMs, MAX_PAUSE_MS), signal);
  }
  if (leftOut.length > 0)
    tools.log.info({ task: task.id, trace: task.traceId, leftOut: leftOut.map(({ why }) => why) }, 'images left out');
  const looked = texts.map(({ key }) => key);
  return [
    {
      type: 'environment',
      name: 'images',
      looked,
      kept: inOrder(kept, wanted),
      left_out: told(inOrder(leftOut, wanted)),
    },
  ];
};

/** Each address once, without those that are stored already. */
function distinct(references: readonly Wanted[], kept: readonly Wanted[]): readonly Wanted[] {
  const known = new Set(kept.map(({ url }) => url));
  return references.filter(({ url }) => !known.has(url) && known.add(url));
}

/** In people's order, whichever try they came with. */
function inOrder<One extends Wanted>(found: readonly One[], wanted: readonly Wanted[]): readonly One[] {
  const place = new Map(wanted.map(({ url }, index) => [url, index]));
  return found.toSorted((one, other) => (place.get(one.url) ?? 0) - (place.get(other.url) ?? 0));
}

/** Addresses are people's text, so they are shortened. */
function told(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  const shown = leftOut.slice(0, MAX_TOLD).map((one) => ({ ...one, url: one.url.slice(0, 300) }));
  const more = leftOut.length - shown.length;
  return more > 0
    ? [...shown, { where: 'the same texts', url: `${more} more`, why: 'too many others could not be shown' }]
    : shown;
}
