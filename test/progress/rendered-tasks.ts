/** Typical tasks with their comments, stored rendered in `rendered/` for review. */
import { progressComment } from '../../src/comments/progress-comment.ts';
import { pullRequestText } from '../../src/comments/pull-request-text.ts';
import { questionComment } from '../../src/comments/question-comment.ts';
import { resultComment } from '../../src/comments/result-comment.ts';
import { statusReply } from '../../src/comments/status-reply.ts';
import { interventionSummary } from '../../src/plan/intervention-summary.ts';
import { blockingQuestion } from '../../src/state/select.ts';
import {
  actionDone,
  after,
  assessedAs,
  asking,
  command,
  doing,
  planOf,
  prepared,
  saved,
  subtask,
  taskAfter,
  UNDISTURBED,
  usage,
} from '../task/task-world.ts';
import { reported } from './cases.ts';
import type { Queued } from '../../src/ports/service-control.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Plan, Subtask } from '../../src/state/plan.ts';
import type { TaskRequest } from '../../src/state/request.ts';
import type { At, Task } from '../../src/state/task.ts';
import type { Language } from './cases.ts';

export type Comments = Readonly<Record<string, string>>;
const COMMENT_URL = 'https://github.com/octo/shop/issues/12#issuecomment-1';
const RESULT_URL = 'https://github.com/octo/shop/issues/12#issuecomment-2';
export const SPENT = usage({ input_tokens: 48_210, output_tokens: 6_120, usd: 0.42 });

interface Told {
  readonly goal: string;
  readonly criteria: readonly string[];
  readonly constraint: string;
  readonly subtasks: readonly string[];
  readonly summary: Extract<Fact, { readonly name: 'summary' }>;
}

/** The model's texts, in the language of the issue. */
export const TOLD: { readonly [Name in Language]: Told } = {
  en: {
    goal: 'Round prices half up.',
    criteria: ['2.675 is shown as 2.68', 'Negative prices are rounded away from zero'],
    constraint: 'No new dependency',
    subtasks: ['Find where prices are rounded', 'Round half up in `src/price.js`', 'Add a test for 2.675'],
    summary: {
      type: 'phase',
      name: 'summary',
      title: 'Round prices half up',
      body: 'Prices were cut off after the second digit. They are now rounded half up, in one place.\n\n- `roundPrice` works on whole cents, so 2.675 becomes 2.68.\n- The cart and the invoice both use it.',
      key_outcomes: ['2.675 is shown as 2.68 in the cart and on the invoice.'],
    },
  },
  ja: {
    goal: '価格を四捨五入で丸める。',
    criteria: ['2.675 が 2.68 と表示される', '負の価格は 0 から遠い方へ丸められる'],
    constraint: '依存パッケージを追加しない',
    subtasks: ['価格を丸めている箇所を調べる', '`src/price.js` で四捨五入にする', '2.675 のテストを追加する'],
    summary: {
      type: 'phase',
      name: 'summary',
      title: '価格を四捨五入で丸める',
      body: '価格は小数第 3 位以下が切り捨てられていました。四捨五入に変更し、処理を 1 か所にまとめました。\n\n- `roundPrice` はセント単位で計算するため、2.675 は 2.68 になります。\n- カートと請求書の両方で使います。',
      key_outcomes: ['カートと請求書で、2.675 が 2.68 と表示されます。'],
    },
  },
};

export function planIn(language: Language, extra: Partial<Plan> = {}, subtasks?: readonly Subtask[]): Plan {
  const told = TOLD[language];
  const own = told.subtasks.map((title, at) => subtask(`task_${at + 1}`, at === 0 ? [] : [`task_${at}`], title));
  return planOf(subtasks ?? own, {
    goal_understanding: {
      main_objective: told.goal,
      success_criteria: told.criteria,
      constraints: [told.constraint],
      context: '',
    },
    acceptance_criteria: told.criteria.map((description, at) => ({ id: `AC-${at + 1}`, description })),
    ...extra,
  });
}

export function preparedFor(plan: Plan): readonly Fact[] {
  return prepared(plan).map((fact) =>
    fact.type === 'effect' && fact.name === 'progress_comment' ? { ...fact, url: COMMENT_URL } : fact,
  );
}

/** Everything up to the tests. */
export function worked(plan: Plan): readonly Fact[] {
  const { subtasks } = plan.task_decomposition;
  return [...preparedFor(plan), SPENT, ...subtasks.flatMap(({ id }, at) => [...actionDone(at), saved(id, at + 1)])];
}

export function living(
  language: Language,
  facts: readonly Fact[],
  request: Partial<TaskRequest> = {},
  settings: Partial<Task['settings']> = {},
): Task {
  return taskAfter(facts, { settings: { language, ...settings }, request, stepMs: 13_000 });
}

export const PASSED: Fact = {
  type: 'verification',
  name: 'tests',
  command: command('npm test', 0, 'ok 41 - price\n# tests 42\n# pass 42\n# fail 0'),
};

export function verified(language: Language, plan = planIn(language), facts: readonly Fact[] = [PASSED]): Task {
  return living(language, [...worked(plan), ...facts, assessedAs(plan), TOLD[language].summary]);
}

export function progress(task: Task, queued: Queued | null = null): string {
  return progressComment(task, { now: task.updatedAt + 5_000, noteUrl: null, queued });
}

/** The question that is waited for, as it is posted. */
export function question(task: Task): string {
  const asked = blockingQuestion(task);
  if (asked === null) throw new Error('Nothing is asked.');
  return questionComment(asked, {
    taskId: task.id,
    language: task.settings.language,
    requester: task.request.requester,
    timeoutMinutes: asked.needsPerson ? null : 30,
    hasSaved: Boolean(task.work?.checkpoint.change),
    ...(asked.kind === 'intervention' ? { standing: interventionSummary(task, asked) } : {}),
  });
}

export function waitingFor(task: Task): Task {
  const question_id = blockingQuestion(task)?.id ?? 0;
  const url = 'https://github.com/octo/shop/issues/12#issuecomment-3';
  return after(task, { type: 'question', name: 'posted', question_id, comment_id: 3, url, texts: [] });
}

/** Everything people see at the end. */
export function over(task: Task): Comments {
  const report = doing(task, 'report');
  const { title } = TOLD[task.settings.language].summary;
  const { pullRequest, ...stage } = doing(reported(report), 'report').stage;
  const told = {
    ...doing(reported(report), 'report'),
    stage: { ...stage, pullRequest: pullRequest && { ...pullRequest, title } },
  };
  const done = { ...doing(told, 'report'), progressComment: task.progressComment };
  const final: At<'report'> = {
    ...done,
    stage: { ...done.stage, resultComment: { id: 2, url: RESULT_URL } },
  };
  const result = resultComment(final, { now: final.updatedAt, noteUrl: null });
  const pull = done.stage.pullRequest === null ? null : pullRequestText(report, null);
  return {
    'progress comment': progress(final),
    result,
    ...(pull === null ? {} : { 'pull request': `# ${pull.title}\n\n${pull.body}` }),
  };
}

export function stoppedBy(task: Task, login: string): Task {
  return after(task, { type: 'control', name: 'stop', by: login, reason: 'asked' });
}

/** Working on its second subtask. */
export function atWork(language: Language, request: Partial<TaskRequest> = {}): Task {
  const plan = planIn(language);
  const facts = [...preparedFor(plan), SPENT, ...actionDone(0), saved('task_1'), ...actionDone(1).slice(0, 1)];
  return living(language, facts, request);
}

export function asked(language: Language): Task {
  const texts = {
    en: [
      'Which prices are meant: those of the shop or those of the cart?',
      'The cart adds tax before it rounds; the shop does not.',
      'Those of the shop',
    ],
    ja: [
      '対象の価格は商品ページのものですか、カートのものですか?',
      'カートは税を加えてから丸めますが、商品ページは税を加えません。',
      '商品ページの価格を対象とします',
    ],
  } as const;
  const [text, context, assumption] = texts[language];
  const facts = asking(1).map((fact) =>
    fact.type === 'action' && fact.name === 'asked'
      ? { ...fact, question: text, context, assumptions: [assumption] }
      : fact,
  );
  const plan = planIn(language);
  const planning = { ...UNDISTURBED, assumes: true, assumeAfterMs: 1_800_000 };
  const replanning = { ...UNDISTURBED.replanning, questionsInWork: 5 };
  return living(
    language,
    [...preparedFor(plan), SPENT, ...actionDone(0), saved('task_1'), ...facts],
    {},
    {
      planning: { ...planning, replanning },
    },
  );
}

export function status(task: Task): string {
  return statusReply(task, task.updatedAt);
}
