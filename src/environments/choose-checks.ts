/**
 * The commands that verify finished work (EXEC-6): those of the repository's configuration; otherwise the plan's test
 * command, and what is detected.
 */
import { detectBuildCommand, detectLintCommand } from './detect-checks.ts';
import { detectTestCommand } from './detect-environment.ts';
import type { Snapshot } from '../ports/repositories.ts';
import type { Plan } from '../state/plan.ts';
import type { TaskSettings } from '../state/request.ts';

type Read = Pick<Snapshot, 'environmentFiles' | 'files'>;
type Configured = Pick<TaskSettings, 'commands'>;

export function chosenTestCommand(
  planned: string | undefined,
  { environmentFiles, files }: Read,
  { commands }: Configured,
): string | null {
  return commands.test ?? (planned?.trim() || detectTestCommand(environmentFiles, files));
}

export function commandsBesideTests(
  { environmentFiles, files }: Read,
  { commands }: Configured,
): Pick<Plan, 'build_command' | 'lint_command'> {
  const build = commands.build ?? detectBuildCommand(environmentFiles);
  const lint = commands.lint ?? detectLintCommand(environmentFiles, files);
  return {
    ...(build === null ? {} : { build_command: build }),
    ...(lint === null ? {} : { lint_command: lint }),
  };
}
