import { createAnthropicModel } from '../../src/models/anthropic.ts';
import { createChatModel } from '../../src/models/openai-chat.ts';
import { describeProvider } from '../contracts/model-provider.ts';
import { aimock, anthropicServer, openAIServer } from './provider-servers.ts';

const anthropic = { create: createAnthropicModel, model: 'claude-sonnet-5-5', variable: 'ANTHROPIC_API_KEY' };
const chat = { create: createChatModel, model: 'gpt-5-mini', variable: 'OPENAI_API_KEY' };

describeProvider('Anthropic', { ...anthropic, start: anthropicServer, isStrict: true });
describeProvider('openai-chat', { ...chat, start: openAIServer, isStrict: true });
describeProvider('Anthropic before aimock', { ...anthropic, start: () => aimock(''), isStrict: false });
describeProvider('openai-chat before aimock', { ...chat, start: () => aimock('/v1'), isStrict: false });
