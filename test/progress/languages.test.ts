/**
 * Whatever goes wrong, people read it in their language: English occurs in Japanese comments only as code, or below a
 * fold as a quotation. Each case is built from facts with realistic English texts.
 */
import { GIVE_UP_AFTER_MS } from '../../src/flow/waiting.ts';
import { describe, expect, it } from '@jest/globals';
import { inBothLanguages } from '../../src/comments/in-both-languages.ts';
import { progressComment } from '../../src/comments/progress-comment.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { questionComment } from '../../src/comments/question-comment.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { interventionSummary } from '../../src/plan/intervention-summary.ts';
import { activityOf, blockingQuestion, draftIn, isAt, reportOf as reportIn } from '../../src/state/select.ts';
import { waitsFor } from '../questions/hearing.ts';
import { judgement, limitsOf } from '../replan/situations.ts';
import { after, planOf, prepared, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import { END_REASONS, reported, reportOf, taskIn, workOn } from './cases.ts';
import { nodesOf, parsed } from './markdown.ts';
import type { FaultCode, Service } from '../../src/errors.ts';
import type { Plan } from '../../src/state/plan.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { EndReason, RefusalCause } from '../../src/state/outcome.ts';
import type { At, Task } from '../../src/state/task.ts';

const ENGLISH = 'Reading the issue was refused by GitHub: Look at the reason. Call `submit_plan` exactly once.';

/** Everything that a model would write for Japanese people. */
const PLAN: Plan = {
  ...planOf([subtask('task_1', [], '丸めの場所を探す'), subtask('task_2', ['task_1'], '四捨五入にする')]),
  goal_understanding: {
    main_objective: '価格を四捨五入する',
    success_criteria: [],
    constraints: ['依存を増やさない'],
    context: '店',
  },
  acceptance_criteria: [{ id: 'AC-1', description: 'テストが通る' }],
};
const GIVEN = { language: 'ja', plan: PLAN, request: { title: '価格の丸め' } } as const;

const FAULTS: { readonly [Code in FaultCode]: true } = {
  configuration: true,
  credentials: true,
  redis: true,
  docker: true,
  image_missing: true,
  sandbox_failed: true,
  model_refused: true,
  model_credentials: true,
  github_refused: true,
  github_gone: true,
  github_not_installed: true,
  github_suspended: true,
  pull_request_closed: true,
  git_failed: true,
  base_branch_missing: true,
  history_damaged: true,
  history_failed: true,
  internal: true,
};
const SERVICES: { readonly [Name in Service]: true } = {
  github: true,
  github_limit: true,
  model: true,
  model_limit: true,
  model_address: true,
  engine: true,
  sandbox: true,
  git: true,
  history: true,
};
const REFUSALS: { readonly [Cause in RefusalCause]: true } = {
  secret: true,
  too_large: true,
  branch_gone: true,
  not_saved: true,
  rejected: true,
  no_write_access: true,
};
const keys = <Key extends string>(of: { readonly [Name in Key]: true }) => Object.keys(of) as Key[];

/** Three words in a row are a sentence, or a part of one; names of things are not. */
const SENTENCE = /[A-Za-z][\w'’-]*(?:[ ,;:]+[A-Za-z][\w'’-]*){2,}/g;

/** What is read without unfolding, except code; headings of folds count. */
function english(markdown: string): readonly string[] {
  return nodesOf(parsed(markdown)).flatMap((node) => {
    const text =
      node.type === 'text' ? node.value : node.type === 'html' ? node.value.replace(/<!--[^]*?-->|<[^>]*>/g, '') : '';
    return text.replaceAll('\u200B', '').match(SENTENCE) ?? [];
  });
}

const context = (task: Task) => ({ now: task.updatedAt, noteUrl: null });
const isReport = (task: Task): task is At<'report'> => isAt(task, 'report');

function comments(task: Task): readonly string[] {
  const question = activityOf(task) === 'wait' ? blockingQuestion(task) : null;
  if (question !== null) {
    const asking = {
      taskId: task.id,
      language: task.settings.language,
      requester: task.request.requester,
      timeoutMinutes: 30,
    };
    const standing = question.kind === 'intervention' ? { standing: interventionSummary(task, question) } : {};
    return [progressComment(task, context(task)), questionComment(question, { ...asking, ...standing })];
  }
  if (!isReport(task)) return [progressComment(task, context(task))];
  const told = after(task, { type: 'effect', name: 'result_comment', comment_id: 2, url: 'u' });
  return [
    progressComment(told, context(told)),
    ...(isReport(told) ? [resultComment(told, context(told)), pullRequestText(told, null).body] : []),
  ];
}

function expectNoEnglish(task: Task): void {
  const shown = comments(task);
  expect(shown.length).toBeGreaterThan(0);
  for (const comment of shown) expect(english(comment)).toEqual([]);
}

const fault = (code: FaultCode, effect: 'ask_model' | 'open_pull_request' = 'ask_model'): Fact => ({
  type: 'error',
  name: 'fault',
  effect,
  code,
  message: ENGLISH,
  advice: 'Check the settings of the App, then ask for a retry.',
});
const later = (of: Service | undefined, at: number): Fact => ({
  type: 'error',
  name: 'retry_later',
  effect: 'look_at_repository',
  of: 'model',
  message: ENGLISH,
  due_at: at,
  ...(of === undefined ? {} : { of }),
});
const pushRefused = (cause: RefusalCause): Fact => ({
  type: 'effect',
  name: 'push_refused',
  subtask: 'task_1',
  cause,
  reason: ENGLISH,
  paths:
    cause === 'secret'
      ? ['src/config.js:3 (credentials in a URL)', 'a.pem:1 (private key)']
      : cause === 'rejected'
        ? []
        : ['data/dump.bin'],
});
/** Long enough to exceed the patience with outages. */
const patienceOver = (of: Service | undefined): Task => {
  const waiting = after(taskIn('understand', GIVEN), later(of, 0));
  const { retry, limited } = waiting;
  // A limit with a known end is waited for separately.
  if (limited !== null) return after({ ...waiting, limited: { ...limited, first: -GIVE_UP_AFTER_MS } }, later(of, 1));
  if (retry === null) throw new Error('It waits for a service.');
  return after({ ...waiting, retry: { ...retry, since: 0 } }, later(of, 1));
};

describe('people whose language is Japanese read no English and nothing meant for the model (GH-5)', () => {
  it.each(END_REASONS)('when a task ends with "%s"', (reason: EndReason) => {
    const said = {
      already_done: '対応済みです',
      unclear_goal: 'どの価格か分かりません',
      stopped: 'maintainer',
      withdrawn: 'closed',
      budget: 'usd',
    };
    const detail = reason in said ? said[reason as keyof typeof said] : ENGLISH;
    const list =
      reason === 'already_done'
        ? ['src/price.js:3']
        : reason === 'unclear_goal'
          ? ['どの価格ですか']
          : ['invalid_answers', 'impossible_plan', 'sandbox_lost'].includes(reason)
            ? [ENGLISH]
            : [];
    const task = reportOf(reason, { ...GIVEN, detail, list });
    // The model's words about its actions are in the language it was given.
    const work = task.work && {
      ...task.work,
      actions: task.work.actions.map((action) => ({ ...action, evaluation: '終わりました', issues: [] })),
    };
    const quiet = { ...task, work, findings: [] };
    expectNoEnglish(quiet);
    expect(english(progressComment({ ...(reported(quiet) as At<'report'>) }, context(task)))).toEqual([]);
  });

  it.each(keys(FAULTS))('when a step fails with the fault "%s", or a step of the end does', (code) => {
    expectNoEnglish(after(taskIn('understand', GIVEN), fault(code)));
    expectNoEnglish(after({ ...reportOf('stopped', GIVEN), work: null }, fault(code, 'open_pull_request')));
  });

  it.each([...keys(SERVICES), undefined])(
    'while the service "%s" is waited for, and when it does not come back',
    (of) => {
      expectNoEnglish(after(taskIn('understand', GIVEN), later(of, 0)));
      const ended = patienceOver(of);
      expect(reportIn(ended)?.ending.reason).toBe('outage');
      expect(isReport(ended)).toBe(true);
      expectNoEnglish(ended);
    },
  );

  it.each(keys(REFUSALS))('when a change is not pushed because of "%s", in the work or at its end', (cause) => {
    const working = taskAfter(workOn(PLAN).slice(0, -1), { settings: { language: 'ja' }, request: GIVEN.request });
    const inWork = after(working, pushRefused(cause));
    expect(isReport(inWork)).toBe(true);
    const quiet = (task: Task): Task =>
      isReport(task) && task.work
        ? {
            ...task,
            findings: [],
            work: { ...task.work, actions: task.work.actions.map((one) => ({ ...one, evaluation: '済' })) },
          }
        : task;
    expectNoEnglish(quiet(inWork));
    const atEnd = after(
      working,
      { type: 'control', name: 'stop', by: 'maintainer', reason: 'asked' },
      pushRefused(cause),
    );
    expect(reportIn(atEnd)?.skipped).toMatchObject([{ effect: 'checkpoint' }]);
    expectNoEnglish(quiet(atEnd));
  });

  it.each(['refusal', 'max_tokens', 'model_context_window_exceeded'] as const)(
    'when the answers of the model end by %s each time (MODEL-3)',
    (stopped) => {
      const wrong = { type: 'error', name: 'invalid_answer', call: 'goal_understanding', broke: 'schema' } as const;
      const said: Fact = { ...wrong, content: [], problems: [ENGLISH], stopped };
      const task = after(taskIn('understand', GIVEN), said, said, said, said);
      expect(isReport(task) && task.stage.ending.reason).toBe('fault');
      expectNoEnglish(task);
    },
  );

  it('and not the address behind which something else answers than the API of the model (MODEL-3)', () => {
    const what = { message: 'http://model.internal/ answers with text/html', of: 'model_address' } as const;
    const waiting = after(taskIn('understand', GIVEN), { ...later('model_address', 0), ...what } as Fact);
    const ended = after({ ...waiting, retry: waiting.retry && { ...waiting.retry, since: 0 } }, {
      ...later('model_address', 1),
      ...what,
    } as Fact);
    expect(comments(waiting).join('')).toContain('モデルの API のアドレスから別の応答が返るため');
    expect(comments(ended).join('')).toContain('モデルの API のアドレスから、API のものではない応答');
    for (const task of [waiting, ended]) expect(comments(task).join('')).not.toContain('model.internal');
  });

  it('when a step ends the service each time', () => {
    const start: Fact = { type: 'effect', name: 'started', effect: 'clone', key: 'k' };
    const task = after(taskIn('prepare', GIVEN), ...Array.from({ length: 11 }, () => start));
    expect(isReport(task) && task.stage.ending.reason).toBe('fault');
    expectNoEnglish(task);
  });

  it.each(['rules', 'schema'] as const)('when the answers of the model break the %s again and again', (broke) => {
    const wrong: Fact = {
      type: 'error',
      name: 'invalid_answer',
      call: 'task_decomposition',
      problems: [ENGLISH],
      broke,
      content: [],
    };
    expectNoEnglish(after(taskIn('decompose', GIVEN), wrong, wrong, wrong, wrong));
  });

  it('when a plan breaks the rules of plans again and again: what is wrong is for whoever opens the details (PLAN-6)', () => {
    const rules = {
      type: 'error',
      name: 'invalid_answer',
      call: 'task_decomposition',
      broke: 'rules',
      content: [],
    } as const;
    const wrong: Fact = { ...rules, problems: [ENGLISH] };
    const task = after(taskIn('decompose', GIVEN), wrong, wrong, wrong, wrong);
    expectNoEnglish(task);
    const text = comments(task).join('\n');
    expect(text).toContain('残った問題は「技術的な詳細」にあります。');
    expect(text.slice(text.indexOf('<summary>技術的な詳細'))).toContain(ENGLISH);
  });

  it('when a re-plan fails and its alternative too, and people are asked how to go on (REPLAN-10)', () => {
    const planning = { ...UNDISTURBED, replanning: limitsOf() };
    const wrong: Fact = {
      type: 'error',
      name: 'invalid_answer',
      call: 'task_decomposition',
      problems: [ENGLISH],
      broke: 'rules',
      content: [],
    };
    let task = taskAfter(prepared(PLAN).slice(0, 4), {
      settings: { language: 'ja', planning },
      request: GIVEN.request,
    });
    for (let round = 0; round < 40 && activityOf(task) !== 'wait'; round += 1) {
      const goal = draftIn(task, 'goal');
      const division = draftIn(task, 'division');
      if (goal?.found === null) task = after(task, prepared(PLAN)[2] as Fact);
      else if (division?.found === null) task = after(task, round < 3 ? (prepared(PLAN)[3] as Fact) : wrong);
      else {
        const wants =
          division === null
            ? { replan_needed: false, reasoning: '問題なし' }
            : { replan_type: 'task_redecomposition' as const, reasoning: `理由 ${round}` };
        task = after(task, judgement(task, goal === null ? 'task_decomposition' : 'goal_understanding', wants));
      }
    }
    expect(waitsFor(task)).toBe('intervention');
    expectNoEnglish(task);
    expect(comments(task)[1]).toContain('計画を改訂できず');
    expect(comments(task)[1]).toContain(ENGLISH);
    expect(comments(task)[1]).toContain('技術的な詳細');
  });

  it('where the model stopped in the middle of an action, or used its tools in ways nobody understands', () => {
    const said: Fact = {
      type: 'action',
      name: 'answer',
      action: 0,
      content: [{ type: 'text', text: '考え中' }],
      stop_reason: 'end_turn',
    };
    const idle = after(
      taskAfter(prepared(PLAN), { settings: { language: 'ja' }, request: GIVEN.request }),
      said,
      said,
      said,
    );
    expect(idle).toMatchObject({ work: { actions: [{ status: 'partial' }, {}] } });
    expectNoEnglish(after(idle, { type: 'control', name: 'stop', by: 'maintainer', reason: 'asked' }));
  });

  it('where the comments on the issue could not be read (GH-2)', () => {
    const nothing = {
      comments: [],
      authorTrusted: false,
      leftOut: 0,
      edited: 0,
      ignored: 0,
      hidden: { request: 0, comments: 0 },
    };
    for (const trouble of [undefined, 'github_refused', 'time_unknown', 'model'] as const) {
      const discussion = { ...nothing, problem: ENGLISH, ...(trouble === undefined ? {} : { trouble }) };
      expectNoEnglish(
        after(taskIn('orient', GIVEN), { type: 'environment', name: 'discussion', discussion, github_ms: 1 }),
      );
    }
  });

  it('where a workspace was lost again and again', () => {
    const lost: Fact = { type: 'environment', name: 'workspace_lost', container_id: 'c1', cause: ENGLISH };
    const task = after(taskIn('prepare', GIVEN), lost, lost, lost, lost);
    expect(isReport(task) && task.stage.ending.reason).toBe('sandbox_lost');
    expectNoEnglish(task);
  });
});

describe('texts in both languages (GH-5)', () => {
  it('are one entry each, and lack no language', () => {
    const words = inBothLanguages({
      done: { en: 'Done', ja: '完了' },
      tests: { failed: (count: number) => ({ en: `${count} failed`, ja: `${count} 件失敗` }) },
    });
    expect([words('en').done, words('ja').done]).toEqual(['Done', '完了']);
    expect([words('en').tests.failed(2), words('ja').tests.failed(2)]).toEqual(['2 failed', '2 件失敗']);
    // @ts-expect-error A forgotten language does not compile.
    inBothLanguages({ done: { en: 'Done' } });
    // @ts-expect-error Nor does one that a function forgets.
    inBothLanguages({ failed: (count: number) => ({ en: `${count} failed` }) });
  });
});
