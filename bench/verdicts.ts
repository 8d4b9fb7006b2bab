/**
 * Reading a review's verdict from 10 MB of text (MODEL-4), compared with `JSON.parse` of the same bytes as one string.
 * Both are linear, so the ratio says how often each character is read. `JSON.parse` takes 10 to 20 ms here.
 */
import { readReviewText } from '../src/model-calls/read-review.ts';
import { atMost, row, takeTurns, timed } from './measure.ts';
import type { Row } from './measure.ts';

const BYTES = 10_000_000;

const SHAPES: Readonly<Record<string, string>> = {
  'a whole answer': `{"result":"PASS","feedback":"${filled('It does what it should. ')}"}`,
  prose: filled('The file is read twice; see `readAll`. '),
  'open braces': filled('{"result":'),
  'braces of no object': `${filled('{')} {"result":1}`,
  'empty objects': `${filled('{}')} {"result":1}`,
  'one object of too many': `{"result":"FAIL","parts":[${filled('{},')}{}]}`,
  'small objects': filled('{"result":1} '),
  'objects that are none': filled('{"result":1,} '),
  'nested objects': filled(`${'{"result":'.repeat(90)}1${'}'.repeat(90)}`),
  'nested objects that are none': filled(`${'{"result":'.repeat(90)}!${'}'.repeat(90)}`),
  'objects that nearly fit': filled('{"result":"FAIL","feedback":1} '),
  'one quote too many': `{"result":"${filled('\\\\"{"result":')}`,
  backslashes: `{"result":"${filled('\\')}`,
  markers: filled('判定: PASS if '),
};

export async function verdicts(rounds: number): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [name, text] of Object.entries(SHAPES)) {
    const json = JSON.stringify(text);
    const samples = await takeTurns(rounds, {
      read: () => timed(async () => readReviewText(text)),
      parse: () => timed(async () => JSON.parse(json)),
    });
    rows.push(
      row({
        bench: 'verdicts',
        what: `verdict in 10 MB: ${name}`,
        baselineIs: 'JSON.parse of the same bytes',
        unit: 'ms',
        ours: samples.read,
        baseline: samples.parse,
        target: atMost(8),
      }),
    );
  }
  return rows;
}

function filled(piece: string): string {
  return piece.repeat(Math.ceil(BYTES / Buffer.byteLength(piece)));
}
