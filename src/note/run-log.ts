/** The model calls and commands of a task in its note: each outcome, with the texts folded. */
import { stringify } from 'yaml';
import { code, inline } from '../comments/safe-text.ts';
import { folded, paragraphs } from '../comments/say.ts';
import { titleIn } from '../state/subtask-title.ts';
import { timeOf, type Shown } from './shown-text.ts';
import { shownRequest } from './shown-request.ts';
import type { PromptTools } from '../model-calls/planning-messages.ts';
import type { Recorded } from '../state/facts.ts';
import type { ModelCall, Run } from './calls-and-runs.ts';
import type { NoteWords } from './note-words.ts';

/** A call with its texts, which are rendered once for all sizes. */
export interface CallTexts {
  readonly call: ModelCall;
  readonly request: string | null;
  readonly answer: string;
}

export function textsOf(call: ModelCall, tools: PromptTools, words: NoteWords): CallTexts {
  return {
    call,
    request: requestIn(call, tools),
    answer: call.answers.map((one) => answerText(one, words)).join(''),
  };
}

/** Rendering may fail for a state that only another version could produce; then the note says so. */
function requestIn(call: ModelCall, tools: PromptTools): string | null {
  try {
    return shownRequest(call, tools);
  } catch {
    return null;
  }
}

/** Numbered from 1. */
export function callText({ call, request, answer }: CallTexts, number: number, { words, fence }: Shown): string {
  const { usage, at } = call;
  const input = usage.input_tokens + usage.cache_read_tokens + usage.cache_write_tokens;
  const kind = words.call(usage.call);
  const doing = usage.call === 'next_step' ? actionText(call, words) : '';
  const price = usage.usd === null ? words.unpriced : `$${usage.usd.toFixed(4)}`;
  const about = [
    code(usage.model),
    words.usage({
      total: shownNumber(input + usage.output_tokens),
      input: shownNumber(input),
      cached: shownNumber(usage.cache_read_tokens),
      output: shownNumber(usage.output_tokens),
    }),
    ...(usage.estimated === true ? [words.estimated] : []),
    price,
    words.seconds((usage.duration_ms / 1_000).toFixed(1)),
    ...(usage.effort === undefined ? [] : [words.effort(usage.effort)]),
    ...(usage.attempts > 1 ? [words.tries(usage.attempts)] : []),
    ...(usage.prompt === undefined ? [] : [`SHA-256 ${code(usage.prompt.sha256.slice(0, 16))}`]),
  ].join(' · ');
  return paragraphs([
    `#### ${number}. ${kind}${doing === '' ? '' : ` (${doing})`} — ${timeOf(at)}`,
    about,
    request === null ? words.noRequest : folded(words.request, fence(request, 'text')),
    answer === '' ? words.noAnswer : folded(words.answer, fence(answer, 'yaml')),
  ]);
}

/** In a heading; a longer command, or one of several lines, is below it. */
const MAX_COMMAND = 120;

export function runText(run: Run, number: number, { words, fence }: Shown): string {
  const exit = run.exitCode === null ? words.noExitCode : String(run.exitCode);
  const isWhole = run.command.length <= MAX_COMMAND && !run.command.includes('\n');
  return paragraphs([
    `#### ${number}. ${code(run.command, MAX_COMMAND)} — ${words.run(run.of)}`,
    `${words.exitCode} ${exit} · ${timeOf(run.from)} – ${timeOf(run.to)}`,
    isWhole ? '' : folded(words.command, fence(run.command, 'text')),
    run.output.trim() === '' ? words.noOutput : folded(words.output, fence(run.output, 'text')),
  ]);
}

function actionText({ before: { work, plan } }: ModelCall, words: NoteWords): string {
  const action = work?.actions[work.current];
  if (work === null || action === undefined) return '';
  return words.action(work.current + 1, work.actions.length, inline(titleIn(plan, action.taskId), 80));
}

/** The fields that every fact has: its type and position. */
const ENVELOPE: ReadonlySet<string> = new Set('seq timestamp task_uuid issue trace_id inbox_id type name'.split(' '));

function answerText(fact: Recorded, words: NoteWords): string {
  if (fact.type === 'action' && fact.name === 'answer')
    return inYaml(
      fact.content.map((block) => {
        if (block.type === 'text') return { text: block.text };
        return block.type === 'tool_use' ? { tool: block.name, input: block.input } : { thinking: words.thinking };
      }),
    );
  return inYaml(Object.fromEntries(Object.entries(fact).filter(([key]) => !ENVELOPE.has(key))));
}

function inYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

function shownNumber(count: number): string {
  return count.toLocaleString('en-US');
}
