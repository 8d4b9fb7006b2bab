/** The pictures in what people wrote, fetched once and kept with the task (PLAN-2). */
import { imageReferences } from '../../context/image-references.ts';
import { unlookedAt } from '../issue-images.ts';
import type { IssueImage, LeftOut } from '../issue-images.ts';
import type { Performer } from './perform.ts';

/** Of one task: more cost more than they tell. */
const MAX_IMAGES = 8;
const MAX_TOTAL_BYTES = 12_000_000;
/** More than these are only counted. */
const MAX_TOLD = 10;

export const fetchImages: Performer<'fetch_images'> = async ({ task, tools, signal }) => {
  const texts = unlookedAt(task);
  const known = new Set(task.images?.kept.map(({ url }) => url));
  const wanted = texts.flatMap(({ where, text }) => imageReferences(text).map((url) => ({ where, url })));
  const kept: IssueImage[] = [];
  const leftOut: LeftOut[] = [];
  for (const { where, url } of wanted) {
    if (known.has(url)) continue;
    known.add(url);
    const all = [...(task.images?.kept ?? []), ...kept];
    const bytes = all.reduce((sum, image) => sum + image.bytes, 0);
    if (all.length >= MAX_IMAGES) leftOut.push({ where, url, why: `there are more than ${MAX_IMAGES} pictures` });
    else if (leftOut.length >= MAX_TOLD) leftOut.push({ where, url, why: 'too many others could not be shown' });
    else {
      const keeping = await tools.images.keep(task.id, task.request.repo, url, signal);
      if (keeping.kind === 'left_out') leftOut.push({ where, url, why: keeping.why });
      else if (bytes + keeping.image.bytes > MAX_TOTAL_BYTES) leftOut.push({ where, url, why: 'the pictures together are too large' });
      else kept.push({ ...keeping.image, where, url });
    }
  }
  if (leftOut.length > 0)
    tools.log.info({ task: task.id, trace: task.traceId, leftOut: leftOut.map(({ why }) => why) }, 'pictures left out');
  return [{ type: 'environment', name: 'images', looked: texts.map(({ key }) => key), kept, left_out: told(leftOut) }];
};

/** Addresses are people's text: no longer than it takes to recognise them. */
function told(leftOut: readonly LeftOut[]): readonly LeftOut[] {
  const shown = leftOut.slice(0, MAX_TOLD).map((one) => ({ ...one, url: one.url.slice(0, 300) }));
  const more = leftOut.length - shown.length;
  return more > 0 ? [...shown, { where: 'the same texts', url: `${more} more`, why: 'too many others could not be shown' }] : shown;
}
