import type { Answer } from './answer.ts';
import type { Call } from './route.ts';

const DEFAULT_SIZE = 30;
const MAX_SIZE = 100;

export function pageSize(call: Call): number {
  const asked = Number(call.query.get('per_page') ?? DEFAULT_SIZE);
  return Number.isInteger(asked) && asked > 0 ? Math.min(asked, MAX_SIZE) : DEFAULT_SIZE;
}

/** One page of `items`, rendered only as needed, with GitHub's Link header. */
export function page<T>(
  call: Call,
  items: readonly T[],
  shape: (item: T) => unknown,
  wrap: (shaped: unknown[]) => unknown = (shaped) => shaped,
): Answer {
  const size = pageSize(call);
  const asked = Number(call.query.get('page') ?? 1);
  const current = Number.isInteger(asked) && asked > 0 ? asked : 1;
  const last = Math.max(1, Math.ceil(items.length / size));
  const shaped = items.slice((current - 1) * size, current * size).map(shape);
  const links: string[] = [];
  if (current > 1) links.push(link(call, current - 1, 'prev'));
  if (current < last) links.push(link(call, current + 1, 'next'), link(call, last, 'last'));
  if (current > 1) links.push(link(call, 1, 'first'));
  return links.length === 0
    ? { status: 200, json: wrap(shaped) }
    : { status: 200, json: wrap(shaped), headers: { link: links.join(', ') } };
}

function link(call: Call, to: number, rel: string): string {
  const query = new URLSearchParams(call.query);
  query.set('page', String(to));
  return `<${call.world.url}/api/v3${call.path}?${query.toString()}>; rel="${rel}"`;
}
