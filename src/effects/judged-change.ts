/** What was changed, as the model is shown it to judge the work and to plan further. */
import { diffOf } from './quarantine.ts';
import { unsavedChange } from './unsaved-change.ts';
import { fileLines } from '../model-calls/work-blocks.ts';
import type { EffectKind } from '../state/effect.ts';
import type { Performing, Toolbox } from './performer.ts';
import type { Work } from '../state/work.ts';
import type { Task } from '../state/task.ts';

/** More than is shown; the code that shows it decides where to cut. */
const MAX_DIFF_BYTES = 64 * 1024;
/** The diff matters most; of very many files a part is enough. */
const MAX_FILES = 40;

/** The change that is judged at these points: what was done, as opposed to what was said about it. */
export async function changeAt(performing: Performing<'ask_decision'>): Promise<string> {
  const { effect, task, tools } = performing;
  if (task.stage.is === 'plan') return changeBefore(performing);
  if (effect.point !== 'reflection' && effect.point !== 'execution') return '';
  if (effect.point === 'reflection') return wholeChange(task, tools);
  return withUnsaved(changeOf(task.work), await unsavedChange(performing));
}

/** What was changed on an earlier plan that is being replaced; '' if there was none. */
export async function changeBefore(performing: Omit<Performing<EffectKind>, 'effect'>): Promise<string> {
  const { task, tools } = performing;
  if (task.stage.is !== 'plan' || task.work === null) return '';
  return withUnsaved((await wholeChange(task, tools)).trim(), await unsavedChange(performing));
}

function withUnsaved(saved: string, unsaved: string): string {
  const before = saved === '' ? [] : [`Saved at the last checkpoint:\n${saved}`];
  return [...before, ...(unsaved.trim() === '' ? [] : [`Since then, not saved yet:\n${unsaved}`])].join('\n\n');
}

/** Everything that was saved, as a diff. */
export async function wholeChange(task: Task, tools: Toolbox): Promise<string> {
  const saved = changeOf(task.work);
  return [saved, saved === '' ? '' : await diffOf(task, tools, MAX_DIFF_BYTES)].join('\n');
}

function changeOf(work: Work | null): string {
  const change = work?.checkpoint.change;
  if (!change) return '';
  const { files, file_count: count = files.length, insertions, deletions } = change;
  return [`${count} files, +${insertions} -${deletions}`, ...fileLines(files, MAX_FILES)].join('\n');
}
