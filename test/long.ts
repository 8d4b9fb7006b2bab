/** What `npm run test:long` runs more of than `npm test`: it sets PLANWRIGHT_LONG. */
export const IS_LONG = process.env['PLANWRIGHT_LONG'] === '1';

/** How often a property is tried: as often as ever found a defect, or as often as notices that it no longer holds. */
export function runs(long: number, short: number): number {
  return IS_LONG ? long : short;
}
