/** One answer in the action loop: words, tools, none, several, many, misfits. */
import { decision } from './judgement-answers.mjs';

export function actionAnswer({ chance, nth, plan, see }) {
  const words = chance.is(50)
    ? [{ type: 'text', text: chance.one(['I look.', 'I think SECRET-123.', 'w'.repeat(800)]) }]
    : [];
  const thinking = chance.is(15)
    ? [{ type: 'opaque', raw: { type: 'thinking', thinking: 'Hm.', signature: 'sig' } }]
    : [];
  const count = chance.is(plan.wrong) ? chance.one([0, 0, 2, 3, 70]) : chance.one([1, 1, 1, 1, 2]);
  if (count === 70) see('many tools in one answer');
  const uses = Array.from({ length: count }, (_, at) => ({
    type: 'tool_use',
    id: `use-${nth}-${at}`,
    ...toolCall({ chance, plan, see }),
  }));
  return [...thinking, ...words, ...uses];
}

function toolCall({ chance, plan, see }) {
  if (chance.is(plan.wrong)) return misfit(chance);
  if (chance.is(plan.diligence)) return { name: 'finish_action', input: finish(chance, plan) };
  if (chance.is(4)) {
    see('ask_human');
    return {
      name: 'ask_human',
      input: {
        question: chance.one(['Which prices are meant?', 'Which password is it?']),
        context: 'There are two kinds.',
        assumptions: chance.one([[], ['Those of the shop']]),
      },
    };
  }
  return chance.one([
    { name: 'run_command', input: { command: 'npm test', ...(chance.is(30) ? { cwd: 'src', timeout_sec: 30 } : {}) } },
    { name: 'run_command', input: { command: 'ls' } },
    { name: 'read_file', input: { path: 'src/price.js', start_line: 1 } },
    { name: 'write_file', input: { path: 'src/price.js', content: 'const price = 2;' } },
    { name: 'edit_file', input: { path: 'src/price.js', old_text: '1', new_text: '2' } },
    { name: 'list_files', input: {} },
    { name: 'search_files', input: { pattern: 'price' } },
  ]);
}

function finish(chance, plan) {
  const status = chance.is(plan.failing) ? chance.one(['failure', 'partial']) : 'success';
  return {
    status,
    evaluation: chance.one(['So it went.', 'It is SECRET-123.']),
    issues_identified: chance.is(20) ? ['A doubt'] : [],
    ...(chance.is(25)
      ? { replan_decision: chance.is(plan.wrong) ? { replan_needed: 'perhaps' } : decision(chance, plan) }
      : {}),
  };
}

function misfit(chance) {
  return chance.one([
    { name: 'no_such_tool', input: {} },
    { name: 'run_command', input: {} },
    { name: 'read_file', input: { path: '' } },
    { name: 'finish_action', input: { status: 'great' } },
    { name: 'ask_human', input: { question: ' ' } },
    { name: 'run_command', input: { unreadable_input: 'The JSON was cut off.' } },
  ]);
}
