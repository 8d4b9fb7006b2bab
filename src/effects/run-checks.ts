/**
 * Runs the checks of finished work in its sandbox (EXEC-6): tests, build and lint on the final tree, and failed ones on
 * the base commit as well. Only the tests may leave files behind in the project.
 */
import { baseShaOf } from '../state/base-merges.ts';
import { checksOf, type CheckKind } from '../state/checks.ts';
import { runInSandbox } from './command.ts';
import { variablesOf } from './set-up-shell.ts';
import { TAKE_IN, WORKSPACE_ENV } from './save-work.ts';
import type { CommandRecord } from '../state/outcome.ts';
import type { Performer, Performing } from './performer.ts';

type Running = Omit<Performing<'run_check' | 'run_tests'>, 'effect'>;

export const runTests: Performer<'run_tests'> = async (running) => [
  { type: 'verification', name: 'tests', command: await ran('test', running) },
];

export const runCheck: Performer<'run_check'> = async ({ effect: { check, on }, ...running }) => {
  const command =
    on === 'base'
      ? await ran(check, running, ON_BASE)
      : await ran(check, running, check === 'test' ? undefined : LEAVING_NOTHING);
  return [{ type: 'verification', name: 'checked', check, on, command }];
};

/** Our own script around the command is not shown to anybody. */
async function ran(kind: CheckKind, { key, task, tools, signal }: Running, script?: string): Promise<CommandRecord> {
  const command = checksOf(task.plan).find((one) => one.kind === kind)?.command;
  if (command === undefined) throw new TypeError(`There is no command for ${kind}.`);
  const base = task.snapshot === null ? '' : baseShaOf(task, task.snapshot);
  const variables = variablesOf(task);
  const around =
    script === undefined
      ? { env: { BASH_ENV: variables } }
      : {
          script,
          env: { ...WORKSPACE_ENV, PLANWRIGHT_CHECK: command, PLANWRIGHT_BASE: base, PLANWRIGHT_VARIABLES: variables },
        };
  return runInSandbox(task, tools, signal, { key, command, ...around, againIfCutOff: true, withinBudget: true });
}

/** Builds and linters may write files into the project; it is restored afterwards. */
export const LEAVING_NOTHING = `${TAKE_IN}
taken=
if { open_store && take_in; } > /dev/null 2>&1; then taken=yes; fi
(
  command=$PLANWRIGHT_CHECK
  export BASH_ENV=$PLANWRIGHT_VARIABLES
  unset PLANWRIGHT_VARIABLES PLANWRIGHT_CHECK PLANWRIGHT_BASE PLANWRIGHT_EXCLUDE PLANWRIGHT_GATEWAY GIT_CONFIG_GLOBAL GIT_CONFIG_NOSYSTEM GIT_TERMINAL_PROMPT GIT_LITERAL_PATHSPECS
  unset GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
  exec bash -c "$command"
)
code=$?
if [ -n "$taken" ]; then { ours checkout-index --all --force; ours clean -dfq; } > /dev/null 2>&1; fi
exit "$code"`;

/**
 * The base commit beside the project, with the dependencies installed in the project. If it cannot be set up, the
 * command does not count as failing there.
 */
export const ON_BASE = `project=$PWD
base=$(dirname "$project")/.planwright/base
command=$PLANWRIGHT_CHECK
rm -rf "$base"
git clone --quiet --shared --no-checkout "$project" "$base" &&
  git -C "$base" -c advice.detachedHead=false checkout --quiet "$PLANWRIGHT_BASE" || { rm -rf "$base"; exit 0; }
find . -maxdepth 3 -name .git -prune -o -type d \\( -name node_modules -o -name .venv -o -name venv -o -name vendor \\) -prune -print |
  while IFS= read -r folder; do
    [ -e "$base/$folder" ] || { mkdir -p "$(dirname "$base/$folder")" && ln -s "$project/$folder" "$base/$folder"; }
  done
cd "$base"
(
  export BASH_ENV=$PLANWRIGHT_VARIABLES
  unset PLANWRIGHT_VARIABLES PLANWRIGHT_CHECK PLANWRIGHT_BASE PLANWRIGHT_EXCLUDE PLANWRIGHT_GATEWAY
  exec bash -c "$command"
)
code=$?
cd "$project"
rm -rf "$base"
exit "$code"`;
