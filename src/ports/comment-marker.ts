/** The invisible lines by which Planwright finds its own comments again (OPS-9). */
export function progressMarker(taskId: string): string {
  return `<!-- planwright:progress task=${taskId} -->`;
}

export function questionMarker(taskId: string, id: number): string {
  return `<!-- planwright:question task=${taskId} id=${id} -->`;
}

export function reminderMarker(taskId: string, id: number): string {
  return `<!-- planwright:reminder task=${taskId} id=${id} -->`;
}

/** `id` tells apart the pauses of a task. */
export function pauseReminderMarker(taskId: string, id: number): string {
  return `<!-- planwright:pause-reminder task=${taskId} id=${id} -->`;
}

export function explanationMarker(taskId: string, id: number): string {
  return `<!-- planwright:explanation task=${taskId} id=${id} -->`;
}

/** `id` is the number of the comment that asked for the change, from 1. */
export function refusedChangeMarker(taskId: string, id: number): string {
  return `<!-- planwright:refused-change task=${taskId} id=${id} -->`;
}

export function resultMarker(taskId: string): string {
  return `<!-- planwright:result task=${taskId} -->`;
}

export function replyMarker(taskId: string): string {
  return `<!-- planwright:reply task=${taskId} -->`;
}

/** On a line of its own: a marker that is quoted or described in a sentence marks nothing. */
export function carriesMarker(body: string, marker: string): boolean {
  return body.includes(marker) && body.split(/\r?\n/).some((line) => line.trim() === marker);
}
