import { describe, expect, it } from '@jest/globals';
import { createLogger } from '../../src/app/create-log.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';

const SECRET = 'canary-7f3a9c"\\\u001b[31m-tail';

function logging(pretty: boolean) {
  const written: string[] = [];
  const redactor = createRedactor([SECRET]);
  const log = createLogger({
    level: 'trace',
    pretty,
    redactor,
    destination: { write: (line: string) => void written.push(line) },
  });
  return { log, written, redactor };
}

const HOSTILE = 'a\r\n{"level":"error","msg":"forged"}\u001b[2J\u009b31m\u2028\u202e\u0000';

describe('The log (OPS-7)', () => {
  it('writes one JSON object per line, whatever is in a field or message (I13)', () => {
    const { log, written } = logging(false);
    log.child({ trace: 't', task: 'k', delivery: 'd', issue: 'o/r#1' }).warn({ title: HOSTILE, [HOSTILE]: 1 }, HOSTILE);
    expect(written.length).toBe(1);
    expect(written[0]).toMatch(/^[^\p{Cc}\u2028\u202e]+\n$/u);
    expect(JSON.parse(written[0] ?? '')).toMatchObject({
      level: 'warn',
      trace: 't',
      task: 'k',
      delivery: 'd',
      issue: 'o/r#1',
      title: HOSTILE,
      msg: HOSTILE,
    });
  });

  it.each([false, true])('masks secrets in messages, fields, bindings, keys and errors (pretty: %s; S13)', (pretty) => {
    const { log, written } = logging(pretty);
    const error = new Error(`push to ${SECRET} failed`, { cause: new Error(SECRET) });
    log
      .child({ bound: SECRET })
      .error(
        { err: error, deep: { list: [SECRET] }, [SECRET]: 1, text: JSON.stringify({ SECRET }) },
        `message ${SECRET}`,
      );
    log.trace(`ghs_${'a'.repeat(36)}`);
    const output = written.join('');
    expect(output).toContain('[redacted]');
    expect(output).not.toContain('canary');
    expect(output).not.toContain('tail');
    expect(output).not.toContain('ghs_');
  });

  it('masks a token registered after the logger was made', () => {
    const { log, written, redactor } = logging(false);
    redactor.add('late-canary-0123456789');
    log.info('late-canary-0123456789');
    expect(written[0]).not.toContain('canary');
  });

  it('writes one readable line in development', () => {
    const { log, written } = logging(true);
    log.info({ task: 'k', title: 'two words', hostile: HOSTILE }, 'Task started');
    expect(written.length).toBe(1);
    expect(written[0]).toMatch(/^\d\d:\d\d:\d\d INFO {2}Task started task=k title="two words" hostile="[^\p{Cc}]*\n$/u);
  });

  it('leaves out what is below its level', () => {
    const written: string[] = [];
    const destination = { write: (line: string) => void written.push(line) };
    const log = createLogger({ level: 'warn', pretty: false, redactor: createRedactor([]), destination });
    log.info('quiet');
    expect(written).toEqual([]);
  });
});
