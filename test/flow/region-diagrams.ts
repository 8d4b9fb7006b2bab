/** ARCHITECTURE's diagrams of the regions, generated from the tables of legal moves. */
import { REGIONS } from '../../src/flow/legal-moves.ts';

export const DIAGRAMS_BEGIN = '<!-- generated from src/flow/legal-moves.ts; checked by test/flow/diagrams.test.ts -->';
export const DIAGRAMS_END = '<!-- end of generated diagrams -->';

const FIRST = {
  stage: 'orient',
  workspace: 'none',
  asked: 'nothing',
  paused: 'running',
  access: 'granted',
  model: 'answering',
} as const;

export function diagrams(): string {
  return [
    DIAGRAMS_BEGIN,
    ...Object.keys(REGIONS).map((region) => diagram(region as keyof typeof REGIONS)),
    DIAGRAMS_END,
  ].join('\n\n');
}

function diagram(region: keyof typeof REGIONS): string {
  const moves = Object.entries(REGIONS[region]).flatMap(([from, tos]) =>
    Object.entries(tos as Readonly<Record<string, string>>).map(([to, why]) => `  ${from} --> ${to}: ${why}`),
  );
  return [`**${region}**`, '```mermaid', 'stateDiagram-v2', `  [*] --> ${FIRST[region]}`, ...moves, '```'].join('\n');
}
