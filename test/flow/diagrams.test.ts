import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { DIAGRAMS_BEGIN, DIAGRAMS_END, diagrams } from './region-diagrams.ts';

const DOCUMENT = new URL('../../ARCHITECTURE.md', import.meta.url);

describe('the diagrams in ARCHITECTURE.md', () => {
  it('show the legal moves of each region as the code has them (UPDATE_DIAGRAMS=1 writes them anew)', async () => {
    const text = await readFile(DOCUMENT, 'utf8');
    const [before = '', rest = ''] = text.split(DIAGRAMS_BEGIN);
    const [shown = '', after = ''] = rest.split(DIAGRAMS_END);
    if (process.env['UPDATE_DIAGRAMS'] === '1') await writeFile(DOCUMENT, `${before}${diagrams()}${after}`);
    else expect(`${DIAGRAMS_BEGIN}${shown}${DIAGRAMS_END}`).toBe(diagrams());
  });
});
