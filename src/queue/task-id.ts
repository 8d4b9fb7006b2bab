/**
 * The id of a task follows from what began it: seen twice, begun twice after a crash, it is one task. Another installation
 * that hears of the same happening (a second App, a trial beside the real one) has a task of its own for it, and a container
 * of its own on an engine that both use.
 */
import { createHash } from 'node:crypto';

export function taskIdOf(instance: string, repositoryId: number, occurrence: string): string {
  const hex = createHash('sha256').update(`planwright ${instance} ${repositoryId} ${occurrence}`).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
