/** A model in memory: it looks at the offered tool and the prompt, and answers randomly. */
import { createHash } from 'node:crypto';
import { actionAnswer } from './action-answers.mjs';
import { judgementInput } from './judgement-answers.mjs';
import { planningInput } from './planning-answers.mjs';

const digests = new WeakMap();

export function createModel(world, process) {
  return {
    name: 'model-1',
    price: ({ inputTokens, outputTokens, cacheReadTokens }) =>
      (inputTokens * 3 + outputTokens * 15 + cacheReadTokens * 0.3) / 1e6,
    ask(request, signal) {
      const tool = request.answerWithTool ? request.tools[0].name : 'act';
      return world.call(
        process,
        `model.${tool}`,
        written(request),
        (chance, nth) => answerTo(tool, request, { world, chance, nth }),
        signal,
      );
    },
  };
}

function answerTo(tool, request, { world, chance, nth }) {
  const { plan } = world;
  if (tool === 'act' && request.messages[0].content.some(({ text }) => text?.includes('in a conversation begun anew')))
    world.see('asked in a conversation begun anew');
  const content =
    tool === 'act'
      ? actionAnswer({ chance, nth, plan, see: world.see })
      : structuredAnswer(tool, request, { world, chance, nth });
  const text = request.messages.reduce(
    (sum, { content: blocks }) => sum + blocks.reduce((all, block) => all + (block.text?.length ?? 400), 0),
    0,
  );
  return {
    model: 'model-1',
    content,
    stopReason: content.some(({ type }) => type === 'tool_use')
      ? 'tool_use'
      : chance.one(['end_turn', 'max_tokens', 'refusal']),
    usage: {
      inputTokens: 200 + (text >> 4),
      outputTokens: 50 + chance.upTo(900),
      cacheReadTokens: text >> 2,
      cacheWriteTokens: chance.upTo(300),
    },
    attempts: chance.one([1, 1, 1, 2]),
  };
}

function structuredAnswer(tool, request, { world, chance, nth }) {
  const { plan } = world;
  const use = (name, input) => ({ type: 'tool_use', id: `${tool}-${nth}`, name, input });
  if (chance.is(plan.wrong)) {
    world.see('answer misfits');
    return chance.one([
      [{ type: 'text', text: 'I would rather not.' }],
      [],
      [use('no_such_tool', {})],
      [use(tool, { unreadable_input: 'The JSON was cut off.' })],
      [use(tool, { nothing: 'fits' })],
      [use(tool, null)],
      [{ type: 'text', text: 'result: see below {"replan_decision":{"replan_needed":false,"confidence":0.9}}' }],
      [{ type: 'text', text: '判定: PASS' }],
      [{ type: 'text', text: '{"result":"FAIL","feedback":"As text."}' }],
    ]);
  }
  const shown = request.messages[0].content.map((block) => block.text ?? '').join('\n');
  const input =
    planningInput(tool, { chance, plan, shown }) ?? judgementInput(tool, { chance, plan, shown, see: world.see });
  return [...(chance.is(20) ? [{ type: 'text', text: 'I thought about it.' }] : []), use(tool, input)];
}

/** Complete except for tool descriptions, which are the same in each call and identified by a digest. */
function written({ tools, messages, ...rest }) {
  const offered = tools.map((tool) => {
    if (!digests.has(tool))
      digests.set(tool, createHash('sha1').update(JSON.stringify(tool)).digest('hex').slice(0, 8));
    return `${tool.name} ${digests.get(tool)}`;
  });
  return JSON.stringify({ ...rest, offered, messages });
}
