/** What the lives contained: events from outside, and what tree A recorded. */

/** Facts that add nothing to another one. */
const DULL = new Set(['usage', 'tool', 'action answer', 'effect started', 'phase summary']);

/** In how many lives each thing occurred, and how often. */
export function createCoverage() {
  const found = new Map();
  const add = (what, times) => {
    const { lives, all } = found.get(what) ?? { lives: 0, all: 0 };
    found.set(what, { lives: lives + 1, all: all + times });
  };
  return {
    found,
    life({ seen, facts, ended }) {
      const counts = new Map(seen);
      for (const what of factsIn(facts)) counts.set(what, (counts.get(what) ?? 0) + 1);
      counts.set(`ending: ${ended.split('\n')[0]}`, 1);
      for (const [what, times] of counts) add(what, times);
    },
    merge(rows) {
      for (const [what, { lives, all }] of rows) {
        const before = found.get(what) ?? { lives: 0, all: 0 };
        found.set(what, { lives: before.lives + lives, all: before.all + all });
      }
    },
  };
}

function* factsIn(facts) {
  let isAsking = false;
  const closed = new Set();
  for (const fact of facts) {
    const what = [fact.type, fact.name].filter((part) => part !== undefined).join(' ');
    if (fact.type === 'question') isAsking = true;
    if (fact.type === 'answer') {
      if (fact.name === 'assumed') closed.add(fact.question_id);
      else if (closed.has(fact.question_id)) yield 'fact: late answer';
      isAsking = false;
    }
    if (isAsking && what === 'control paused') yield 'fact: pause while a question is open';
    if (isAsking && what === 'environment workspace_lost') yield 'fact: loss while a question is open';
    if (!DULL.has(what) && !DULL.has(fact.type)) yield `fact: ${what}${detail(fact)}`;
  }
}

function detail(fact) {
  switch (fact.type) {
    case 'review':
      return ` of ${fact.of}: ${fact.result}, ${fact.how}`;
    case 'revision':
      return ` by ${fact.source}`;
    case 'replan_decision':
      return ` at ${fact.phase}: ${replan(fact)}`;
    case 'completion':
      return ` ${fact.status}`;
    case 'error':
      return ` ${fact.code ?? fact.broke ?? fact.of ?? ''}${fact.too_long === true ? ' too long' : ''}`;
    case 'effect':
      return fact.cause === undefined ? '' : ` ${fact.cause}`;
    case 'control':
      return fact.refused === undefined ? '' : ` refused: ${fact.refused.why}`;
    default:
      return '';
  }
}

function replan({ name, kind, llm_decision: decision, executed, result, override_reason: override }) {
  const level = decision?.replan_level ? `, level ${decision.replan_level}` : '';
  if (name === 'completed')
    return `${decision?.replan_type ?? 'no type'}${level}, ${executed ? 'carried out' : 'not carried out'}, ${result}`;
  return kind === null || kind === undefined
    ? (override ?? 'none wanted')
    : `${kind}${override === null ? '' : `, ${override}`}`;
}
