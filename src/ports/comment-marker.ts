/** Invisible lines by which Planwright finds its own comments again (OPS-9). */
export function progressMarker(taskId: string): string {
  return `<!-- planwright:progress task=${taskId} -->`;
}

export function questionMarker(taskId: string, id: number): string {
  return `<!-- planwright:question task=${taskId} id=${id} -->`;
}

export function reminderMarker(taskId: string, id: number): string {
  return `<!-- planwright:reminder task=${taskId} id=${id} -->`;
}

/** `id` distinguishes the pauses of a task. */
export function pauseReminderMarker(taskId: string, id: number): string {
  return `<!-- planwright:reminder task=${taskId} id=pause-${id} -->`;
}

export function explanationMarker(taskId: string, id: number): string {
  return `<!-- planwright:explanation task=${taskId} id=${id} -->`;
}

/** `id` is the number of the comment that asked for the change, from 1. */
export function refusedChangeMarker(taskId: string, id: number): string {
  return `<!-- planwright:refused task=${taskId} id=${id} -->`;
}

export function resultMarker(taskId: string): string {
  return `<!-- planwright:result task=${taskId} -->`;
}

/** `key` identifies what is replied to; `taskId`: the task that the reply is about, if any. */
export function replyMarker(taskId: string | null, key: string): string {
  return `<!-- planwright:reply task=${taskId ?? 'none'} id=${key} -->`;
}

/** It must be on a line of its own: a marker that is quoted or mentioned in a sentence does not count. */
export function carriesMarker(body: string, marker: string): boolean {
  const wanted = identityOf(marker);
  return body.split(/\r?\n/).some((line) => line.includes('planwright:') && identityOf(line.trim()) === wanted);
}

/** After a crash a reply may be about another task than before, or about none; it is the same reply. */
function identityOf(marker: string): string {
  return marker.replace(/^(<!-- planwright:reply) task=\S+/, '$1');
}
