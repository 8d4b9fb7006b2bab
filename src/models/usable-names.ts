/** Replaces ids and names that an API would refuse when the conversation is sent back. */
const ID = /^[A-Za-z0-9_-]{1,128}$/;

export function usableId(id: unknown, used: Set<string>): string {
  let usable = typeof id === 'string' && ID.test(id) ? id : '';
  for (let number = used.size + 1; usable === '' || used.has(usable); number += 1) usable = `toolu_own_${number}`;
  used.add(usable);
  return usable;
}

export function usableName(name: unknown): string {
  const said = typeof name === 'string' ? name : '';
  return said.slice(0, 64).replaceAll(/[^A-Za-z0-9_-]/g, '_') || 'unnamed';
}
