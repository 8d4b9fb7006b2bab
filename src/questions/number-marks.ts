/** The numbers that people put before their answers: `1.` `1)` `(1)` `1:` `Q1` `１．` `①` `質問1：`. */
export interface NumberedLine {
  readonly indent: number;
  readonly number: number;
  /** A plain list, which Markdown numbers by itself: `1. 1. 1.` is shown as 1, 2, 3. */
  readonly isList: boolean;
  readonly rest: string;
}

const DIGITS = '[0-9０-９]{1,3}';
/** `1.5 GB`, `1:30` and `1-2 days` are no marks. */
const AFTER = '(?:\\.(?![0-9０-９])|．(?![０-９])|[:：](?![0-9]{2}(?![0-9]))|[)）\\]】、]|[ \\t]{1,3}[-–—=→](?=[ \\t]+[^0-9\\s]))';
const NUMBERED = new RegExp(`^(?:[-*+][ \\t]+)?[*_]{0,2}[(（[【]?#?(${DIGITS})[*_]{0,2}${AFTER}[*_]{0,2}[ \\t]*(.*)$`, 'u');
const ASKED = new RegExp(
  `^(?:[-*+][ \\t]+)?[*_]{0,2}(?:q|(?:question|質問|問)[ \\t]{0,2}(?:#|no\\.)?[ \\t]?)(${DIGITS})(?![0-9a-z])[*_]{0,2}[ \\t]*[.．:：)）、\\]】-]?[*_]{0,2}[ \\t]*(.*)$`,
  'iu',
);
const ANSWERED = new RegExp(
  `^(?:[-*+][ \\t]+)?[*_]{0,2}(?:a|(?:answer|回答|答え?)[ \\t]{0,2}(?:#|no\\.)?[ \\t]?)(${DIGITS})[*_]{0,2}[ \\t]*[.．:：)）、\\]】-][*_]{0,2}[ \\t]*(.*)$`,
  'iu',
);
const CIRCLED = /^(?:[-*+][ \t]+)?[*_]{0,2}([①-⑳❶-❿]|[0-9]\uFE0F?\u20E3)[*_]{0,2}[ \t\u3000]*[.．:：)）、]?[ \t\u3000]*(.*)$/u;

export function readNumber(line: string): NumberedLine | null {
  const text = line.trimStart();
  const indent = line.length - text.length;
  const list = NUMBERED.exec(text);
  const found = list ?? ASKED.exec(text) ?? ANSWERED.exec(text) ?? CIRCLED.exec(text);
  return found && { indent, number: valueOf(found[1] ?? ''), isList: list !== null, rest: found[2] ?? '' };
}

export interface NumberedPart {
  readonly number: number;
  readonly text: string;
}

const NEXT =
  /(?<=[\s,;、。，；])(?:[qQ]?([0-9０-９]{1,3})(?:[)）]|[:：](?![0-9]{2}(?![0-9])))|(?<=[,;、，；][ \t]?)([0-9０-９]{1,3})[.．](?![0-9０-９]))[ \t]*|([①-⑳])[ \t\u3000]*/gu;

/** `1) yes 2) no` on one line: only the next number in turn begins another answer. */
export function splitLine({ number, rest }: Pick<NumberedLine, 'number' | 'rest'>): readonly NumberedPart[] {
  const parts: NumberedPart[] = [];
  let current = number;
  let start = 0;
  for (const mark of rest.matchAll(NEXT)) {
    if (valueOf(mark[1] ?? mark[2] ?? mark[3] ?? '') !== current + 1) continue;
    parts.push({ number: current, text: rest.slice(start, mark.index).replace(/[\s,;、，；]{1,9}$/u, '') });
    current += 1;
    start = mark.index + mark[0].length;
  }
  return [...parts, { number: current, text: rest.slice(start) }];
}

function valueOf(mark: string): number {
  const dingbat = mark.codePointAt(0) ?? 0;
  if (dingbat >= 0x2776 && dingbat <= 0x277f) return dingbat - 0x2775;
  return Number(mark.normalize('NFKC').replace(/[^0-9]/g, ''));
}
