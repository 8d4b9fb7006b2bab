/**
 * Log lines about model calls (MODEL-7, the seed's log points): start and size, model and outcome, each failed try;
 * texts only at level `debug`.
 */
import type { Logger } from 'pino';
import type { AttemptReport } from '../models/ask-with-retries.ts';
import type { AnswerBlock, Model, ModelRequest, RequestBlock } from '../ports/model.ts';
import type { Clock } from '../ports/clock.ts';

export function withLog(model: Model, log: Logger, clock: Pick<Clock, 'now'>): Model {
  return {
    name: model.name,
    price: (usage, chosen) => model.price(usage, chosen),
    async ask(request, signal) {
      const { asking, tools, messages, effort } = request;
      const task = asking?.seed ?? null;
      const asked = request.answerWithTool ? (tools[0]?.name ?? null) : null;
      const began = clock.now();
      log.info({ task, asked, effort, messages: messages.length, request_size: sizeOf(request) }, 'model call begins');
      if (log.isLevelEnabled('debug')) log.debug({ task, ...newIn(request) }, 'model request');
      const answer = await model.ask(request, signal);
      const { content, attempts, stopReason, usage, chosen } = answer;
      log.info(
        {
          task,
          asked,
          tool: chosen?.tool,
          model: chosen?.model ?? answer.model,
          passed_over: chosen?.passedOver,
          effort: answer.effort,
          attempts,
          stop: stopReason,
          tokens: usage.inputTokens + usage.outputTokens + usage.cacheReadTokens + usage.cacheWriteTokens,
          response_size: sizeOfBlocks(content),
          duration_ms: clock.now() - began,
        },
        'model call ended',
      );
      if (log.isLevelEnabled('debug')) log.debug({ task, content }, 'model answer');
      return answer;
    },
  };
}

export function logAttempt(report: AttemptReport, log: Logger): void {
  const { task, provider, model, attempt, maxRetries, waitMs, what, outcome } = report;
  const fields = { task, provider, model, attempt, max_retries: maxRetries, error: what };
  if (outcome === 'retried') log.warn({ ...fields, delay_seconds: waitMs / 1_000 }, 'model call will be retried');
  else if (outcome === 'given_up') log.warn(fields, 'model call given up');
}

/** Earlier messages are logged with earlier calls; whole conversations would produce megabytes per step. */
function newIn({ system, messages }: ModelRequest) {
  const newest = messages.at(-1)?.content ?? [];
  return {
    ...(messages.length === 1 ? { system } : {}),
    message: newest.map((block) => (block.type === 'image' ? { type: block.type, size: block.data.length } : block)),
  };
}

/** In characters of text, since serialising a long conversation only to measure it is expensive. */
function sizeOf({ system, messages }: ModelRequest): number {
  return messages.reduce((sum, { content }) => sum + sizeOfBlocks(content), system.length);
}

function sizeOfBlocks(blocks: readonly (AnswerBlock | RequestBlock)[]): number {
  return blocks.reduce((sum, block) => sum + sizeOfBlock(block), 0);
}

function sizeOfBlock(block: AnswerBlock | RequestBlock): number {
  switch (block.type) {
    case 'text':
      return block.text.length;
    case 'tool_result':
      return block.content.length;
    case 'image':
      return block.data.length;
    case 'tool_use':
      return JSON.stringify(block.input ?? null).length;
    case 'opaque':
      return 0;
  }
}
