/** Title and description of the pull request. Only our own `Closes` closes anything. */
import { assumed } from './assumed.ts';
import { checklist } from './checklist.ts';
import { environmentTrouble } from './environment-trouble.ts';
import { fit } from './fit.ts';
import { prose } from './model-prose.ts';
import { spent } from './numbers.ts';
import { refusedChangesText } from './refused-changes.ts';
import { reviewText } from './review-text.ts';
import { risks } from './risks.ts';
import { inline, plain } from './safe-text.ts';
import { folded, testOutput, testSentence } from './test-result.ts';
import { howItEnded } from './trouble-words.ts';
import { wordsFor } from './words.ts';
import type { Part } from './fit.ts';
import type { At } from '../state/task.ts';

const MAX_TITLE = 90;
/** Leaves room for what is ours. */
const MAX_PROSE = 12_000;

export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}

export function pullRequestText(task: At<'report'>, taskUrl: string | null): PullRequestText {
  const words = wordsFor(task.settings.language);
  const { plan, work, stage } = task;
  const { goal, tests, ending } = stage;
  const body = fit(
    [
      { text: `## ${words.what}` },
      ...whatAndWhy(task),
      { text: `Closes #${task.request.issue}` },
      {
        text: list(
          words.criteria,
          (plan?.acceptance_criteria ?? []).map(
            ({ id, description }) => `**${inline(id, 40) || '–'}** ${inline(description)}`,
          ),
        ),
      },
      { text: `## ${words.tests}\n\n${testSentence(tests, plan, words)}` },
      { text: testOutput(tests, words), isDetail: true },
      { text: ending.reason === 'change_not_passed' ? `❌ ${words.draftRefused}` : '' },
      { text: reviewText(task, 'diff', words) },
      { text: risks(task, words) },
      { text: refusedChangesText(task) },
      {
        text: list(words.assumptions, [
          ...assumed(task),
          ...(goal?.context ? [inline(goal.context, 600)] : []),
          ...(goal?.constraints ?? []).map((one) => inline(one)),
        ]),
        isDetail: true,
      },
      { text: environmentTrouble(task, words), isDetail: true },
      { text: plan ? folded(words.plan, checklist({ plan, work }, task, 'stopped')) : '', isDetail: true },
      {
        text: [
          spent(task, task.updatedAt, words),
          ...(taskUrl === null ? [] : [`[${words.details}](${taskUrl})`]),
        ].join(' · '),
      },
    ],
    words.leftOut,
  );
  return { title: titleOf(task), body };
}

/** In the words of the model where it gave some, else by what was wanted and what was said of each action. */
function whatAndWhy({ stage: { summary, goal }, request, work, settings }: At<'report'>): readonly Part[] {
  const told = summary ? prose(summary.body, MAX_PROSE) : '';
  if (told !== '') return [{ text: told }];
  const done = (work?.actions ?? [])
    .map((action) => howItEnded(action.evaluation, settings.language))
    .filter((text) => text !== '');
  return [
    { text: inline(goal?.main_objective ?? request.title, 600) },
    { text: done.map((text) => `- ${inline(text, 400)}`).join('\n'), isDetail: true },
  ];
}

/** GitHub shows titles as plain text, but links issues and pings people in them. */
function titleOf({ stage: { summary, goal }, request }: At<'report'>): string {
  const chosen = plain(summary?.title ?? '', MAX_TITLE);
  if (chosen !== '') return chosen;
  const sentence = (goal?.main_objective ?? request.title).split(/(?<=[.!?。])\s|\n/)[0] ?? '';
  return plain(sentence.replace(/[.。]\s*$/, ''), MAX_TITLE) || `Issue ${request.issue}`;
}

function list(title: string, entries: readonly string[]): string {
  return entries.length === 0
    ? ''
    : [`**${title}**`, '', ...entries.slice(0, 100).map((entry) => `- ${entry}`)].join('\n');
}
