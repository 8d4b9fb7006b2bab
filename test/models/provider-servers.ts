/** The servers of `test/contracts/model-provider.ts`: the stand-ins of both APIs, and aimock, which others wrote. */
import { LLMock } from '@copilotkit/aimock';
import { startAnthropic } from '../../standins/anthropic/server.ts';
import type { Trouble } from '../../standins/anthropic/faults.ts';
import { actionSteps, cutOff, refusal, text, textOf, toolUse, type Script } from '../../standins/anthropic/script.ts';
import { startOpenAI, type OpenAIOptions } from '../../standins/openai/server.ts';
import { KEY, type ProviderServer, type ServerTrouble } from '../contracts/model-provider.ts';

const PASS = { result: 'PASS', feedback: 'Schön 👍' };
const FINISHED = { status: 'success', evaluation: 'done' };

export const SCRIPT: Script = {
  answers: {
    submit_review: ({ messages }) => {
      const asked = textOf(messages.at(-1));
      if (asked.includes('cut')) return cutOff(12, toolUse('submit_review', PASS));
      return asked.includes('decline') ? refusal() : PASS;
    },
  },
  actions: actionSteps([
    [text('Looking.'), toolUse('run_command', { command: 'ls' }), toolUse('run_command', { command: 'pwd' })],
    toolUse('finish_action', FINISHED),
  ]),
};

export async function anthropicServer(): Promise<ProviderServer> {
  const standIn = await startAnthropic({ script: SCRIPT, apiKey: KEY });
  return { ...ofStandIn(standIn), baseUrl: standIn.url };
}

export async function openAIServer(options: Partial<OpenAIOptions> = {}): Promise<ProviderServer> {
  const standIn = await startOpenAI({ script: SCRIPT, apiKey: KEY, ...options });
  return { ...ofStandIn(standIn), baseUrl: standIn.url };
}

type StandIn = Pick<Awaited<ReturnType<typeof startOpenAI>>, 'requests' | 'fault' | 'close'>;

function ofStandIn({ requests, fault, close }: StandIn): Omit<ProviderServer, 'baseUrl'> {
  return {
    requests: () => requests.length,
    close,
    trouble: (trouble, times) => fault({ trouble: asFault(trouble), times }),
  };
}

function asFault(trouble: ServerTrouble): Trouble {
  switch (trouble.is) {
    case 'status': {
      const { status, retryAfter, message } = trouble;
      const [after, said] = [retryAfter === undefined ? {} : { retryAfter }, message === undefined ? {} : { message }];
      return { kind: 'status', status, ...after, ...said };
    }
    case 'cut':
      return { kind: 'cut', afterEvents: trouble.after };
    case 'silent':
      return { kind: 'silent' };
  }
}

/** It checks neither keys nor names, and pairs calls with nothing; it is useful for its streaming. */
export async function aimock(path: '' | '/v1'): Promise<ProviderServer> {
  const mock = new LLMock({ port: 0, logLevel: 'silent' });
  const called = (name: string, input: object, id: string) => ({ name, arguments: JSON.stringify(input), id });
  const offers = (name: string) => (request: { tools?: readonly { function: { name: string } }[] }) =>
    request.tools?.some((tool) => tool.function.name === name) ?? false;
  const isFresh = (request: { messages: readonly { role: string }[] }) =>
    request.messages.every(({ role }) => role !== 'assistant');
  mock.addFixture({
    match: { predicate: offers('submit_review') },
    response: { toolCalls: [called('submit_review', PASS, 'call_1')] },
  });
  mock.addFixture({
    match: { predicate: (request) => offers('run_command')(request) && isFresh(request) },
    response: {
      content: 'Looking.',
      toolCalls: [
        called('run_command', { command: 'ls' }, 'call_2'),
        called('run_command', { command: 'pwd' }, 'call_3'),
      ],
    },
  });
  mock.addFixture({
    match: { predicate: offers('run_command') },
    response: { toolCalls: [called('finish_action', FINISHED, 'call_4')] },
  });
  const url = await mock.start();
  return {
    baseUrl: `${url}${path}`,
    requests: () => mock.getRequests().length,
    close: () => mock.stop(),
    trouble(trouble, times) {
      let left = times;
      const error = (status: number, message: string, retryAfter?: string) => ({
        status,
        error: { message, type: 'api_error' },
        ...(retryAfter === undefined ? {} : { retryAfter: Number(retryAfter) }),
      });
      mock.prependFixture({
        match: { predicate: () => left > 0 },
        response: () => {
          left -= 1;
          return trouble.is === 'status'
            ? error(trouble.status, trouble.message ?? 'trouble', trouble.retryAfter)
            : { toolCalls: [called('submit_review', PASS, 'call_1')] };
        },
        ...(trouble.is === 'cut' ? { chunkSize: 4, truncateAfterChunks: trouble.after } : {}),
        ...(trouble.is === 'silent' ? { latency: 1_000, streamingProfile: { ttft: 1_000 } } : {}),
      });
    },
  };
}
