/**
 * Decisions made during the work and feared conflicts, for the pull request and the progress comment (PLAN-2, MODEL-2).
 */
import { sayTheSame } from '../plan/patch/amend.ts';
import { assumptionsOf } from './open-questions.ts';
import { inline, MAX_STATEMENT } from './safe-text.ts';
import { atMost, bulleted } from './say.ts';
import { planWords } from './plan-words.ts';
import { workWords } from './work-words.ts';
import type { Task } from '../state/task.ts';

const MAX_SETTLED = 30;
const MAX_CONFLICTS = 10;

/** '' if there are no decisions beyond the assumptions. */
export function settledText(task: Pick<Task, 'decisions' | 'settings' | 'questions' | 'said'>): string {
  const { language } = task.settings;
  const { standing, overtaken } = assumptionsOf(task);
  const assumed = [...standing, ...overtaken];
  const settled = task.decisions
    .map(({ text }) => text)
    .filter((text) => !assumed.some((one) => sayTheSame(one, inline(text, MAX_STATEMENT))));
  return listed(workWords(language).settled, settled, { most: MAX_SETTLED, language });
}

/** '' if there are none. */
export function collisionsText({ conflicts, settings: { language } }: Pick<Task, 'conflicts' | 'settings'>): string {
  return listed(workWords(language).mayCollide, conflicts, { most: MAX_CONFLICTS, language });
}

interface Listing {
  readonly most: number;
  readonly language: Task['settings']['language'];
}

function listed(title: string, texts: readonly string[], { most, language }: Listing): string {
  const entries = texts.map((text) => inline(text, MAX_STATEMENT)).filter((text) => text !== '');
  return bulleted(`**${title}**\n`, atMost(most, entries, planWords(language).more));
}
