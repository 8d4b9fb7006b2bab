/**
 * What the model is told about its surroundings (MODEL-2, PLAN-1): what the service does itself, what a sandbox can
 * reach, what its images contain, the budget, and the confidence that a judgement needs. It depends only on the task's
 * settings, so it is the same in all its calls.
 */
import { protectedPaths } from '../plan/protected-paths.ts';
import { SURE } from '../replan/policy.ts';
import type { Prompts } from './catalogue.ts';
import type { ReplanLimits, TaskSettings } from '../state/request.ts';

/** Created once, since creating it takes a hundred times as long as using it. */
const FIGURES = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

type Told = Pick<TaskSettings, 'budget' | 'commandTimeoutMs' | 'network' | 'protectedPaths'>;

/** Environments with our own images. */
const KNOWN = ['base', 'node', 'python'] as const;

/**
 * Of a longer list, planning is told the patterns that match something in the repository; the work is told all of them.
 */
const FEW_PATTERNS = 8;

export function surroundings(
  { protectedPaths: patterns, network, budget, commandTimeoutMs }: Told,
  prompts: Prompts,
  files?: readonly string[],
) {
  const minutes = inFigures(commandTimeoutMs / 60_000);
  const hosts = network.hosts.map((host) => `, ${host}`).join('');
  return {
    action: prompts.render('sandbox/action', {}),
    service: prompts.render('sandbox/service', {
      done: prompts.render('sandbox/done', {}),
      protected:
        files === undefined || patterns.length <= FEW_PATTERNS
          ? inShort(patterns) || 'none'
          : prompts.render('sandbox/protected_here', { here: inShort(matching(patterns, files)) || 'none' }),
    }),
    limits: prompts.render('sandbox/limits', {
      network:
        network.mode === 'allowlist'
          ? prompts.render('sandbox/network_allowlist', { hosts })
          : prompts.render(`sandbox/network_${network.mode}`, {}),
      budget: [
        `${inFigures(budget.tokens)} tokens`,
        `${inFigures(budget.usd)} US dollars`,
        `${inFigures(budget.minutes)} minutes`,
        `${inFigures(budget.modelCalls)} calls of the model`,
      ].join(', '),
    }),
    tools: prompts.render('sandbox/tools', { minutes }),
    minutes,
  };
}

/** Only patterns, since file names would be foreign text. */
function matching(patterns: readonly string[], files: readonly string[]): readonly string[] {
  const touched = (paths: readonly string[], rules: readonly string[]) =>
    protectedPaths(
      paths.map((path) => ({ path, oldPath: null })),
      rules,
    );
  const here = touched(files, patterns);
  return patterns.filter((pattern) => touched(here, [pattern]).length > 0);
}

/** What each environment contains; the content of an operator's own image is unknown. */
export function environmentList(
  { environments, ownImages, pinned }: Pick<TaskSettings, 'environments' | 'ownImages' | 'pinned'>,
  prompts: Prompts,
): string {
  const given = [
    ...(pinned.setup === null ? [] : ['`setup_commands`']),
    ...(pinned.verification === null ? [] : ['`verification`']),
  ].join(' and ');
  const offered = environments
    .map((name) => {
      const known = ownImages.includes(name) ? undefined : KNOWN.find((one) => one === name);
      return `- \`${name}\`: ${prompts.render(`sandbox/${known ?? 'unknown'}`, {})}`;
    })
    .join('\n');
  return given === '' ? offered : `${offered}\n${prompts.render('sandbox/pinned', { given })}`;
}

/** What happens to a judgement, by its confidence (REPLAN-5). */
export function confidenceBands(
  { minConfidence, confirmsLowConfidence, confirmationThreshold }: ReplanLimits,
  prompts: Prompts,
): string {
  const bands = { sure: String(SURE), trusted: String(Math.min(SURE, minConfidence)) };
  return confirmsLowConfidence
    ? prompts.render('decide-parts/confidence', { ...bands, asked: String(confirmationThreshold) })
    : prompts.render('decide-parts/confidence_unasked', bands);
}

/** Without the parts that mean "in any folder" and "everything below". */
function inShort(globs: readonly string[]): string {
  const paths = globs.map((glob) => glob.replace(/^\*\*\//, '').replace(/\/\*\*$/, '/'));
  return [...new Set(paths)].map((path) => `\`${path}\``).join(', ');
}

function inFigures(count: number): string {
  return FIGURES.format(count);
}
