/**
 * How a model is told to divide the work (PLAN-3). Every setting says something else, and each caps what may come
 * back.
 */
export type Strategy = 'chain_of_thought' | 'hierarchical' | 'simple';
export type DecompositionLevel = 'detailed' | 'moderate' | 'minimal';

export function strategyText(strategy: Strategy): string {
  switch (strategy) {
    case 'chain_of_thought':
      return `Strategy: chain of thought. Think it through step by step before you divide, and write down in \`reasoning\` how you arrive at the subtasks: what has to be there first, what may go wrong, why this order.
${DEPENDENCIES}
- Leave \`parent_id\` out: the subtasks form one list.`;
    case 'hierarchical':
      return `Strategy: hierarchical. Divide from the top: first the few large parts of the work, then each part into its steps. The subtasks form a tree.
- A large part is a subtask without \`parent_id\`; each of its steps names it in \`parent_id\`. Steps may have steps once more; no deeper.
- A parent is done after its children: it puts together and checks what they made, so it names them in \`dependencies\`. A part of one step needs no child.
${DEPENDENCIES}
- \`reasoning\` says in a few sentences why these are the parts.`;
    case 'simple':
      return `Strategy: simple. Give a plain list in the order of work; each subtask is begun when the one before it is finished.
- Leave \`dependencies\` empty and \`parent_id\` out everywhere.
- Leave \`reasoning\` empty.`;
  }
}

const DEPENDENCIES = '- `dependencies` names the subtasks whose result it needs. No circles, no unknown ids.';

export function levelText(level: DecompositionLevel, maxSubtasks: number): string {
  const cap = `At most ${subtaskCap(level, maxSubtasks)} subtasks; more will be refused.`;
  switch (level) {
    case 'detailed':
      return `Divide in detail: a subtask is one step that can be done and checked by itself, tests and documentation included. ${cap}`;
    case 'moderate':
      return `Divide moderately: a subtask is a piece of work with a result of its own, not every single step; use as few as the work really needs. ${cap}`;
    case 'minimal':
      return `Divide as little as possible: only where one thing has to be finished before the next can be begun; one subtask is enough for a small piece of work. ${cap}`;
  }
}

/** The maximum, a half, a fifth of it; never less than one. */
export function subtaskCap(level: DecompositionLevel, maxSubtasks: number): number {
  const divisor = { detailed: 1, moderate: 2, minimal: 5 }[level];
  return Math.max(1, Math.floor(maxSubtasks / divisor));
}
