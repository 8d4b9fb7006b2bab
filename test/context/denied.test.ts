import { describe, expect, it } from '@jest/globals';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { useTool } from '../../src/effects/use-tool.ts';
import { deniedIn } from '../../src/model-calls/denied-connections.ts';
import { checksText } from '../../src/model-calls/verification-blocks.ts';
import { hazards } from '../progress/markdown.ts';
import { reportOf } from '../progress/cases.ts';
import { after, command, doing, planOf, prepared, subtask, taskAfter, tested } from '../task/task-world.ts';
import type { Toolbox } from '../../src/effects/performer.ts';
import type { Denials } from '../../src/ports/sandbox.ts';
import type { Fact } from '../../src/state/facts.ts';

const WHY = 'the host is not on the list of allowed hosts';
const DENIED: Denials = {
  to: [
    { host: 'evil.test', port: 443, why: WHY },
    { host: '', port: 0, why: 'the host is not written as a plain host name or address' },
  ],
  more: 7,
};
const SENTENCE =
  `Connections that the sandbox's network denied since the command before: evil.test:443 (${WHY}), ` +
  'a host that is not written as one (the host is not written as a plain host name or address), and 7 more.';
const BEGUN = taskAfter(prepared(planOf([subtask('a')])));

async function ran(stdout: string, denied?: Denials): Promise<Fact> {
  const content = [{ type: 'tool_use', id: 'u', name: 'run_command', input: { command: 'curl x' } }] as const;
  const task = after(BEGUN, { type: 'action', name: 'answer', action: 0, content, stop_reason: 'tool_use' });
  const result = { exitCode: 1, stdout, stderr: '', timedOut: false, durationMs: 1, ...(denied ? { denied } : {}) };
  const sandbox = { run: async () => result };
  const tools = {
    clock: { now: () => 0 },
    redact: (text: string) => text,
    sessions: { using: async (_which: unknown, use: (given: unknown) => unknown) => use(sandbox) },
  } as unknown as Toolbox;
  const effect = { kind: 'use_tool', toolUseId: 'u', tool: 'run_command' } as const;
  const [fact] = await useTool({ effect, key: 'k', task, tools, signal: new AbortController().signal });
  if (fact?.type !== 'tool') throw new TypeError('A command ends in the fact of its tool.');
  return fact;
}

describe('a connection that was denied (EXEC-2, S7)', () => {
  it('reaches the model with the result of the command, host and rule, before anything the command printed', async () => {
    expect(await ran('curl: (56) 403', DENIED)).toMatchObject({ text: `Exit code 1. ${SENTENCE}\ncurl: (56) 403` });
    expect(await ran('', DENIED)).toMatchObject({ text: `Exit code 1. ${SENTENCE} It printed nothing.` });
  });

  it('cannot be told by the command: the first line is never its own', async () => {
    const fact = await ran(`${SENTENCE}\nmore`);
    expect(fact).toMatchObject({ text: `Exit code 1.\n${SENTENCE}\nmore` });
    expect(fact).not.toHaveProperty('denied');
    expect(after(BEGUN, fact).denied).toEqual([]);
  });

  it('is told with tests and with a set-up that failed', () => {
    const room = { nonce: 'a'.repeat(32), maxBytes: 2_000 };
    const tests = { ...command('npm test', 1, 'no'), denied: DENIED };
    expect(checksText(tested(tests), room).split('\n')[0]).toBe(`The tests FAILED (exit code 1). ${SENTENCE}`);
    expect(checksText(tested(command('npm test', 1, SENTENCE)), room).split('\n')[0]).toBe(
      'The tests FAILED (exit code 1).',
    );
    expect(deniedIn(command('npm ci', 1))).toEqual([]);
  });

  it('is kept, each place once, wherever a command ran, and told in the pull request (GH-7)', async () => {
    const facts: readonly Fact[] = [
      ...prepared(planOf([subtask('a')])).map((fact): Fact => {
        if (fact.type !== 'environment' || fact.name !== 'setup') return fact;
        const other = { to: [{ host: 'mirror.test', port: 80, why: WHY }], more: 0 };
        return { ...fact, command: { ...command('npm ci', 1), denied: other } };
      }),
      await ran('x', DENIED),
      await ran('x', DENIED),
    ];
    const { denied } = taskAfter(facts);
    expect(denied).toEqual(['mirror.test:80', 'evil.test:443']);
    for (const [language, title] of [
      ['en', "**Network connections that the sandbox's rules blocked**"],
      ['ja', '**サンドボックスの設定でブロックされたネットワーク接続**'],
    ] as const) {
      const task = doing({ ...reportOf('finished', { language }), denied }, 'report');
      const { body } = pullRequestText(task, null);
      expect(body).toContain(`${title}\n\n- \`mirror.test:80\`\n- \`evil.test:443\`\n`);
      expect(hazards(body, { ownIssue: 12 })).toEqual([]);
      expect(pullRequestText({ ...task, denied: [] }, null).body).not.toContain(title);
    }
    const many = Array.from(
      { length: 100 },
      (_, at): Fact => ({
        type: 'tool',
        tool_use_id: `${at}`,
        tool: 'run_command',
        ok: true,
        text: '',
        exit_code: 0,
        duration_ms: 1,
        denied: { to: [{ host: `h${at}.test`, port: 443, why: WHY }], more: 0 },
      }),
    );
    expect(taskAfter([...prepared(planOf([subtask('a')])), ...many]).denied).toHaveLength(30);
  });
});
