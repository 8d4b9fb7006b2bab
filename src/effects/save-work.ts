/**
 * Saves the files of the workspace to the quarantine, whatever happened to the repository beside them: the model may
 * remove it, change its settings, or leave a merge unfinished. So a repository of our own next to the workspace takes
 * in the files; it is recreated if it does not work. Commits by the model stay in the sandbox.
 */
import { runInSandbox } from './command.ts';
import type { Task } from '../state/task.ts';
import type { Toolbox } from './performer.ts';

/** Files that tools leave behind and nobody commits. Listed in exclude files of the sandbox, not in the repository. */
export const NEVER_COMMITTED = [
  // A link to such a folder is not part of the change either.
  'node_modules',
  '__pycache__/',
  '*.py[cod]',
  '.pytest_cache/',
  '.mypy_cache/',
  '.ruff_cache/',
  '.venv',
  'venv',
  '.tox/',
  '*.egg-info/',
  '.gradle/',
  '.npm/',
  '.cache/',
  '.DS_Store',
  '.coverage',
].join('\n');

/** Opens our own repository and takes in the files. The sandbox knows the address of its gateway. */
export const TAKE_IN = `project=$PWD
store=$(dirname "$project")/.planwright
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1 GIT_TERMINAL_PROMPT=0 GIT_LITERAL_PATHSPECS=1
export GIT_AUTHOR_NAME=sandbox GIT_AUTHOR_EMAIL=sandbox@localhost GIT_COMMITTER_NAME=sandbox GIT_COMMITTER_EMAIL=sandbox@localhost
ours() { HOME="$store/repository" XDG_CONFIG_HOME="$store/repository" GIT_DIR="$store/repository" GIT_WORK_TREE="$project" git "$@"; }

open_store() {
  [ -d "$store" ] && [ ! -L "$store" ] || rm -f "$store"
  mkdir -p "$store" && [ -d "$store" ] && [ ! -L "$store" ] || return 1
  rm -rf "$store/repository/hooks" "$store/repository/index.lock" "$store/repository/info" "$store/repository/config"
  HOME="$store" GIT_DIR="$store/repository" git init --quiet --template= > /dev/null &&
    ours config core.bare false && ours config core.hooksPath /dev/null && ours config gc.auto 0 && ours config core.fsmonitor false || return 1
  mkdir -p "$store/repository/info" || return 1
  if [ -f "$store/exclude" ]; then cat "$store/exclude"
  else printf '%s\\n' "$PLANWRIGHT_EXCLUDE"; [ ! -f .git/info/exclude ] || cat .git/info/exclude; fi > "$store/repository/info/exclude"
  if ! ours rev-parse --verify --quiet HEAD^{tree} > /dev/null; then
    rm -f "$store/repository/index"
    ours fetch --quiet --update-head-ok --depth=1 "$PLANWRIGHT_GATEWAY" +refs/heads/work:refs/heads/saved &&
      ours symbolic-ref HEAD refs/heads/saved && ours read-tree HEAD || return 1
  fi
}

take_in() {
  ours add --all --ignore-errors . && return 0
  chmod -R u+rwX . 2> /dev/null
  ours add --all --ignore-errors .
}
`;

/** The difference to the last save: the files, then the beginning of the text. */
export const SHOW_UNSAVED = `${TAKE_IN}
open_store && take_in > /dev/null 2>&1 || exit 1
show() { ours -c core.quotePath=false diff --cached --no-ext-diff --no-textconv --no-color "$@" HEAD; }
show --stat=120,90 | tail -n 40
echo
show | head -c 20000`;

/** Its last line names the saved commit. Everything it needs comes in the environment. */
export const SAVE = `${TAKE_IN}

# A repository within the project (a generator made it) hides its files: it is set aside while they are taken in.
nested() {
  { ours diff --cached --raw --no-renames -z HEAD | tr '\\n' '?' | tr '\\0' '\\n' | sed -n '/^:[0-7]* 160000 /{n;p;}'
    ours ls-files --others --exclude-standard -z | tr '\\n' '?' | tr '\\0' '\\n' | sed -n 's,/$,,p'; } | sort -u
}
set_nested_aside() {
  put_nested_back
  aside="$store/aside"; mkdir -p "$aside" || return 1
  for round in 1 2 3; do
    found=$(nested); moved=0
    while IFS= read -r path; do
      [ -n "$path" ] && [ -e "$path/.git" ] || continue
      number=$(ls "$aside" | wc -l)
      printf '%s' "$path" > "$aside/$number.path" && mv "$path/.git" "$aside/$number.git" || return 1
      ours rm -r -f --quiet --cached --ignore-unmatch -- "$path"
      moved=1
    done <<< "$found"
    [ "$moved" = 1 ] || return 0
    take_in || :
  done
}
put_nested_back() {
  for file in "$store"/aside/*.path; do
    [ -f "$file" ] && mv "\${file%.path}.git" "$(cat "$file")/.git"
  done
  rm -rf "$store/aside"
}

save() {
  open_store || return 1
  take_in; taken=$?
  if [ "$taken" != 0 ] || [ -n "$(nested)" ]; then set_nested_aside; take_in; taken=$?; put_nested_back; fi
  [ "$taken" = 0 ] || return 1
  ours diff --cached --quiet HEAD || ours commit --quiet --no-verify --no-gpg-sign --allow-empty-message -m saved || return 1
  ours push --quiet --force "$PLANWRIGHT_GATEWAY" HEAD:refs/heads/work || return 1
  saved=$(ours rev-parse HEAD)
  [ "$(ours ls-remote "$PLANWRIGHT_GATEWAY" refs/heads/work | cut -f1)" = "$saved" ]
}

save || { rm -rf "$store/repository"; save; } || exit 1

# The model's own repository sees the same point, as far as it is in order; nothing depends on it.
own() { timeout 20 git -c core.hooksPath=/dev/null -c commit.gpgsign=false -c core.fsmonitor=false "$@" > /dev/null 2>&1; }
rm -f .git/index.lock
case "$(ls -A .git 2> /dev/null)" in
  *MERGE_HEAD*|*rebase-*|*CHERRY_PICK_HEAD*|*REVERT_HEAD*|'') ;;
  *) own add --all && { own diff --cached --quiet || own commit --quiet --no-verify -m "$PLANWRIGHT_MESSAGE"; } ;;
esac
echo "saved $saved"`;

export const WORKSPACE_ENV = { PLANWRIGHT_EXCLUDE: NEVER_COMMITTED };

/** What the host, or git on it, says when it refuses a push. */
export const TOO_LARGE_TO_SAVE =
  /exceeds maximum allowed size|pushed more than is kept|push less at once|attempting to allocate \d+ over limit/;

export interface Saving {
  readonly key: string;
  readonly message: string;
}

export type Saved =
  | { readonly kind: 'saved'; readonly sha: string; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly output: string };

/** If background processes keep the files from being saved, they are killed: the work matters more. */
export async function saveWork(task: Task, tools: Toolbox, signal: AbortSignal, saving: Saving): Promise<Saved> {
  const saved = await save(task, tools, signal, saving);
  if (saved.kind === 'saved' || TOO_LARGE_TO_SAVE.test(saved.output)) return saved;
  return save(task, tools, signal, { ...saving, key: `${saving.key}-alone`, alone: true });
}

interface SavingOnce extends Saving {
  readonly alone?: true;
}

async function save(task: Task, tools: Toolbox, signal: AbortSignal, { message, ...how }: SavingOnce): Promise<Saved> {
  const env = { ...WORKSPACE_ENV, PLANWRIGHT_MESSAGE: message };
  const command = await runInSandbox(task, tools, signal, { ...how, command: SAVE, env, againIfCutOff: true });
  const sha = /(?:^|\n)saved ([0-9a-f]{40}(?:[0-9a-f]{24})?)\s*$/.exec(command.stdout)?.[1];
  if (command.exit_code === 0 && sha !== undefined) return { kind: 'saved', sha, durationMs: command.duration_ms };
  return { kind: 'failed', output: command.output };
}
