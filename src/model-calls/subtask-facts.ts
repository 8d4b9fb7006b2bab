/** What is known about a subtask (PLAN-1), for planning its actions and carrying it out. */
import { oneLine } from './bounded.ts';
import type { AcceptanceCriterion, Subtask } from '../state/plan.ts';

const MAX_BYTES = 900;
const LEVELS = ['concept', 'design', 'implementation'];

export function subtaskFacts(subtask: Subtask): string {
  const { required_tools: tools, parent_id: parent = '', phase_name: phase, milestone, wbs_level: level } = subtask;
  const { work_type: type, domain, tags = [], estimated_effort: effort, priority } = subtask;
  const known = (what: string, value: string | undefined) => (value ? [`${what} ${value}`] : []);
  return oneLine(
    [
      `complexity ${subtask.estimated_complexity}`,
      ...known('effort', effort),
      ...known('priority', priority),
      ...known('needs', tools.join(', ')),
      ...known('part of', parent),
      ...known('phase', phase),
      ...known('milestone', milestone),
      ...known('level', level === undefined ? '' : `${level} (${LEVELS[level - 1] ?? 'unknown'})`),
      ...known('kind', type),
      ...known('in', domain),
      ...known('tags', tags.join(', ')),
      ...suggested(subtask.suggested_impl),
    ].join(' · '),
    MAX_BYTES,
  );
}

/** The suggested implementation, from the decomposition. */
function suggested(hint: Subtask['suggested_impl']): readonly string[] {
  if (hint === undefined) return [];
  const parts = [
    ...(hint.language ? [hint.language] : []),
    ...(hint.file_paths.length > 0 ? [`in ${hint.file_paths.join(', ')}`] : []),
    ...(hint.constraints.length > 0 ? [`mind: ${hint.constraints.join('; ')}`] : []),
  ];
  return parts.length === 0 ? [] : [`suggested: ${parts.join(', ')}`];
}

/** A criterion as a list entry; one of a single subtask names it. */
export function criterionText({ id, description, task_id: owner }: AcceptanceCriterion): string {
  return `${id}${owner === undefined ? '' : ` (of ${owner})`}: ${description}`;
}
