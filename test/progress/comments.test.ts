import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { carriesMarker, progressMarker, resultMarker } from '../../src/ports/comment-marker.ts';
import { nowDoing } from '../../src/comments/now-doing.ts';
import { phaseLine } from '../../src/comments/phase-line.ts';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { commitMessage, pullRequestText } from '../../src/comments/pull-request-text.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { MAX_COMMENT_CHARACTERS } from '../../src/comments/say.ts';
import { endedReply, statusReply } from '../../src/comments/status-reply.ts';
import {
  tested,
  actionDone,
  command,
  doing,
  planOf,
  prepared,
  REQUEST,
  saved,
  subtask,
  TASK_ID,
  taskAfter,
  after,
  usage,
  assessedAs,
} from '../task/task-world.ts';
import { END_REASONS, PHASES, PLAN, reported, reportOf, taskIn, workOn } from './cases.ts';
import { NOTHING_PREPARED } from '../../src/state/evolve-workspace.ts';
import { activityOf } from '../../src/state/select.ts';
import { HOSTILE, hazards, nodesOf, parsed, seen } from './markdown.ts';
import { runs } from '../long.ts';
import { NOTHING_TRIED } from '../../src/state/trouble-verdict.ts';
import type { Queued } from '../../src/ports/service-control.ts';
import type { Language } from './cases.ts';
import type { Plan } from '../../src/state/plan.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Finding } from '../../src/state/findings.ts';
import type { At, Task, Workspace } from '../../src/state/task.ts';

const URL = 'https://planwright.example/tasks/1';
const LANGUAGES: readonly Language[] = ['en', 'ja'];
const context = (task: Task) => ({ now: task.updatedAt + 5_000, noteUrl: URL });
const allowed = {
  ownIssue: 12,
  ownPullRequest: 13,
  url: URL,
  ownComments: ['u'],
  pings: ['Requested by @maintainer', '依頼者: @maintainer さん'],
};

function expectGood(markdown: string): void {
  expect(hazards(markdown, allowed)).toEqual([]);
  expect(markdown.length).toBeLessThanOrEqual(MAX_COMMENT_CHARACTERS);
  expect(markdown).not.toMatch(/undefined|NaN|\[object|null/);
}

/** All three texts of a task. */
function everything(task: At<'report'>): readonly string[] {
  const told = reported(task);
  return [
    progressComment(told, context(told)),
    resultComment(doing(told, 'report'), context(told)),
    pullRequestText(task, URL).body,
  ];
}

describe.each(LANGUAGES)('the progress comment in %s', (language) => {
  it.each(PHASES)(
    'of a task in the phase %s is good Markdown and carries its marker on a line of its own first',
    (phase) => {
      const task = taskIn(phase, { language });
      const comment = progressComment(task, context(task));
      expectGood(comment);
      expect(comment.split('\n')[0]).toBe(progressMarker(TASK_ID));
      expect(carriesMarker(comment, progressMarker(TASK_ID))).toBe(true);
      expect(comment).toMatchSnapshot();
    },
  );

  it.each(END_REASONS)('and the result of a task that ended with "%s" say what happened and what is next', (reason) => {
    const task = reportOf(reason, { language });
    const told = doing(reported(task), 'report');
    const [progress, result] = [progressComment(told, context(told)), resultComment(told, context(told))];
    for (const comment of [progress, result]) {
      expectGood(comment);
      expect(comment).not.toMatch(/🔄|working on this|作業中/);
    }
    expect(seen(parsed(result))).toContain('→ ');
    expect(result.split('\n')[0]).toBe(resultMarker(TASK_ID));
    expect(result).toMatchSnapshot();
    const ended = reported(task, true);
    expect(progressComment(ended, context(told))).toBe(progress);
  });
});

function pointOf(text: string): Finding {
  return { by: 'action', about: null, subtask: text, text, isEnd: true, isTakenUp: true, settled: null };
}

describe('the wording that is promised (GH-4, PLAN-1)', () => {
  const task = taskIn('execute', {
    plan: planOf([1, 2, 3, 4, 5].map((number) => subtask(`task_${number}`, [], `Step ${number}`))),
  });
  const lines = progressComment(task, context(task)).split('\n');

  it('lists the plan as boxes and ticks what is done', () => {
    expect(lines).toContain('## 📋 Execution Plan');
    expect(lines).toContain('- [x] **task_1**: Step 1');
    expect(lines).toContain('- [ ] **task_2**: Step 2 🔄');
    expect(lines).toContain('- [ ] **task_3**: Step 3');
    expect(
      nodesOf(parsed(lines.join('\n'))).flatMap((node) => (node.type === 'listItem' ? [node.checked] : [])),
    ).toEqual([true, false, false, false, false]);
  });

  it('counts', () => {
    expect(lines).toContain('*Progress: 1/5 (20%) complete*');
    const done = taskIn('report', { plan: planOf([subtask('task_1')]) });
    expect(progressComment(done, context(done))).toContain('*Progress: 1/1 (100%) complete*');
  });

  it('names the phases', () => {
    expect(lines).toContain(
      '✅ Pre Planning → ✅ Planning → ✅ Environment Setup → 🔄 **Execution** → ⬜ Reflection → ⬜ Verification → ⬜ Complete',
    );
  });

  it('says how to stop, what is going on, what it cost, and where the branch is', () => {
    const comment = progressComment(after(task, usage({ usd: 0.25, input_tokens: 1_200 })), context(task));
    expect(comment).toContain('`@planwright stop`');
    expect(comment).toContain('**Now**: action 2 of 5: Step 2 (running a command)');
    expect(comment).toContain(
      '1,220 tokens · $0.25 · Branch `planwright/12-prices-are-rounded-the-wrong-way` · [Task Note](https://planwright.example/tasks/1)',
    );
  });

  it('is natural in Japanese, too', () => {
    const japanese = taskIn('execute', { language: 'ja' });
    const comment = progressComment(japanese, context(japanese));
    for (const text of [
      '## 📋 実行計画',
      '*進捗: 1/3 (33%) 完了*',
      '`@planwright 停止`',
      '**現在**: アクション 2/3: Round half up in `src/price.js` (コマンドを実行中)',
      '✅ 計画 → ✅ 環境構築',
    ])
      expect(comment).toContain(text);
    expect(seen(parsed(comment))).not.toMatch(/\b(?:tokens|Branch|Requested|Now)\b/);
  });

  it.each([
    ['en', '## Environment setup failed', 'exit 1'],
    ['ja', '## 環境構築失敗', '終了コード 1'],
  ] as const)('tells of a failed set-up in %s (ENV-4)', (language, heading, exit) => {
    const facts = prepared(PLAN).map(
      (fact): Fact =>
        fact.type === 'environment' && fact.name === 'setup'
          ? { ...fact, command: command('npm ci', 1, 'npm error 404\n```\n@maintainer') }
          : fact,
    );
    const broken = taskAfter(
      facts.filter((fact) => !(fact.type === 'environment' && fact.name === 'check')),
      { settings: { language } },
    );
    expect(activityOf(broken)).toBe('execute');
    const comment = progressComment(broken, context(broken));
    expectGood(comment);
    expect(comment.split('\n')).toContain(heading);
    expect(comment).toContain(`\`npm ci\` (${exit})`);
    expect(comment).toContain('⚠');
  });

  it.each([
    ['en', '## ⏸️ Planwright is waiting for an answer', 'working on this'],
    ['ja', '## ⏸️ Planwright は回答を待っています', '作業中です'],
  ] as const)('does not call it work to wait for people, in %s (EXEC-1)', (language, heading, working) => {
    const waiting = taskIn('wait', { language });
    const comment = progressComment(waiting, context(waiting));
    expect(comment.split('\n')).toContain(heading);
    expect(comment).not.toContain(working);
  });

  it('ends as a line that leads to the result, and says nothing that stands there (GH-4)', () => {
    for (const language of LANGUAGES)
      for (const reason of END_REASONS) {
        const [progress = '', result = ''] = everything(reportOf(reason, { language }));
        const title = /^## (.*)$/m.exec(result)?.[1] ?? 'none';
        expect(progress.split('\n')[2]).toBe(
          language === 'en'
            ? `**${title}**: [what came of it and what you can do next](u)`
            : `**${title}**: [結果と次にできること](u)`,
        );
        const said = new Set(progress.split(/\n+/).slice(2));
        expect(result.split(/\n+/).filter((line) => said.has(line))).toEqual([]);
        expect(progress).not.toMatch(/⏱️|\*\*→\*\*|##.*(?:Done|完了)/);
      }
  });

  it('tells the whole itself where the result could not be posted (GH-4)', () => {
    const left: Fact = { type: 'effect', name: 'left_out', step: 'post_result', reason: 'No.', code: 'github_refused' };
    const told = after(reportOf('not_achieved'), left);
    expect(progressComment(told, context(told))).toMatch(
      /1 of 3 subtasks is not done and the tests fail\n[^]*posting the result: GitHub refused my request\.[^]*\*\*→\*\*[^]*⏱️/,
    );
  });

  it('says in its first lines and in the pull request that the review is why it is a draft, not the tests (EXEC-7)', () => {
    for (const [language, why] of [
      ['en', 'because the review rejected the change'],
      ['ja', 'レビューで不合格になったため'],
    ] as const) {
      const [, result, body] = everything(reportOf('change_not_passed', { language }));
      expect(result).toContain(why);
      expect(body).toMatch(new RegExp(`^❌ .*${why}`, 'm'));
    }
    expect(everything(reportOf('not_achieved')).join()).not.toContain('review rejected');
  });

  it('tells with which words to ask again wherever there is a reason to, and not below a success (GH-5)', () => {
    for (const language of LANGUAGES)
      for (const reason of END_REASONS) {
        const task = reportOf(reason, { language });
        const result = resultComment(doing(reported(task), 'report'), context(task));
        const told = result.includes(language === 'en' ? '`@planwright retry`' : '`@planwright やり直して`');
        expect(result).not.toContain('{retry}');
        expect([reason, told]).toEqual([reason, task.stage.ending.status !== 'succeeded']);
      }
  });

  it('names no place for a question that only the progress comment would be right about, as a status stands below it', () => {
    for (const language of LANGUAGES)
      expect(statusReply(taskIn('wait', { language }), 0)).not.toMatch(/\bbelow\b|下の/);
  });

  it('shows no empty command when every set-up and check is done', () => {
    const preparing = doing(taskIn('prepare'), 'prepare');
    const { setup_commands: setup, verification } = preparing.plan.selected_environment;
    const ready: Workspace = {
      ...NOTHING_PREPARED,
      containerId: 'c1',
      cloned: true,
      setup: setup.map((one) => command(one)),
      checks: verification.map((one) => ({
        command: command(one.command),
        expected: one.expected_output,
        passed: true,
      })),
    };
    expect(nowDoing({ ...preparing, workspace: ready })).toBe('preparing the workspace');
  });

  it('shows the reason of an outage while it waits', () => {
    const waiting = after(taskIn('understand'), {
      type: 'error',
      name: 'retry_later',
      effect: 'ask_model',
      message: 'The model is overloaded (529) @maintainer',
      of: 'model',
      due_at: 0,
    });
    expect(progressComment(waiting, context(waiting))).toContain(
      "**Now**: waiting for the model's API to respond (1 attempt so far; next at 00:00 UTC)",
    );
  });

  it('says that it waits for its turn, in which place, and when the operator paused the service (GH-3, OPS-5)', () => {
    for (const language of LANGUAGES) {
      const task = taskIn('understand', { language });
      const shown = (queued: Queued) => progressComment(task, { ...context(task), queued });
      const [place, paused] =
        language === 'en'
          ? ['waiting for a free worker (Place in the queue: 3)', 'the operator of this service has paused it']
          : ['ワーカーが空くのを待っています (待ち順: 3 番目)', '運用担当者がサービスを一時停止しているため'];
      expect(shown({ place: 3, isServicePaused: false })).toContain(place);
      expect(shown({ place: 3, isServicePaused: false })).not.toContain(paused);
      expect(shown({ place: 1, isServicePaused: true })).toContain(paused);
      expect(shown({ place: null, isServicePaused: false })).not.toMatch(/Place in|待ち順/);
      expect(progressComment(task, context(task))).not.toMatch(/Place in|待ち順/);
    }
  });

  it('says once how to go on from a pause, and how to stop while it works (GH-4)', () => {
    for (const language of LANGUAGES) {
      const [resume, stop] = language === 'en' ? ['resume', 'stop'] : ['再開', '停止'];
      const paused = taskIn('pause', { language });
      const shown = progressComment(paused, context(paused));
      for (const word of [resume, stop]) expect(shown.split(`\`@planwright ${word}\``)).toHaveLength(2);
      const working = taskIn('execute', { language });
      expect(progressComment(working, context(working))).toContain(`<sub>`);
    }
  });

  it('says "finishing up" and nothing final before the result is told', () => {
    const task = reportOf('finished');
    expect(progressComment(task, context(task))).toContain('**Now**: finishing up');
    expect(progressComment(reported(task), context(task))).toContain('**✅ Done**: ');
  });
});

describe('the end of a task', () => {
  const resultOf = (task: At<'report'>) => resultComment(doing(reported(task), 'report'), context(task));

  it('is done only when the tests passed', () => {
    expect(resultOf(reportOf('finished'))).toMatch(/## ✅ Done[^]*\*\*Pull request\*\* #13[^]*✅ `npm test` passed/);
    const failed = resultOf(reportOf('not_achieved'));
    expect(failed).not.toContain('✅ Done');
    expect(failed).toMatch(
      /It is a draft[^]*❌ `npm test` failed \(exit 1\)[^]*Remaining risks[^]*2\.665 is still wrong/,
    );
    const untestedWork = [...workOn({ ...PLAN, test_command: null }), assessedAs(PLAN)];
    const untested = doing(taskAfter(untestedWork), 'report');
    expect(resultOf(untested)).toMatch(/## ⚠️ Finished, but not verified[^]*I know no test command/);
    expect(resultOf(untested)).toContain('or ask me again on the issue and say what to do differently.');
    const inJapanese = doing(taskAfter(untestedWork, { settings: { language: 'ja' } }), 'report');
    expect(resultOf(inJapanese)).toContain('どう変えるべきかを Issue に書いてもう一度依頼してください。');
  });

  it('names the limit that was reached, in the language of the task', () => {
    expect(resultOf(reportOf('budget'))).toContain('used up its budget of 1,000,000 tokens.');
    expect(resultOf(reportOf('budget', { detail: 'usd', language: 'ja' }))).toContain(
      '使い切ったため停止しました。上限: 50 ドル。',
    );
  });

  it('says where the work is when there is no pull request', () => {
    expect(resultOf(reportOf('stopped'))).toContain(
      'The work saved so far is on the branch `planwright/12-prices-are-rounded-the-wrong-way`.',
    );
    expect(resultOf(reportOf('stopped', { from: 'prepare' }))).toContain('No change had been made yet.');
    expect(resultOf(reportOf('unclear_goal'))).not.toContain('No change');
    const stopped = doing(reportOf('stopped', { from: 'prepare' }), 'report');
    const skipped = [{ effect: 'checkpoint', reason: 'r', code: 'protected_paths', paths: ['CODEOWNERS'] }] as const;
    const held = { ...stopped, stage: { ...stopped.stage, skipped } };
    expect(resultComment(held, context(held))).toContain('`CODEOWNERS`');
    expect(resultComment(held, context(held))).not.toContain('No change');
  });

  it('lists questions, evidence and refused paths before it says what to do about them', () => {
    expect(resultOf(reportOf('unclear_goal'))).toMatch(/- Which prices are meant[^]*→[^]*questions above/);
    expect(resultOf(reportOf('secret'))).toMatch(/- [^]*→[^]*listed above/);
  });

  it('tells what was found when nothing had to change', () => {
    expect(resultOf(reportOf('no_change'))).toMatch(
      /No change needed[^]*What I did and found[^]*Action 1 came to its end/,
    );
  });

  it.each([
    ['success', 1, 'the tests fail', 'テストが失敗'],
    ['failure', 0, '1 of 3 subtasks is not done', 'サブタスク 3 件中 1 件が未完了'],
    ['failure', 1, '1 of 3 subtasks is not done and the tests fail', 'サブタスク 3 件中 1 件が未完了、テストが失敗'],
  ] as const)('says what of it is incomplete: %s, exit %d', (status, exit, en, ja) => {
    const [said, told] = LANGUAGES.map((language) => {
      const tests: Fact = { type: 'verification', name: 'tests', command: command('npm test', exit) };
      const task = doing(
        taskAfter([...workOn(PLAN, status), tests, assessedAs(PLAN)], { settings: { language } }),
        'report',
      );
      return { result: resultComment(task, context(task)), progress: progressComment(reported(task), context(task)) };
    });
    expect(said?.result).toContain(
      `## ⚠️ Incomplete: ${en}\n\nI worked through the plan, but the result is not ready yet.`,
    );
    expect(told?.result).toContain(`## ⚠️ 未完了: ${ja}\n\n計画を最後まで実行しましたが、まだ完成していません。`);
    expect(said?.progress).toContain(`**⚠️ Incomplete: ${en}**: `);
  });

  it.each([
    ['closed', /reopen the issue and comment `@planwright retry`\./, false],
    ['deleted', /open an issue in this repository and ask me there\./, false],
    ['transferred', /open an issue in this repository and ask me there\./, false],
    ['unlabeled', /add the label again or comment `@planwright retry`\./, true],
    ['unanswered', /is still wanted, comment `@planwright retry`\./, true],
    ['not_resumed', /is still wanted, comment `@planwright retry`\./, true],
  ] as const)('gives no advice that would be refused after it was %s (GH-4)', (detail, advice, mayBeAskedHere) => {
    const task = reportOf('withdrawn', { detail });
    const said = resultComment(task, context(task));
    expect(said).toMatch(advice);
    expect(said.includes('To ask for something else, comment')).toBe(mayBeAskedHere);
    const over = doing(reported(task, true), 'ended');
    expect(endedReply(over, undefined).includes('To ask for something else, comment')).toBe(mayBeAskedHere);
    expect(endedReply(over, 13)).toMatch(/^I am not working on this pull request at the moment/);
  });

  it.each(END_REASONS)('offers a retry once, and says what comes of it, after it ended with "%s" (GH-4)', (reason) => {
    const task = reportOf(reason);
    const said = resultOf(task);
    const ended = endedReply(doing(reported(task, true), 'ended'), undefined);
    for (const text of said.includes('<sub>') ? [said, ended] : []) {
      expect(text.split('`@planwright retry`')).toHaveLength(2);
      expect(text.split('I plan anew, knowing what I did before')).toHaveLength(2);
    }
  });

  it('speaks of a draft only where there is one, and of what there is only where something is saved (GH-4)', () => {
    expect(resultOf(reportOf('not_achieved'))).toContain('Look at what went wrong and at the draft pull request; then');
    const unopened = doing(reportOf('not_achieved'), 'report');
    expect(resultComment(unopened, context(unopened))).toContain('Look at what went wrong; then');
    expect(resultOf(reportOf('budget'))).toContain('Look at what there is so far');
    const early = resultOf(reportOf('budget', { from: 'prepare' }));
    expect(early).toContain('No change had been made yet. To have me try again, comment `@planwright retry`.');
    expect(early).not.toContain('Look at what there is so far');
  });

  it('says what GitHub answered to the pull request once (GH-4)', () => {
    expect(resultOf(reportOf('no_pull_request')).split('Validation Failed')).toHaveLength(2);
  });

  it('ends the title of the pull request with one full stop', () => {
    const found: Fact = {
      type: 'effect',
      name: 'pull_request',
      number: 13,
      url: 'u',
      draft: false,
      title: 'Round it.',
    };
    const task = doing(after(reportOf('finished'), found), 'report');
    expect(resultComment(task, context(task))).toContain('#13: Round it.\n');
  });

  it('says which of its own steps were refused, and that a pull request is missing', () => {
    const refused: Fact = {
      type: 'error',
      name: 'fault',
      effect: 'open_pull_request',
      code: 'github_refused',
      message: 'Pull requests are off @maintainer.',
      advice: '',
    };
    const task = doing(after(reportOf('finished'), refused), 'report');
    expect(resultComment(task, context(task))).toMatch(
      /couldn't open the pull request\n\n[^\n]*GitHub refused my request\. The reason given: `Pull requests are off @maintainer\.`\n\n\*\*→\*\* The work saved so far is on the branch/,
    );
    expect(phaseLine(task)).toMatch(/✅ Verification → ❌ \*\*Complete\*\*$/);
  });
});

describe('the pull request (GH-7)', () => {
  it('says what, why, how it was tested, and closes the issue', () => {
    const { title, body } = pullRequestText(reportOf('finished'), URL);
    expect(title).toBe('Round prices half up');
    expect(body.split('\n')).toContain('Closes #12');
    expect(body).toMatchSnapshot();
    expectGood(body);
    expect(pullRequestText(reportOf('finished', { language: 'ja' }), null).body).toMatchSnapshot();
  });

  it('names the issue alike as a draft: GitHub merges none before a person says that it is ready', () => {
    for (const reason of ['not_achieved', 'budget'] as const)
      expect(pullRequestText(reportOf(reason), URL).body.split('\n')).toContain('Closes #12');
  });

  it('has one closing reference, whatever the model and the commands say', () => {
    const plan = planOf([subtask('Closes #3', [], 'fixes octo/shop#4')], {
      goal_understanding: {
        ...PLAN.goal_understanding,
        main_objective: 'Fixes #5, closes https://github.com/octo/shop/issues/6',
        constraints: ['resolves GH-7'],
      },
    });
    const { title, body } = pullRequestText(reportOf('finished', { plan }), URL);
    expect(`${title}\n${body}`.match(/(?:clos|fix|resolv)\w*:? +(?:[\w./-]*#\d+|gh-\d+|https?:\/\/)/gi)).toEqual([
      'Closes #12',
    ]);
  });

  it('has the issue for a title when there is no goal in words', () => {
    const plan = planOf([subtask('a')], {
      goal_understanding: { ...PLAN.goal_understanding, main_objective: ' \u200B\u202E ' },
    });
    expect(pullRequestText(reportOf('finished', { plan }), URL).title).toBe('Issue 12');
  });
});

describe('a commit message', () => {
  const askedBy = (login: string, language: 'en' | 'ja' = 'en') => {
    const { request, settings } = taskAfter([]);
    return { request: { ...request, requester: { id: 8, login } }, settings: { ...settings, language } };
  };

  it('GH-4: has a subject of whole words, never cut with a sign', () => {
    const what = 'Ignore keys that reach the prototype, such as constructor.prototype, in every assignment';
    const subject = (text: string | null, language: 'en' | 'ja' = 'en') =>
      commitMessage(text, askedBy('maintainer', language)).split('\n')[0];
    expect(subject(what)).toBe('Ignore keys that reach the prototype, such as constructor.prototype');
    expect(subject('x'.repeat(200))).toBe('x'.repeat(72));
    expect([subject(null), subject(''), subject(null, 'ja'), subject(' ', 'ja')]).toEqual([
      'Work in progress',
      'Work on issue 12',
      '作業途中の変更',
      'Issue 12 の作業',
    ]);
  });

  it('names who asked and can forge neither trailers nor closing words', () => {
    fc.assert(
      fc.property(
        fc
          .array(fc.constantFrom(...HOSTILE, 'Signed-off-by: x <x@x>', 'Co-authored-by: y'))
          .map((parts) => parts.join('')),
        (what) => {
          const message = commitMessage(what, askedBy('main\ntainer[bot]'));
          const [subject = '', ...rest] = message.split('\n');
          expect(rest.join('\n')).toBe(
            '\nIssue: 12\n\nCo-authored-by: maintainer[bot] <8+maintainer[bot]@users.noreply.github.com>\n',
          );
          expect(subject.length).toBeGreaterThan(0);
          expect(Array.from(subject).length).toBeLessThanOrEqual(72);
          expect(subject).not.toMatch(/…$/);
          expect(subject).not.toMatch(/#\d|GH-\d|:\/\/|@\w/i);
        },
      ),
      { numRuns: runs(500, 100) },
    );
  });

  it.each([
    '[skip ci]',
    '[CI Skip]',
    '[no ci]',
    '[skip actions]',
    '[actions skip]',
    '[skip netlify]',
    '***NO_CI***',
    'skip-checks: true',
  ])('cannot keep the checks from running: %s (G11)', (order) => {
    const message = commitMessage(`Fix ${order} now`, askedBy('maintainer'));
    expect(message.toLowerCase()).not.toContain(order.toLowerCase());
    expect(message.replaceAll('\u200B', '')).toContain(`Fix ${order} now\n`);
  });
});

describe('long and hostile tasks', () => {
  const emoji = '👩‍💻 `code` 🎉\n```js\nx\n```\n@maintainer #12 <b> ';
  const long = (count: number, text: string): Plan =>
    planOf(
      Array.from({ length: count }, (_, index) => subtask(`task_${index}`, [], text.repeat(20))),
      {
        acceptance_criteria: Array.from({ length: 200 }, (_, index) => ({
          id: `AC-${index}`,
          description: text.repeat(20),
        })),
        goal_understanding: {
          main_objective: text.repeat(100),
          success_criteria: [],
          constraints: Array.from({ length: 300 }, () => text.repeat(10)),
          context: text.repeat(200),
        },
      },
    );

  it.each([
    [100, emoji],
    [400, emoji],
    [400, '<'],
    [1_000, '&lt;@x #1 '],
    [400, '日本語の長い説明。'],
  ])('of %i subtasks fit into comments, in every state (R14)', (count, text) => {
    const plan = long(count, text);
    const halfway = taskAfter([
      ...prepared(plan),
      ...Array.from({ length: 5 }, (_, index) => [...actionDone(index), saved(`task_${index}`)]).flat(),
    ]);
    const comment = progressComment(halfway, context(halfway));
    expectGood(comment);
    expect(comment).toContain(`*Progress: 5/${count} (${Math.floor(500 / count)}%) complete*`);
    expect(comment).toMatch(/\*\*task_5\*\*: .* 🔄/);
    expect(comment).toContain('`@planwright stop`');
    const output = '```\n@maintainer\n'.repeat(2_000);
    const over = doing(
      taskAfter([...prepared(plan), { type: 'control', name: 'stop', by: 'maintainer', reason: text.repeat(500) }]),
      'report',
    );
    const worst: At<'report'> = {
      ...over,
      stage: {
        ...over.stage,
        ending: { ...over.stage.ending, list: Array.from({ length: 200 }, () => text.repeat(100)) },
        checks: tested(command('npm test', 1, output)),
        skipped: [{ effect: 'checkpoint', reason: text.repeat(300), code: 'rejected', paths: [text.repeat(100)] }],
      },
      work: over.work && {
        ...over.work,
        actions: over.work.actions.map((action) => ({
          ...action,
          status: 'failure',
          evaluation: text.repeat(100),
          issues: [text.repeat(100)],
        })),
      },
      findings: Array.from({ length: 200 }, (_, index) => pointOf(`${index} ${text.repeat(100)}`)),
    };
    for (const markdown of everything(worst)) expectGood(markdown);
  });

  it('give comments in which nothing pings, links, embeds or closes anything, whatever people, models and commands wrote (I7)', () => {
    const text = fc.array(fc.constantFrom(...HOSTILE), { minLength: 1, maxLength: 10 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 12, maxLength: 12 }),
        fc.constantFrom(...LANGUAGES),
        fc.constantFrom(...END_REASONS),
        (texts, language, reason) => {
          const some = (index: number) => texts[index % texts.length] ?? '';
          const plan: Plan = {
            ...planOf([subtask(some(0), [], some(1)), subtask('b', [], some(2))], { test_command: some(3) }),
            goal_understanding: {
              main_objective: some(4),
              success_criteria: [some(5)],
              constraints: [some(6)],
              context: some(7),
            },
            acceptance_criteria: [{ id: some(8), description: some(9) }],
            selected_environment: {
              name: some(10),
              reason: some(11),
              detected_files: [],
              setup_commands: [some(0)],
              verification: [{ command: some(1), expected_output: some(2) }],
            },
          };
          const request = { title: some(3), body: some(4), requester: { ...REQUEST.requester, login: 'maintainer' } };
          const base = reportOf(reason, { language, plan, request, detail: some(5), list: [some(6), some(7)] });
          const worst: At<'report'> = {
            ...base,
            stage: {
              ...base.stage,
              checks: tested(command(some(8), 1, some(9))),
              skipped: [{ effect: 'checkpoint', reason: some(2), code: 'rejected', paths: [some(1)] }],
            },
            workspace: {
              is: 'stopped',
              containerId: null,
              environment: {
                name: some(10),
                image: some(11),
                setup: [command(some(0), 1, some(1))],
                checks: [],
                failed: true,
                tried: NOTHING_TRIED,
                mended: [],
              },
            },
            work: base.work && {
              ...base.work,
              actions: base.work.actions.map((action, index) => ({
                ...action,
                status: 'partial',
                evaluation: some(index),
                issues: [some(index + 3)],
              })),
            },
            findings: texts.map((_, index) => pointOf(some(index))),
          };
          const [progress = '', result = '', pull = ''] = everything(worst);
          expect(pullRequestText(worst, URL).title).toMatch(/^(?!.*(?:@\w|#\d|GH-\d|:\/\/|www\.)).{1,90}$/i);
          for (const markdown of [progress, result, pull]) expect(hazards(markdown, allowed)).toEqual([]);
          expect(
            [progress, result].map((comment) => comment.split('\n').filter((line) => line.includes('<!--')).length),
          ).toEqual([1, 1]);
          for (const phase of ['prepare', 'execute', 'verify'] as const) {
            const task = taskIn(phase, { language, plan, request });
            expect(hazards(progressComment(task, context(task)), allowed)).toEqual([]);
          }
        },
      ),
      { numRuns: runs(120, 30) },
    );
  });
});
