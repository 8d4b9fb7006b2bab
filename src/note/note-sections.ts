/** The sections of a Task Note beside its calls and commands. */
import { endingSentences } from '../comments/ending-text.ts';
import { deniedText } from '../comments/denied-text.ts';
import { prose } from '../comments/model-prose.ts';
import { headingOf, nowDoing } from '../comments/now-doing.ts';
import { assumedText, openQuestionsText } from '../comments/open-questions.ts';
import { refusedChangesText } from '../comments/refused-change-comment.ts';
import { code, inline } from '../comments/safe-text.ts';
import { bulleted, folded, paragraphs } from '../comments/say.ts';
import { totalsIn } from '../comments/test-totals.ts';
import { unfinishedText } from '../comments/unfinished-text.ts';
import { risks, spent } from '../comments/work-report.ts';
import { branchOf } from '../plan/publication.ts';
import { isPassed, type CriterionVerdict } from '../state/assessment.ts';
import { lastRun, verdictOf, type Check } from '../state/checks.ts';
import { openFindings } from '../state/findings.ts';
import { issueKey } from '../state/request.ts';
import { reportOf } from '../state/select.ts';
import { costIn, tokensOf, type UsageTotals } from '../state/spending.ts';
import { stateOf } from '../state/task-state.ts';
import { doneSubtasks } from '../state/work-moves.ts';
import { timeOf, type Shown } from './shown-text.ts';
import type { NoteWords } from './note-words.ts';
import type { At, Task } from '../state/task.ts';

export function headOf(task: Task, { title, head }: NoteWords): string {
  const named = inline(task.request.title, 300);
  const finished = task.stage.is === 'ended' ? timeOf(task.updatedAt) : head.notFinished;
  return paragraphs([
    `# ${title} - ${task.id} - ${named}`,
    [
      `- ${head.id}: ${task.id}`,
      `- ${head.title}: ${named}`,
      `- ${head.issue}: ${code(issueKey(task.request))}`,
      `- ${head.started}: ${timeOf(task.startedAt)}`,
      `- ${head.finished}: ${finished}`,
      `- ${head.state}: ${stateOf(task)}`,
    ].join('\n'),
  ]);
}

export function summarySection(task: Task, words: NoteWords): string {
  const report = reportOf(task);
  const { work, usage } = task;
  const change = work?.checkpoint.change ?? null;
  const pull = report?.pullRequest ?? null;
  const told = report?.summary ? prose(report.summary.body, 12_000, 'bold') : '';
  return paragraphs([
    report === null
      ? paragraphs([`**${headingOf(task)}**`, `${words.now}: ${nowDoing(task)}`])
      : endingSentences(task, report),
    told === '' ? '' : paragraphs([`**${words.work}**`, told]),
    [
      // On this machine the branch is the result; there is nothing to open.
      ...(pull === null ? [] : [/^https?:/.test(pull.url) ? `[#${pull.number}](${pull.url})` : code(branchOf(task))]),
      ...(work === null
        ? []
        : [words.subtasks(doneSubtasks(work).size, new Set(work.actions.map(({ taskId }) => taskId)).size)]),
      ...(change === null ? [] : [`+${change.insertions} −${change.deletions}`]),
      words.modelCalls(usage.modelCalls),
      spent(task, task.updatedAt),
    ].join(' · '),
  ]);
}

/** Model usage by phase and, if there are several, by day (MODEL-6). */
export function spendingSection({ spentIn: { phases, days } }: Task, words: NoteWords): string {
  const list = (title: string, parts: Readonly<Record<string, UsageTotals>>, named: (part: string) => string) =>
    bulleted(
      `**${title}**\n`,
      Object.entries(parts).map(([part, usage]) => partText(named(part), usage, words)),
    );
  return paragraphs([
    list(words.spentIn, phases, (phase) => words.phase(phase)),
    Object.keys(days).length > 1 ? list(words.spentOn, days, (day) => day) : '',
  ]);
}

function partText(of: string, usage: UsageTotals, words: NoteWords): string {
  const known = `$${usage.usd.toFixed(4)}`;
  const cost = usage.unpricedCalls === 0 ? known : words.atLeast(known, usage.unpricedCalls);
  const shown = costIn(usage) === null ? words.unpriced : cost;
  return words.part(of, usage.modelCalls, tokensOf(usage).toLocaleString('en-US'), shown);
}

export function requestOf(task: Task, { words, fence }: Shown): string {
  const { request, plan } = task;
  const goal = reportOf(task)?.goal ?? plan?.goal_understanding ?? null;
  const said = request.instruction === null ? '' : `\n\n${words.instruction}:\n${request.instruction}`;
  return paragraphs([
    inline(goal?.main_objective ?? request.title, 2_000),
    words.requestedBy(code(request.requester.login)),
    folded(words.original, fence(`${request.title}\n\n${request.body}${said}`.trim(), 'text')),
  ]);
}

export function criteriaOf(task: Task, words: NoteWords): string {
  const criteria = task.plan?.acceptance_criteria ?? [];
  if (criteria.length === 0) return words.noCriteria;
  const assessment = reportOf(task)?.assessment ?? (task.stage.is === 'verify' ? task.stage.assessment : null);
  const isJudged = assessment !== null && assessment !== 'not_had';
  const judged = new Map(isJudged ? assessment.map((one: CriterionVerdict) => [one.id, one]) : []);
  const boxes = criteria.map(({ id, description }) => {
    const verdict = judged.get(id);
    const isMet = verdict !== undefined && verdict.description === description && isPassed(verdict);
    return `- [${isMet ? 'x' : ' '}] ${inline(id, 60)}: ${inline(description, 1_000)}`;
  });
  return paragraphs([boxes.join('\n'), isJudged ? '' : words.notJudged]);
}

export function testsOf(task: Task, { words, fence }: Shown): string {
  const report = reportOf(task);
  const checks = report?.checks ?? (task.stage.is === 'verify' ? task.stage.checks : []);
  if (checks.length === 0) return report === null ? words.notRunYet : words.noTests;
  return paragraphs([
    checks.some(({ kind }) => kind === 'test') ? '' : words.noTests,
    ...checks.map((check) => checkText(check, { words, fence })),
  ]);
}

function checkText(check: Check, { words, fence }: Shown): string {
  const { command, exit_code: exit, output } = lastRun(check);
  const totals = totalsIn(output);
  const verdict = words.verdicts[verdictOf(check)];
  return paragraphs([
    [
      `- ${words.command}: ${code(command)} (${words.run(check.kind)})`,
      `- ${words.exitCode}: ${exit === null ? words.noExitCode : exit}`,
      `- ${words.result}: ${verdict}${totals === '' ? '' : ` · ${code(totals, 400)}`}`,
    ].join('\n'),
    output.trim() === '' ? words.noOutput : folded(words.output, fence(output, 'text')),
  ]);
}

export function notesSection(task: Task, words: NoteWords): string {
  const report = reportOf(task);
  const ended = report === null ? null : ({ ...task, stage: { ...report, is: 'report' } } as At<'report'>);
  const found =
    ended === null
      ? bulleted(
          '',
          openFindings(task).map(({ text }) => inline(text, 1_000)),
        ).trim()
      : risks(ended);
  const notes = paragraphs([
    found,
    openQuestionsText(task),
    assumedText(task),
    refusedChangesText(task),
    unfinishedText(task),
    deniedText(task),
    task.usage.interruptedCalls === 0 ? '' : words.interrupted(task.usage.interruptedCalls),
  ]);
  return notes === '' ? words.noRisks : notes;
}
