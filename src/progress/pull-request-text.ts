/** Title and description of the pull request. Only our own `Closes` closes anything. */
import { checklist } from './checklist.ts';
import { environmentTrouble } from './environment-trouble.ts';
import { fit } from './fit.ts';
import { spent } from './numbers.ts';
import { risks } from './risks.ts';
import { inline, plain } from './safe-text.ts';
import { folded, testOutput, testSentence } from './test-result.ts';
import { wordsFor } from './words.ts';
import type { TaskIn } from '../task/task.ts';

export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}

export function pullRequestText(task: TaskIn<'report'>, taskUrl: string | null): PullRequestText {
  const words = wordsFor(task.settings.language);
  const { goal, plan, work } = task;
  const done = (work?.actions ?? []).map((action) => action.evaluation).filter((text) => text !== '');
  const body = fit(
    [
      { text: `## ${words.what}\n\n${inline(goal?.main_objective ?? task.request.title, 600)}` },
      { text: done.map((text) => `- ${inline(text, 400)}`).join('\n'), isDetail: true },
      { text: `Closes #${task.request.issue}` },
      {
        text: list(
          words.criteria,
          (plan?.acceptance_criteria ?? []).map(({ id, description }) => `**${inline(id, 40) || '–'}** ${inline(description)}`),
        ),
      },
      { text: `## ${words.tests}\n\n${testSentence(task, words)}` },
      { text: testOutput(task.tests, words), isDetail: true },
      { text: risks(task, words) },
      {
        text: list(words.assumptions, [
          ...(goal?.context ? [inline(goal.context, 600)] : []),
          ...(goal?.constraints ?? []).map((one) => inline(one)),
        ]),
        isDetail: true,
      },
      { text: environmentTrouble(task, words), isDetail: true },
      { text: plan ? folded(words.plan, checklist(plan, work, words, true)) : '', isDetail: true },
      { text: [spent(task, task.updatedAt, words), ...(taskUrl === null ? [] : [`[${words.details}](${taskUrl})`])].join(' · ') },
    ],
    words.leftOut,
  );
  return { title: titleOf(task), body };
}

/** GitHub shows titles as plain text, but links issues and pings people in them. */
function titleOf({ goal, request }: TaskIn<'report'>): string {
  const sentence = (goal?.main_objective ?? request.title).split(/(?<=[.!?。])\s|\n/)[0] ?? '';
  return plain(sentence.replace(/[.。]\s*$/, ''), 90) || `Issue ${request.issue}`;
}

function list(title: string, entries: readonly string[]): string {
  return entries.length === 0 ? '' : [`**${title}**`, '', ...entries.slice(0, 100).map((entry) => `- ${entry}`)].join('\n');
}
