import { describe, expect, it } from '@jest/globals';
import { checksText, commandsText, judgedCriteria } from '../../src/model-calls/verification-blocks.ts';
import { command } from '../task/task-world.ts';
import { NONCE } from './views.ts';

const room = { nonce: NONCE, maxBytes: 10_000 };
const many = Array.from({ length: 2_000 }, (_, at) => `ok ${at + 1} it works`).join('\n');

describe('what the finished work is judged by (EXEC-6)', () => {
  it('has a number for each command, and says once how it ended', () => {
    const text = commandsText(
      [
        { command: 'npm ci', exitCode: 0, output: 'added 3 packages' },
        { command: 'npm test', exitCode: 1, output: 'Exit code 1.\nnot ok 1' },
      ],
      room,
    );
    expect(text).toContain('C2 $ npm test\n[exit code 1]\nnot ok 1');
    expect(text).toContain('C1 $ npm ci\n[exit code 0]\nadded 3 packages');
    expect(text).not.toContain('Exit code 1.');
  });

  it('shows in short what a command printed that ran again since, and whole what it printed last', () => {
    const run = (exitCode: number, output: string) => ({ command: 'npm test', exitCode, output });
    const [first, last] = ['first', 'last'].map((name) => `begins ${name}\n${many.slice(0, 1_000)}\nends ${name}`);
    const text = commandsText([run(1, first ?? ''), run(0, last ?? '')], room);
    expect(text).toContain(`C2 $ npm test\n[exit code 0]\n${last}`);
    expect(text).toMatch(/C1 \$ npm test\n\[exit code 1\]\nbegins first\n[^]*ends first/);
    expect(text).not.toContain(first);
    expect(text.length).toBeLessThan(2_000);
  });

  it('cuts nothing of what was printed as long as all that ran leaves room, and nothing in the middle is lost', () => {
    const long = Array.from({ length: 90 }, (_, at) => `same ${at} {"_":[],"a":{"b":5}}`).join('\n');
    const runs = [0, 1].map((at) => ({ command: `node compare.js ${at}`, exitCode: 0, output: long }));
    const text = commandsText([...runs, { command: 'ls', exitCode: 0, output: 'a' }], room);
    expect(text.split(long)).toHaveLength(3);
    // Output that would be cut anyway, such as a file, takes no more room than before.
    const file = commandsText([{ command: 'cat a.js', exitCode: 0, output: 'x'.repeat(9_000) }], room);
    expect(Buffer.byteLength(file)).toBeLessThan(2_000);
    const many = Array.from({ length: 20 }, (_, at) => ({ command: `node ${at}.js`, exitCode: 0, output: long }));
    expect(Buffer.byteLength(commandsText(many, room))).toBeLessThanOrEqual(room.maxBytes);
  });

  it('shows of tests that passed their totals, as everywhere', () => {
    const output = `${many.slice(0, 1_500)}\n# pass 2000`;
    const runs = [{ command: 'npm test', exitCode: 0, output }];
    const checks = [{ kind: 'test', runs: [command('npm test', 0, output)], isExcused: false }] as const;
    expect(commandsText(runs, room)).toContain(output);
    const text = commandsText(runs, room, checks);
    expect(text).toContain('# pass 2000');
    expect(Buffer.byteLength(text)).toBeLessThan(1_200);
    expect(commandsText([{ command: 'npm test', exitCode: 1, output }], room, checks)).toContain(output);
  });

  it('says of what printed the same again that it did, and not what', () => {
    const run = { command: 'npm run lint', exitCode: 127, output: 'sh: 1: editorconfig-tools: not found' };
    const text = commandsText([run, run], room);
    expect(text).toContain('C1 $ npm run lint\n[exit code 127]\n(printed the same as C2)');
    expect(text.split('not found')).toHaveLength(2);
  });

  it('shows the end of a long command to whoever reviews: it often is what shows the criterion', () => {
    const ran = {
      is: 'command',
      command: `node -e "${'x'.repeat(300)}"; git diff --quiet -- dist && echo same`,
      exit_code: 0,
      lines: ['same'],
    } as const;
    const criterion = { id: 'AC-1', description: 'dist is as it was' };
    const text = judgedCriteria([criterion], [{ ...criterion, evidence: [ran] }], room);
    expect(text).toMatch(/"node -e .* … .*git diff --quiet -- dist && echo same", exit code 0/);
  });

  it('shows of tests that passed their totals and not each of them; those that failed as far as there is room', () => {
    const ended = (exit_code: number, shows?: 'failures') =>
      checksText(
        [{ kind: 'test', runs: [command('npm test', exit_code, `${many}\n# pass 2000`)], isExcused: false }],
        room,
        shows,
      );
    expect(ended(0)).toContain('# pass 2000');
    expect(ended(0, 'failures')).toBe('The tests passed (exit code 0).');
    expect(ended(1, 'failures')).toBe(ended(1));
    expect(Buffer.byteLength(ended(0))).toBeLessThan(1_000);
    expect(Buffer.byteLength(ended(1))).toBeGreaterThan(9_000);
  });

  it('tells whoever reviews the change what shows each criterion, as the commands themselves are not shown there', () => {
    const criteria = ['AC-1', 'AC-2', 'AC-3', 'AC-4'].map((id) => ({ id, description: `${id} holds` }));
    const ran = { is: 'command', command: 'node compare.js', exit_code: 0, lines: ['0 of 30 differ'] } as const;
    const place = { is: 'place', path: 'test/a.js', start_line: 7, quote: 'x' } as const;
    const [one, two, three] = criteria.map((criterion) => ({ ...criterion, evidence: null }));
    const assessment = [
      { ...one!, evidence: [{ ...ran, lines: [], fault: 'not_run' as const }, ran, place] },
      { ...two!, evidence: [{ ...ran, fault: 'not_run' as const }] },
      { ...three!, description: 'As it was before' },
    ];
    const text = judgedCriteria(criteria, assessment, room);
    expect(text).toContain(
      '- AC-1: AC-1 holds\n  Shown by "node compare.js", exit code 0, which printed "0 of 30 differ"; test/a.js:7.\n',
    );
    expect(text).toContain('- AC-2: AC-2 holds\n  Not shown.\n- AC-3: AC-3 holds\n  Not judged.\n- AC-4');
    const lines = Array.from({ length: 8 }, (_, line) => `line ${line}`);
    const long = { ...ran, command: `npm ci > /dev/null${'; npm run build'.repeat(10)}\nnode compare.js --all`, lines };
    const named = {
      id: 'AC-1',
      description: '`node compare.js` finds none',
      evidence: [long, place, place, place, place],
    };
    const whole = judgedCriteria([named], [named], room);
    expect(whole).toContain(
      'Shown by "… node compare.js --all" (exit code of the whole command: 0), which printed "line 0", ',
    );
    expect(whole).toContain('"line 5", and 2 more; test/a.js:7; test/a.js:7; and 2 more.');
    for (const unknown of [null, 'not_had'] as const)
      expect(judgedCriteria(criteria, unknown, room)).toContain('- AC-1: AC-1 holds\n- AC-2: AC-2 holds');
  });
});
