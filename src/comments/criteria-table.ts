/** The acceptance criteria as they stand at the end, each with its verdict and what shows it (EXEC-6, GH-7). */
import { isPassed, type CriterionVerdict, type Evidence } from '../state/assessment.ts';
import { amendedMark } from './amended-text.ts';
import { inBothLanguages, type Language } from './in-both-languages.ts';
import { code, inline } from './safe-text.ts';
import { atMost } from './say.ts';
import type { AcceptanceCriterion } from '../state/plan.ts';
import type { At } from '../state/task.ts';

const MAX_CRITERIA = 100;
const MAX_EVIDENCE = 3;
const MAX_LINES = 2;
const MAX_LINE = 120;

const tableWords = inBothLanguages({
  heads: {
    criterion: { en: 'Criterion', ja: '条件' },
    verdict: { en: 'Verdict', ja: '判定' },
    evidence: { en: 'Evidence', ja: '根拠' },
  },
  verdicts: {
    passed: { en: '✅ met', ja: '✅ 達成' },
    not_shown: { en: '❌ not shown', ja: '❌ 根拠なし' },
    not_met: { en: '❌ not met', ja: '❌ 未達成' },
    not_judged: { en: '– not judged', ja: '– 未判定' },
  },
  ranWith: (command: string, exitCode: number) => ({
    en: `${command} → exit ${exitCode}`,
    ja: `${command} → 終了コード ${exitCode}`,
  }),
  more: (count: number) => ({ en: `… and ${count} more`, ja: `… ほか ${count} 件` }),
  notHad: {
    en: 'The model gave no judgement of these that could be used.',
    ja: 'これらについて、モデルから使える判定を得られませんでした。',
  },
});

/** Without a heading; '' where the plan has none. */
export function criteriaTable(task: At<'report'>): string {
  const { language } = task.settings;
  const words = tableWords(language);
  const criteria = task.plan?.acceptance_criteria ?? [];
  if (criteria.length === 0) return '';
  const { assessment } = task.stage;
  const judged = new Map(Array.isArray(assessment) ? assessment.map((one: CriterionVerdict) => [one.id, one]) : []);
  const rows = criteria.slice(0, MAX_CRITERIA).map((one) => {
    const what = `**${inline(one.id, 40) || '–'}** ${inline(one.description)}${amendedMark(one, task)}`;
    const verdict = verdictOf(one, judged.get(one.id));
    return row([inCell(what), words.verdicts[verdict.is], evidenceText(verdict.evidence, language)]);
  });
  const { criterion, verdict, evidence } = words.heads;
  return [
    row([criterion, verdict, evidence]),
    row(['---', '---', '---']),
    ...rows,
    ...(criteria.length > MAX_CRITERIA ? ['', words.more(criteria.length - MAX_CRITERIA)] : []),
    ...(assessment === 'not_had' ? ['', words.notHad] : []),
  ].join('\n');
}

type Verdict = 'passed' | 'not_shown' | 'not_met' | 'not_judged';

/** Of a criterion that says something else since, nothing was judged. */
function verdictOf(
  { description }: AcceptanceCriterion,
  judged: CriterionVerdict | undefined,
): { readonly is: Verdict; readonly evidence: readonly Evidence[] } {
  if (judged === undefined || judged.description !== description) return { is: 'not_judged', evidence: [] };
  const evidence = (judged.evidence ?? []).filter(({ fault }) => fault === undefined);
  if (isPassed(judged)) return { is: 'passed', evidence };
  return { is: judged.evidence === null ? 'not_met' : 'not_shown', evidence };
}

function evidenceText(evidence: readonly Evidence[], language: Language): string {
  const words = tableWords(language);
  const told = evidence.map((one) => {
    if (one.is === 'place') {
      const [first = ''] = one.quote.split('\n').filter((line) => line.trim() !== '');
      return `${cellCode(`${one.path}:${one.start_line}`)}: ${cellCode(first)}`;
    }
    const ran = words.ranWith(cellCode(one.command), one.exit_code);
    const lines = one.lines.filter((line) => line.trim() !== '').slice(0, MAX_LINES);
    return lines.length === 0 ? ran : `${ran}: ${lines.map(cellCode).join(', ')}`;
  });
  return told.length === 0 ? '–' : atMost(MAX_EVIDENCE, told, words.more).join('; ');
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** A bar ends a cell, in a code span too, where nothing else escapes it. */
function cellCode(text: string): string {
  return code(text, MAX_LINE).replaceAll('|', '\\|');
}

/** What is safe already, but for bars in its code spans. */
function inCell(text: string): string {
  return text.replace(/(?<!\\)\|/g, '\\|');
}
