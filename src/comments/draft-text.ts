/** Says whether the pull request is a draft, why, and what to do if GitHub did not let us make it what it should be. */
import { conflictOf } from '../state/base-merges.ts';
import { isDraftWanted, isReady, isUnshown, isVerified } from '../plan/publication.ts';
import { draftWords } from './draft-words.ts';
import type { At } from '../state/task.ts';

/** '' if it is not a draft and should not be one. */
export function draftText(task: At<'report'>, isDraft: boolean): string {
  const words = draftWords(task.settings.language);
  if (!isDraftWanted(task, task.stage)) return isDraft ? words.isStill : '';
  const why = reasonForDraft(task);
  return isDraft ? words.is(why) : words.isNot(why);
}

/** What its description begins with where it should be a draft and GitHub does not make it one. */
export function noDraftNotice(task: At<'report'>): string {
  return `> [!WARNING]\n> ${draftWords(task.settings.language).notice(reasonForDraft(task))}`;
}

/** Of one that should be a draft; '' if the result has said why already. */
function reasonForDraft(task: At<'report'>): string {
  const { settings, stage } = task;
  const { reasons } = draftWords(settings.language);
  if (isReady(task, stage)) return reasons.asWanted;
  if (isVerified(task, stage) && conflictOf(task) !== null) return reasons.conflicts;
  if (isVerified(task, stage)) return stage.assessment === 'not_had' ? reasons.unassessed : reasons.unreviewed;
  if (isUnshown(task, stage)) return reasons.unshown;
  if (stage.ending.reason === 'change_not_passed') return reasons.refused;
  return stage.ending.reason === 'budget' ? reasons.unfinished : '';
}
