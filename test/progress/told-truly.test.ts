/** Texts that people read again later show the current state. */
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assumedText, assumptionsOf } from '../../src/comments/open-questions.ts';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { phaseLine } from '../../src/comments/phase-line.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import {
  actionDone,
  after,
  ASSESSED,
  command,
  doing,
  prepared,
  saved,
  taskAfter,
  tested as testedBy,
} from '../task/task-world.ts';
import { runs } from '../long.ts';
import { PLAN, reportOf } from './cases.ts';
import type { Check } from '../../src/state/checks.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Question, Said } from '../../src/state/question.ts';
import type { Task } from '../../src/state/task.ts';

const shown = (task: Task) => progressComment(task, { now: task.updatedAt, noteUrl: null });
const bodyOf = (task: Task) => pullRequestText(doing(task, 'report'), null).body;

describe('a failed environment set-up (ENV-4, GH-7)', () => {
  const broken = prepared(PLAN).map(
    (fact): Fact =>
      fact.type === 'environment' && fact.name === 'setup' ? { ...fact, command: command('npm ci', 1, 'E404') } : fact,
  );
  /** The work runs it again. */
  const again = (line: string, exit: number, cwd?: string): readonly Fact[] => [
    {
      type: 'action',
      name: 'answer',
      action: 0,
      content: [
        {
          type: 'tool_use',
          id: `again ${line}`,
          name: 'run_command',
          input: { command: line, ...(cwd === undefined ? {} : { cwd }) },
        },
      ],
      stop_reason: 'tool_use',
    },
    {
      type: 'tool',
      tool_use_id: `again ${line}`,
      tool: 'run_command',
      ok: exit === 0,
      text: '',
      exit_code: exit,
      duration_ms: 1,
    },
  ];
  const worked: readonly Fact[] = PLAN.task_decomposition.subtasks.flatMap(({ id }, at) => [
    ...actionDone(at),
    saved(id, at + 1),
  ]);
  const tested = (exit: number): Fact => ({ type: 'verification', name: 'tests', command: command('npm test', exit) });
  const ended = (facts: readonly Fact[], exit: number) => {
    const task = taskAfter([...broken, ...facts, ...worked, tested(exit)]);
    return task.stage.is === 'report' ? task : after(task, { type: 'control', name: 'stop', by: 'mika', reason: 'x' });
  };

  it('goes on while the work does', () => {
    const text = shown(taskAfter(broken));
    expect(text).toContain('## Environment setup failed\n\n⚠️ The work continues anyway');
    expect(text).toContain('**Error**: `npm ci` (exit 1)');
  });

  it('names what the network rules blocked, which the output seldom says', () => {
    const denied = { to: [{ host: 'github.com', port: 443, why: 'not on the list' }], more: 0 };
    const blocked = broken.map(
      (fact): Fact =>
        fact.type === 'environment' && fact.name === 'setup' ? { ...fact, command: { ...fact.command, denied } } : fact,
    );
    const task = taskAfter(blocked);
    expect(shown(task)).toContain('network rules blocked meanwhile: `github.com:443`');
    expect(shown({ ...task, settings: { ...task.settings, language: 'ja' } })).toContain(
      'ブロックされた接続: `github.com:443`',
    );
    expect(shown(taskAfter(broken))).not.toContain('blocked');
  });

  it('is named as the likely cause of tests that fail on the base commit, too', () => {
    const excused = (facts: readonly Fact[], ...more: readonly Check[]) => {
      const task = doing(ended(facts, 0), 'report');
      const checks = [{ kind: 'lint', runs: [command('npm run lint', 1)], isExcused: true }, ...more] as const;
      return pullRequestText({ ...task, stage: { ...task.stage, checks } }, null).body;
    };
    expect(excused([])).toContain('with this change and without it. The environment setup had failed');
    const anyhow = 'it fails in the same way without this change.';
    expect(excused(again('npm ci', 0))).toContain(anyhow);
    expect(excused([], ...testedBy(command('npm test')))).toContain(anyhow);
  });

  it('is told in the past when the work is over', () => {
    for (const body of [bodyOf(ended([], 0)), bodyOf(ended([], 1))]) {
      expect(body).toContain('## Environment setup failed');
      expect(body).not.toContain('continues anyway');
    }
    expect(bodyOf(ended([], 0))).toContain('The work continued without it, and the tests passed at the end.');
    expect(bodyOf(ended([], 1))).toContain('⚠️ The work continued anyway; what it ran may have lacked');
  });

  it('is told as mended when the work ran the same command again and it succeeded', () => {
    const mended = '✅ Mended: during the work, the same commands ran again and succeeded.';
    expect(shown(taskAfter([...broken, ...again(' npm ci ', 0)]))).toContain(mended);
    expect(bodyOf(ended(again('npm ci', 0), 0))).toContain(mended);
    for (const other of [again('npm ci', 1), again('npm install', 0), again('npm ci', 0, 'packages/a')])
      expect(shown(taskAfter([...broken, ...other]))).not.toContain('Mended');
    expect(shown(taskAfter([...broken, ...again('npm ci', 0, '.')]))).toContain(mended);
  });

  it('is not mended by a check that printed something else than expected and is run again', () => {
    const odd = prepared(PLAN).map(
      (fact): Fact =>
        fact.type === 'environment' && fact.name === 'check'
          ? { ...fact, command: command('node --version', 0, 'v18'), passed: false }
          : fact,
    );
    expect(shown(taskAfter([...odd, ...again('node --version', 0)]))).not.toContain('Mended');
  });
});

describe('what was understood of the goal (PLAN-1, GH-7)', () => {
  it('reaches people as its constraints at the end, and not as planning talk', () => {
    const goal = { ...PLAN.goal_understanding, context: 'The sources have not been seen yet.' };
    const task = reportOf('finished', { plan: { ...PLAN, goal_understanding: goal } });
    expect(bodyOf(task)).not.toContain('have not been seen yet');
    expect(bodyOf(task)).toContain('- No new dependency');
  });

  it('has the constraints that a comment amended, no others (PLAN-9)', () => {
    const amended = {
      ...PLAN,
      goal_understanding: { ...PLAN.goal_understanding, constraints: ['Lodash may be used'] },
    };
    const facts: readonly Fact[] = [
      ...prepared(PLAN),
      { type: 'control', name: 'comment', by: { id: 8, login: 'maintainer' }, text: 'Take lodash.' },
      {
        type: 'revision',
        reason: 'As asked',
        source: 'comment',
        changes: [],
        updated_plan: amended,
        amended: {
          comment: 0,
          changes: [{ of: 'constraint', before: 'No new dependency', after: 'Lodash may be used' }],
          replaces: [],
        },
      },
      { type: 'control', name: 'comment_weighed', understanding: '', problems: [], questions: [] },
      ...PLAN.task_decomposition.subtasks.flatMap(({ id }, at) => [...actionDone(at), saved(id, at + 1)]),
      { type: 'verification', name: 'tests', command: command('npm test', 0) },
      ASSESSED,
    ];
    const body = bodyOf(taskAfter(facts));
    expect(body).toContain('- Lodash may be used');
    expect(body).not.toContain('No new dependency');
  });
});

describe('what was assumed as nobody had decided otherwise (REPLAN-6, GH-7)', () => {
  const MIKA = { id: 7, login: 'mika' };
  const question = (id: number, part: Partial<Question>): Question => ({
    id,
    kind: 'clarification',
    texts: ['Which prices?'],
    context: '',
    assumptions: ['Those of the shop'],
    needsPerson: false,
    askedAt: id,
    commentId: null,
    url: null,
    answers: {},
    state: 'assumed',
    ...part,
  });
  const assumed = (text: string): Said => ({ kind: 'assumption', by: null, asked: 'Which prices?', text });
  const comment = (text: string): Said => ({ kind: 'comment', by: MIKA, asked: '', text });
  const hearing = (questions: readonly Question[], said: readonly Said[]): Task => ({
    ...reportOf('finished'),
    questions,
    said,
  });
  const one = [question(1, {})];

  it('stands as long as nobody says anything', () => {
    const task = hearing(one, [comment('Before that.'), assumed('Those of the shop')]);
    expect(assumedText(task)).toBe('**What I assumed, as nobody had decided otherwise**:\n- Those of the shop');
    expect(bodyOf(task)).toContain('- Those of the shop');
  });

  it('is not told twice where the work settled the same (GH-7)', () => {
    const decisions = [
      { subtask: 'a', text: 'Those of the shop.' },
      { subtask: 'a', text: 'Prices are in cents' },
    ];
    const body = bodyOf({ ...hearing(one, [assumed('Those of the shop')]), decisions });
    expect(body.match(/Those of the shop/g)).toHaveLength(1);
    expect(body).toContain('- Prices are in cents');
  });

  it('leaves out what was answered of several questions', () => {
    const both = question(1, {
      texts: ['Which prices?', 'Which shop?'],
      assumptions: ['The net prices', 'The first one'],
      answers: { 0: { by: MIKA, text: 'Gross.' } },
    });
    expect(assumptionsOf(hearing([both], [assumed('The net prices The first one')])).standing).toEqual([
      'The first one',
    ]);
  });

  it('claims nothing where an answer to a part of it may be meant', () => {
    const both = question(1, {
      texts: ['Which prices?', 'Which shop?'],
      assumptions: ['The net prices of the first one'],
      answers: { 0: { by: MIKA, text: 'Gross.' } },
    });
    const task = hearing([both], [assumed('The net prices of the first one')]);
    expect(assumptionsOf(task)).toEqual({ standing: [], overtaken: ['The net prices of the first one'] });
  });

  it('leaves out what was asked again and answered then, also as a question of its own', () => {
    const again = (text: string) =>
      question(2, { texts: [text], state: 'answered', answers: { 0: { by: MIKA, text: 'x' } } });
    for (const text of ['Which prices?', 'May I assume this? Those of the shop'])
      expect(assumptionsOf(hearing([...one, again(text)], [assumed('Those of the shop')]))).toEqual({
        standing: [],
        overtaken: [],
      });
  });

  it('leaves out what a comment said, and what one amended', () => {
    const said = [assumed('Those of the shop'), comment('No: not those of the shop, those of the cart.')];
    expect(assumptionsOf(hearing(one, said))).toEqual({ standing: [], overtaken: [] });
    expect(assumptionsOf(hearing(one, [{ ...assumed('Those of the shop'), isReplaced: true }]))).toEqual({
      standing: [],
      overtaken: [],
    });
  });

  it('says of what stands before later comments that these count', () => {
    const task = hearing(one, [assumed('Those of the shop'), comment('Use the cart.')]);
    const words =
      '**What I assumed; where answers or later comments say otherwise, these count**:\n- Those of the shop';
    expect(assumedText(task)).toBe(words);
    expect(bodyOf(task)).toContain(words);
    const ja = assumedText({ ...task, settings: { ...task.settings, language: 'ja' } });
    expect(ja).toContain('後のコメントと異なる場合は、そちらを優先');
    expect(ja).not.toContain('別の指示がなかった');
  });

  it('never claims that nobody decided what somebody said something about since', () => {
    const texts = ['Which prices?', 'Which shop?', 'Which currency?'];
    const guesses = ['Those of the shop', 'The first one', 'Yen everywhere'];
    fc.assert(
      fc.property(
        fc.array(fc.nat(2), { maxLength: 3 }),
        fc.array(fc.oneof(fc.constantFrom(...guesses), fc.string()), { maxLength: 3 }),
        fc.boolean(),
        (answered, comments, isFirst) => {
          const asked = question(1, {
            texts,
            assumptions: guesses,
            answers: Object.fromEntries(answered.map((index) => [index, { by: MIKA, text: 'decided' }])),
          });
          const later = comments.map(comment);
          const mine = assumed(guesses.join(' '));
          const task = hearing([asked], isFirst ? [mine, ...later] : [...later, mine]);
          const { standing, overtaken } = assumptionsOf(task);
          for (const index of answered) expect([...standing, ...overtaken]).not.toContain(guesses[index]);
          if (!isFirst || comments.length === 0) return;
          expect(standing).toEqual([]);
          for (const text of comments) expect(overtaken).not.toContain(text);
        },
      ),
      { numRuns: runs(2_000, 200) },
    );
  });
});

describe('a request of which a part cannot be done here (GH-7, PLAN-7)', () => {
  const summarised = (goal_achieved: boolean): Task =>
    after(reportOf('finished'), {
      type: 'phase',
      name: 'summary',
      goal_achieved,
      key_outcomes: ['Prices round half up'],
      remaining_risks: ['1.2.6 is not published'],
      title: 'Round half up',
      body: 'It rounds.',
    });

  it('is not closed by the pull request that does the rest, and people are told what is missing', () => {
    const task = summarised(false);
    const body = bodyOf(task).split('\n');
    expect(body).toContain('Part of #12');
    expect(body).not.toContain('Closes #12');
    expect(body.join('\n')).toContain('1.2.6 is not published');
    const result = resultComment(doing(task, 'report'), { now: task.updatedAt, noteUrl: null });
    expect(result.match(/not everything that was asked for is done/g)).toHaveLength(1);
    expect(phaseLine(task)).toContain('✅ Execution → ');
    expect(phaseLine(task)).toContain('⚠️ **Verification**');
    const { stage } = doing(task, 'report');
    const assessment = [{ id: 'AC-1', description: 'It rounds', evidence: null }];
    expect(phaseLine({ ...task, stage: { ...stage, assessment } })).toContain('❌ **Verification**');
    expect(bodyOf(summarised(true)).split('\n')).toContain('Closes #12');
  });
});
