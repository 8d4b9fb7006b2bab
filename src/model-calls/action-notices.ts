/** Short notices within the conversation of the action loop; the texts are in `prompts/act-notices.md`. */
import { writtenBy } from './blocks.ts';
import { boundedRules } from './project-rules.ts';
import { MAX_SAID, saidBlock } from './said-block.ts';
import type { Said } from '../state/question.ts';
import type { Prompts } from './catalogue.ts';
import type { RequestBlock } from '../ports/model.ts';
import type { Turn, CommentSeen } from '../state/work.ts';
import type { Budget } from '../state/request.ts';
import type { At } from '../state/task.ts';

const MAX_RULES_OF_FOLDER = 12_000;

/** The notice after an answer without a tool, by how the answer ended (MODEL-3). */
export function reminder({ because, tool }: Extract<Turn, { readonly kind: 'reminder' }>, prompts: Prompts): string {
  switch (because) {
    case 'cut_off':
      return cutOff(tool, prompts);
    case 'refused':
      return prompts.render('act-notices/refused', {});
    case 'paused':
      return prompts.render('act-notices/paused', {});
    default:
      return prompts.render('act-notices/no_tool', {});
  }
}

export function cutOff(tool: string | undefined, prompts: Prompts): string {
  return tool === undefined
    ? prompts.render('act-notices/cut_off', {})
    : prompts.render('act-notices/cut_off_in_tool', { tool });
}

const LIMITS: { readonly [Limit in keyof Budget]: string } = {
  tokens: 'tokens',
  usd: 'money',
  minutes: 'time',
  modelCalls: 'model calls',
};

/** First to work towards the end, then to end (MODEL-6). */
export function budgetNotice(
  { percent, limit }: Extract<Turn, { readonly kind: 'budget_low' }>,
  prompts: Prompts,
): string {
  const notice = percent >= 95 ? 'act-notices/budget_last' : 'act-notices/budget_low';
  return prompts.render(notice, { percent: String(percent), limit: LIMITS[limit] });
}

export function commentBlock({ by, text }: CommentSeen, prompts: Prompts, nonce: string): RequestBlock {
  const comment = writtenBy(`comment by @${by.login}`, text, nonce);
  return { type: 'text', text: prompts.render('act-notices/comment', { by: by.login, comment }) };
}

/** Shown when a tool first works where they apply. */
export function rulesBlock(path: string, { snapshot }: At<'work'>, prompts: Prompts, nonce: string): RequestBlock {
  const rules = boundedRules({ [path]: snapshot.projectRules[path] ?? '' }, { nonce, maxBytes: MAX_RULES_OF_FOLDER });
  return { type: 'text', text: prompts.render('act-notices/rules', { rules }) };
}

export function heardSince(said: readonly Said[], prompts: Prompts, nonce: string): string {
  return prompts.render('act-notices/said_since', { said: saidBlock(said, { nonce, maxBytes: MAX_SAID }, prompts) });
}

/** When turns were cut away, people's messages in them are repeated. */
export function saidAgain(said: readonly Said[], prompts: Prompts, nonce: string): string {
  return said.length === 0
    ? ''
    : `\n\nWhat people said since the request:\n${saidBlock(said, { nonce, maxBytes: MAX_SAID }, prompts)}`;
}
