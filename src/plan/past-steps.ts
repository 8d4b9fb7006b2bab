/** The newest steps of a conversation, shortened so that a state stays small however much tools gave back. */
import { shorten } from '../environments/describe-repository.ts';
import type { AnswerBlock, ToolResultBlock } from '../ports/model.ts';
import type { PastStep, Turn } from '../state/conversation.ts';

const MAX_STEPS = 30;
/** The newest with most of what they gave back, some more with a part of it, of the others the outcome. */
const NEWEST = { steps: 4, characters: 12_000 };
const RECENT = { steps: 12, characters: 3_000 };
const MAX_INPUT = 600;
const MAX_SAID = 800;

export function pastSteps(conversation: readonly Turn[]): {
  readonly steps: readonly PastStep[];
  readonly leftOut: number;
} {
  const [first] = conversation;
  const earlier = first?.kind === 'anew' ? first.past : { steps: [], stepsLeftOut: 0 };
  const steps = [
    ...earlier.steps,
    ...conversation.flatMap((turn, at) => stepsOf(turn, resultsAfter(conversation, at))),
  ];
  const kept = steps.slice(-MAX_STEPS);
  return {
    steps: kept.map((step, at) => ({ ...step, result: shortened(step.result, kept.length - at) })),
    leftOut: earlier.stepsLeftOut + steps.length - kept.length,
  };
}

function shortened(result: string, fromEnd: number): string {
  if (fromEnd <= NEWEST.steps) return shorten(result, NEWEST.characters);
  return fromEnd <= RECENT.steps ? shorten(result, RECENT.characters) : '';
}

function resultsAfter(conversation: readonly Turn[], at: number): readonly ToolResultBlock[] {
  const next = conversation[at + 1];
  return next?.kind === 'results' ? next.results : [];
}

/** The end of an action is told with the action. */
function stepsOf(turn: Turn, results: readonly ToolResultBlock[]): readonly PastStep[] {
  if (turn.kind !== 'answer') return [];
  const said = shorten(wordsOf(turn.content), MAX_SAID);
  const uses = turn.content
    .filter((block) => block.type === 'tool_use')
    .filter((block) => block.name !== 'finish_action');
  if (uses.length === 0) return said === '' ? [] : [{ said, tool: '', input: '', result: '', ok: true }];
  return uses.map((use, at) => {
    const result = results.find((one) => one.tool_use_id === use.id);
    return {
      said: at === 0 ? said : '',
      tool: use.name,
      input: shorten(JSON.stringify(use.input) ?? '', MAX_INPUT),
      result: shorten(result?.content ?? '', NEWEST.characters),
      ok: result?.is_error !== true,
    };
  });
}

function wordsOf(content: readonly AnswerBlock[]): string {
  return content
    .flatMap((block) => (block.type === 'text' ? [block.text.trim()] : []))
    .filter((text) => text !== '')
    .join('\n');
}
