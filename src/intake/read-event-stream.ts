/** Reads server-sent events from the pieces in which they arrive (the `text/event-stream` of the HTML standard). */
export interface StreamedEvent {
  /** `message` if the stream names none. */
  readonly name: string;
  readonly data: string;
}

export interface EventReader {
  /** The events that this piece completes. Throws if one grows beyond the limit. */
  read(piece: string): readonly StreamedEvent[];
}

export function createEventReader(mostCharacters: number): EventReader {
  /** The pieces of the incomplete line; joined when it is complete, since a line may have megabytes. */
  let begun: string[] = [];
  let begunSize = 0;
  let name = '';
  let data: string[] = [];
  let size = 0;

  function take(line: string): StreamedEvent | null {
    if (line === '') {
      const event = data.length === 0 ? null : { name: name === '' ? 'message' : name, data: data.join('\n') };
      [name, data, size] = ['', [], 0];
      return event;
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') name = value;
    if (field === 'data') {
      data.push(value);
      // Including the line break, since endless empty lines would be kept, too.
      size += value.length + 1;
    }
    return null;
  }

  return {
    read(piece) {
      begun.push(piece);
      begunSize += piece.length;
      if (size + begunSize > mostCharacters) throw new Error('the relay sends more than GitHub ever does');
      if (!/[\r\n]/.test(piece)) return [];
      // A carriage return at the end may be the first half of a line break.
      const lines = begun.join('').split(/\r\n|\n|\r(?!$)/);
      const rest = lines.pop() ?? '';
      begun = [rest];
      begunSize = rest.length;
      return lines.flatMap((line) => take(line) ?? []);
    },
  };
}
