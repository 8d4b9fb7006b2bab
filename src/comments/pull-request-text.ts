/** Texts for the repository: title and description of the pull request, and commit messages. */
import { environmentTrouble, reviewPart, risks, spent } from './work-report.ts';
import { isDenied, isUnshown } from '../plan/publication.ts';
import { baseConflictText } from './base-text.ts';
import { checkHeading, checkOutputs, checkSentences } from './check-report.ts';
import { amendedText } from './amended-text.ts';
import { criteriaTable } from './criteria-table.ts';
import { notableFiles } from './notable-files.ts';
import { unfinishedText } from './unfinished-text.ts';
import { checklist } from './checklist.ts';
import { prose } from './model-prose.ts';
import { collisionsText, settledText } from './learnt-text.ts';
import { draftWords } from './draft-words.ts';
import { deniedText, howToPermit } from './denied-text.ts';
import { assumedText } from './open-questions.ts';
import { progressWords } from './progress-words.ts';
import { refusedChangesText } from './refused-change-comment.ts';
import { forCommits, inline, MAX_STATEMENT, plain } from './safe-text.ts';
import { bulleted, folded, paragraphs, say, type Part } from './say.ts';
import { howItEnded } from './given-up-words.ts';
import { workWords } from './work-words.ts';
import type { At, Task } from '../state/task.ts';

const MAX_TITLE = 90;
/** Leaves room for our own text. */
const MAX_PROSE = 12_000;

export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}

/**
 * Only our own `Closes` closes anything, also in a squash commit made from the description. If a part of the request is
 * left, the issue stays open.
 */
export function pullRequestText(task: At<'report'>, noteUrl: string | null): PullRequestText {
  const { language } = task.settings;
  const words = workWords(language);
  const draft = draftWords(language);
  const { plan, work, stage } = task;
  const { goal, ending } = stage;
  const table = criteriaTable(task);
  const about: readonly Part[] = [
    table === '' ? '' : `## ${words.criteria}\n\n${table}`,
    {
      detail: list(
        words.constraints,
        (goal?.constraints ?? []).map((one) => inline(one, MAX_STATEMENT)),
      ),
    },
    amendedText({ ...task, amended: task.amended.filter(({ of, after }) => of !== 'criterion' || after === '') }),
    `## ${checkHeading(task)}\n\n${checkSentences(task)}`,
    { detail: checkOutputs(task) },
    ending.reason === 'change_not_passed' ? `❌ ${draft.isMeant(draft.reasons.refused)}` : '',
    isDenied(task, stage)
      ? bulleted(
          `⚠️ ${draft.isMeant(isUnshown(task, stage) ? draft.reasons.unshown : draft.reasons.denied)}\n`,
          ending.list.map((text) => inline(text, MAX_STATEMENT)),
        )
      : '',
    baseConflictText(task),
    reviewPart(task, 'diff'),
    notableFiles(task),
    unfinishedText(task),
    risks(task),
    collisionsText(task),
    refusedChangesText(task),
    { detail: settledText(task) },
    { detail: assumedText(task) },
    { detail: paragraphs([deniedText(task), howToPermit(task)]) },
    { detail: environmentTrouble(task) },
    { detail: plan ? folded(words.plan, checklist({ plan, work }, task, 'stopped')) : '' },
  ];
  const body = say(language, [
    `## ${words.what}`,
    ...whatAndWhy(task).map(partForCommits),
    `${isDenied(task, stage) ? 'Part of' : 'Closes'} #${task.request.issue}`,
    ...about.map(partForCommits),
    [
      spent(task, task.updatedAt),
      words.counted(task.usage.modelCalls, task.commands.length),
      ...(noteUrl === null ? [] : [`[${progressWords(language).note}](${noteUrl})`]),
    ].join(' · '),
  ]);
  return { title: titleOf(task), body };
}

function partForCommits(part: Part): Part {
  return typeof part === 'string' ? forCommits(part) : { detail: forCommits(part.detail) };
}

/**
 * What was done (null: a part of it), and who asked. Names and texts cannot forge trailers, links, closing words or CI
 * commands.
 */
export function commitMessage(
  what: string | null,
  { request: { requester, issue }, settings }: Pick<Task, 'request' | 'settings'>,
): string {
  const words = workWords(settings.language);
  const text = what === null ? words.unfinished : plain(what, 72);
  const login = requester.login.replace(/[^A-Za-z0-9-[\]_]/g, '');
  const author = `${login} <${requester.id}+${login}@users.noreply.github.com>`;
  return `${text || words.workOn(issue)}\n\nIssue: ${issue}\n\nCo-authored-by: ${author}\n`;
}

/** The model's words, or else the goal and the evaluation of each action. */
function whatAndWhy({ stage: { summary, goal }, request, work, settings }: At<'report'>): readonly Part[] {
  const told = summary ? prose(summary.body, MAX_PROSE) : '';
  if (told !== '') return [told];
  const done = (work?.actions ?? [])
    .map((action) => howItEnded(action.evaluation, settings.language))
    .filter((text) => text !== '');
  return [
    inline(goal?.main_objective ?? request.title, 600),
    { detail: done.map((text) => `- ${inline(text, 400)}`).join('\n') },
  ];
}

/** GitHub shows titles as plain text, but links issues and mentions people in them. */
function titleOf({ stage: { summary, goal }, request }: At<'report'>): string {
  const chosen = plain(summary?.title ?? '', MAX_TITLE);
  if (chosen !== '') return chosen;
  const sentence = (goal?.main_objective ?? request.title).split(/(?<=[.!?。])\s|\n/)[0] ?? '';
  return plain(sentence.replace(/[.。]\s*$/, ''), MAX_TITLE) || `Issue ${request.issue}`;
}

function list(title: string, entries: readonly string[]): string {
  return bulleted(`**${title}**\n`, entries.slice(0, 100));
}
