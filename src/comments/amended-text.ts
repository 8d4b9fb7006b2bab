/** What comments amended of goal, constraints and criteria, as people see it (PLAN-9). */
import { inBothLanguages } from './in-both-languages.ts';
import { code, inline } from './safe-text.ts';
import { atMost, bulleted } from './say.ts';
import type { AcceptanceCriterion, Plan } from '../state/plan.ts';
import type { Amended, Task } from '../state/task.ts';

const MAX_ENTRIES = 20;
/** Long, since nobody can judge by half a goal or criterion. */
const MAX_TEXT = 1_500;

const amendedWords = inBothLanguages({
  heading: { en: 'Amended as comments asked', ja: 'コメントに従って変更したこと' },
  what: {
    goal: { en: 'goal', ja: '目標' },
    constraint: { en: 'constraint', ja: '制約' },
    criterion: { en: 'criterion', ja: '受け入れ条件' },
  },
  is: (what: string, text: string, login: string) => ({
    en: `${what}: ${text} (${login})`,
    ja: `${what}: ${text}（${login}）`,
  }),
  gone: (what: string, login: string) => ({
    en: `${what}: no longer holds (${login})`,
    ja: `${what}: 取り下げ（${login}）`,
  }),
  mark: (login: string) => ({ en: `(amended, as ${login} asked)`, ja: `（${login} さんの依頼で変更）` }),
  added: (login: string) => ({ en: `(added, as ${login} asked)`, ja: `（${login} さんの依頼で追加）` }),
  more: (count: number) => ({ en: `… and ${count} more`, ja: `… ほか ${count} 件` }),
});

/** Part of a comment; '' if nothing was amended. Replaced texts are not repeated; they are in the history. */
export function amendedText({ amended, plan, settings }: Pick<Task, 'amended' | 'plan' | 'settings'>): string {
  if (plan === null) return '';
  const words = amendedWords(settings.language);
  const newest = amended.filter((one) => holds(one, plan));
  const entries = newest.map(({ of, id, after, by }) => {
    const what = id === undefined ? words.what[of] : `${words.what[of]} ${inline(id, 40)}`;
    return after === '' ? words.gone(what, code(by)) : words.is(what, inline(after, MAX_TEXT), code(by));
  });
  return bulleted(`**${words.heading}**:`, atMost(MAX_ENTRIES, entries, words.more));
}

/** Appended to a criterion that a comment amended; '' for any other. */
export function amendedMark(
  { id, description }: AcceptanceCriterion,
  { amended, settings }: Pick<Task, 'amended' | 'settings'>,
): string {
  const found = amended.findLast((one) => one.of === 'criterion' && one.id === id && one.after === description);
  if (found === undefined) return '';
  const { mark, added } = amendedWords(settings.language);
  return ` ${(found.before === '' ? added : mark)(code(found.by))}`;
}

/** False if a later comment or another plan says something else. */
function holds({ of, id, before, after }: Amended, { goal_understanding: goal, acceptance_criteria: criteria }: Plan) {
  switch (of) {
    case 'goal':
      return goal.main_objective === after;
    case 'constraint':
      return after === '' ? !goal.constraints.includes(before) : goal.constraints.includes(after);
    case 'criterion':
      return (criteria.find((one) => one.id === id)?.description ?? '') === after;
  }
}
