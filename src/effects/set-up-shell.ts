/**
 * Each command runs in its own shell; but what a set-up command exports, activates or changes to applies to later ones
 * (ENV-3). Variables also apply to the work and the tests, which begin in the project's own folder.
 */
import type { CommandCall } from './command.ts';
import type { Task } from '../state/task.ts';

/** Beside the project, so that it is removed by a fresh clone. The shell inserts HOME. */
const VARIABLES = '$HOME/../.planwright/variables';

/**
 * Only variables that differ from those of every command are kept, since these may change with a restart. As in a
 * terminal, `conda` is a function; as a program it could activate nothing.
 */
const SHELL = `planwright_kept=$HOME/../.planwright
[ -z "\${PLANWRIGHT_FIRST-}" ] || rm -f "$planwright_kept/variables" "$planwright_kept/folder"
planwright_step=$PLANWRIGHT_STEP
unset PLANWRIGHT_SHELL PLANWRIGHT_STEP PLANWRIGHT_FIRST
declare -A planwright_given=()
planwright_keep() {
  local code=$? name
  set +eu
  {
    echo 'unset BASH_ENV'
    for name in $(compgen -e); do
      case $name in PWD | OLDPWD | SHLVL | _) continue ;; esac
      [[ -v planwright_given[$name] && \${planwright_given[$name]} == "\${!name}" ]] || printf 'export %s=%q\\n' "$name" "\${!name}"
    done
  } > "$planwright_kept/variables.new" && mv -f "$planwright_kept/variables.new" "$planwright_kept/variables"
  printf '%s' "$PWD" > "$planwright_kept/folder"
  exit "$code"
}
for planwright_name in $(compgen -e); do planwright_given[$planwright_name]=\${!planwright_name}; done
[ ! -r "$planwright_kept/variables" ] || . "$planwright_kept/variables"
[ ! -r "$planwright_kept/folder" ] || cd -- "$(< "$planwright_kept/folder")" 2> /dev/null
if [ "$(type -t conda)" = file ]; then
  planwright_conda=$(readlink -f "$(command -v conda)")
  planwright_conda=\${planwright_conda%/*/*}/etc/profile.d/conda.sh
  [ ! -r "$planwright_conda" ] || . "$planwright_conda"
fi
trap planwright_keep EXIT`;
/** On one line, so that the line numbers in the shell's error messages are those of the command. */
const SCRIPT = 'eval "$PLANWRIGHT_SHELL"; eval "$planwright_step"';

type Script = Pick<CommandCall, 'script' | 'env'>;

/** How a step of the set-up is run; the first one discards earlier variables. */
export function inSetUpShell(command: string, isFirst: boolean): Script {
  const first = isFirst ? { PLANWRIGHT_FIRST: 'yes' } : {};
  return { script: SCRIPT, env: { PLANWRIGHT_SHELL: SHELL, PLANWRIGHT_STEP: command, ...first } };
}

/** The `BASH_ENV` of later shells, so that they begin with the set-up's variables. */
export function variablesOf({ plan }: Task): string {
  return (plan?.selected_environment.setup_commands.length ?? 0) > 0 ? VARIABLES : '';
}
