/** The acceptance criteria at the end, each with its verdict and evidence (EXEC-6, GH-7). */
import { isPassed, type CriterionVerdict, type Evidence } from '../state/assessment.ts';
import { amendedMark } from './amended-text.ts';
import { inBothLanguages, type Language } from './in-both-languages.ts';
import { code, inline } from './safe-text.ts';
import { atMost, firstThatFits } from './say.ts';
import { namedPart } from '../plan/named-part.ts';
import type { AcceptanceCriterion } from '../state/plan.ts';
import type { At } from '../state/task.ts';

const MAX_CRITERIA = 100;
const MAX_EVIDENCE = 3;
const MAX_LINE = 120;
/** How much of either end of a longer command is shown; the relevant command may come last. */
const MAX_END = 56;
/** For a command that was shown before. */
const MAX_AGAIN = 40;
/** For the whole table, which shares a comment with much else. */
const MAX_CHARACTERS = 30_000;

interface Size {
  /** Per criterion. */
  readonly characters: number;
  /** Lines of output as evidence. */
  readonly lines: number;
  /** Characters of a quoted line or place. */
  readonly quote: number;
}

const SIZES: readonly Size[] = [
  { characters: 1_000, lines: 8, quote: 240 },
  { characters: 300, lines: 2, quote: MAX_LINE },
  { characters: 100, lines: 0, quote: MAX_LINE },
];

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

/** Without a heading; '' if the plan has no criteria. */
export function criteriaTable(task: At<'report'>): string {
  const { language } = task.settings;
  const words = tableWords(language);
  const criteria = task.plan?.acceptance_criteria ?? [];
  if (criteria.length === 0) return '';
  const { assessment } = task.stage;
  const judged = new Map(Array.isArray(assessment) ? assessment.map((one: CriterionVerdict) => [one.id, one]) : []);
  const rowOf = (one: AcceptanceCriterion, size: Size, shownBefore: Set<string>): string => {
    const what = `**${inline(one.id, 40) || '–'}** ${inline(one.description, size.characters)}${amendedMark(one, task)}`;
    const verdict = verdictOf(one, judged.get(one.id));
    return row([
      inCell(what),
      words.verdicts[verdict.is],
      evidenceText(verdict.evidence, one.description, { ...size, language, shownBefore }),
    ]);
  };
  const shown = criteria.slice(0, MAX_CRITERIA);
  const rows = firstThatFits(SIZES, MAX_CHARACTERS, (size) => {
    const shownBefore = new Set<string>();
    return shown.map((one) => rowOf(one, size, shownBefore)).join('\n');
  });
  const { criterion, verdict, evidence } = words.heads;
  return [
    row([criterion, verdict, evidence]),
    row(['---', '---', '---']),
    rows,
    ...(criteria.length > MAX_CRITERIA ? ['', words.more(criteria.length - MAX_CRITERIA)] : []),
    ...(assessment === 'not_had' ? ['', words.notHad] : []),
  ].join('\n');
}

type Verdict = 'passed' | 'not_shown' | 'not_met' | 'not_judged';

/** A criterion that was reworded since counts as not judged. */
function verdictOf(
  { description }: AcceptanceCriterion,
  judged: CriterionVerdict | undefined,
): { readonly is: Verdict; readonly evidence: readonly Evidence[] } {
  if (judged === undefined || judged.description !== description) return { is: 'not_judged', evidence: [] };
  const evidence = (judged.evidence ?? []).filter(({ fault }) => fault === undefined);
  if (isPassed(judged)) return { is: 'passed', evidence };
  return { is: judged.evidence === null ? 'not_met' : 'not_shown', evidence };
}

interface Telling extends Size {
  readonly language: Language;
  /** Commands of other rows; a long one is not repeated. */
  readonly shownBefore: Set<string>;
}

function evidenceText(evidence: readonly Evidence[], criterion: string, telling: Telling): string {
  const { lines: most, quote, language, shownBefore } = telling;
  const words = tableWords(language);
  const told = evidence.map((one) => {
    if (one.is === 'place') return `${cellCode(`${one.path}:${one.start_line}`)}: ${cellCode(one.quote, quote)}`;
    const lines = one.lines.filter((line) => line.trim() !== '').map((line) => cellCode(line, quote));
    const shown = most === 0 ? [] : lines;
    const ran = ranText(one, criterion, { isShownByLines: shown.length > 0, language, shownBefore });
    return shown.length === 0 ? ran : `${ran}: ${atMost(most, shown, words.more).join(', ')}`;
  });
  return told.length === 0 ? '–' : atMost(MAX_EVIDENCE, told, words.more).join('; ');
}

interface Ran extends Pick<Telling, 'language' | 'shownBefore'> {
  readonly isShownByLines: boolean;
}

/** The exit code belongs to the whole command, and next to a part of it would seem to belong to that part. */
function ranText(
  { command, exit_code: code }: Extract<Evidence, { readonly is: 'command' }>,
  criterion: string,
  { isShownByLines, language, shownBefore }: Ran,
): string {
  const part = isShownByLines ? namedPart(command, criterion) : command;
  const shown = cellCode(shownBefore.has(part) ? beginning(part) : bothEnds(part));
  shownBefore.add(part);
  return part === command ? tableWords(language).ranWith(shown, code) : shown;
}

/** A here-document with which a command writes a file; only what runs with it matters. */
const WRITTEN = /(<<-?\s*['"]?(\w{1,30})['"]?[^\n]*)\n[^]*?\n\2(?=\n|$)/g;

function inOneLine(command: string): string {
  return command.replace(WRITTEN, '$1 … ;').replace(/\s+/g, ' ').trim();
}

function beginning(command: string): string {
  const flat = inOneLine(command);
  return flat.length <= MAX_AGAIN ? flat : `${flat.slice(0, MAX_AGAIN).trimEnd()} …`;
}

function bothEnds(command: string): string {
  const flat = inOneLine(command);
  if (flat.length <= MAX_LINE) return flat;
  return `${flat.slice(0, MAX_END).trimEnd()} … ${flat.slice(-MAX_END).trimStart()}`;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** A bar ends a table cell even in a code span unless it is escaped; a backslash before it would escape the escape. */
function cellCode(text: string, most = MAX_LINE): string {
  return code(text, most)
    .replaceAll(/\\(?=\|)/g, '$&\u200B')
    .replaceAll('|', '\\|');
}

/** The text is safe except for bars in its code spans. */
function inCell(text: string): string {
  return text.replace(/(?<!\\)\|/g, '\\|');
}
