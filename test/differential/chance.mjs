/** Random values derived from a seed and a place: the same place always gives the same value. */

/** @typedef {{ number(): number, is(percent: number): boolean, upTo(most: number): number, one(of: readonly any[]): any }} Chance */

/** @returns {Chance} */
export function chanceAt(seed, ...place) {
  let state = scrambled(hashOf(place.join('\u0000')), seed);
  const number = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    number,
    is: (percent) => number() * 100 < percent,
    upTo: (most) => Math.floor(number() * (most + 1)),
    one: (of) => of[Math.floor(number() * of.length)],
  };
}

/** Forty hexadecimal digits, like a git object id. */
export function shaAt(seed, ...place) {
  const chance = chanceAt(seed, 'sha', ...place);
  return Array.from({ length: 40 }, () => chance.upTo(15).toString(16)).join('');
}

function scrambled(hash, seed) {
  return Math.imul(hash ^ Math.imul(seed + 0x9e3779b9, 0x85ebca6b), 0xc2b2ae35) | 0;
}

function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash;
}
