import type { Stage } from '../deeds/stage.ts';
import { resolveCommit } from '../git/repository.ts';
import { ACTIONS, checkRunEvent, checkSuiteShape } from '../shapes/check.ts';
import type { CheckAnnotation, CheckRun, Repository } from '../world.ts';
import { type At, personNamed, repositoryAt } from './place.ts';

interface Beginning extends At {
  readonly branch?: string;
  readonly sha?: string;
  /** For a commit that a fork also has, on a branch of the given name. */
  readonly isOfFork?: boolean;
  readonly name: string;
  /** The slug of the App that made the check; GitHub Actions by default. */
  readonly app?: string;
}

interface Completing {
  readonly conclusion: string;
  readonly title?: string;
  readonly summary?: string;
  readonly text?: string;
  readonly annotations?: readonly CheckAnnotation[];
  readonly log?: string;
  /** The reported cause; on GitHub this is often the person who pushed. */
  readonly by?: string;
}

/** Checks of commits. Each is a suite of its own. */
export function checkActs(stage: Stage) {
  const { world, events } = stage;

  async function begin(act: Beginning): Promise<CheckRun> {
    const repository = repositoryAt(world, act);
    const ref = act.sha ?? `refs/heads/${act.branch ?? repository.defaultBranch}`;
    const headSha = await resolveCommit(repository.gitDir, ref);
    if (headSha === undefined) throw new Error(`There is no such commit in ${act.repository}.`);
    const run: CheckRun = {
      id: world.nextId(),
      suiteId: world.nextId(),
      name: act.name,
      app: act.app ?? ACTIONS,
      headSha,
      headBranch: act.branch ?? (act.sha === undefined ? repository.defaultBranch : null),
      isOfFork: act.isOfFork ?? false,
      status: 'in_progress',
      conclusion: null,
      output: { title: null, summary: null, text: null },
      annotations: [],
      log: '',
      startedAtMs: world.now(),
      completedAtMs: null,
    };
    repository.checkRuns.push(run);
    return run;
  }

  async function complete(repository: Repository, run: CheckRun, act: Completing): Promise<{ readonly id: number }> {
    run.status = 'completed';
    run.conclusion = act.conclusion;
    run.output = { title: act.title ?? null, summary: act.summary ?? null, text: act.text ?? null };
    run.annotations = act.annotations ?? [];
    run.log = act.log ?? '';
    run.completedAtMs = world.now();
    const sender = personNamed(world, act.by ?? 'github-actions[bot]');
    await events.emit('check_run', 'completed', repository, sender, {
      check_run: checkRunEvent(world, repository, run),
    });
    await events.emit('check_suite', 'completed', repository, sender, {
      check_suite: checkSuiteShape(world, repository, run),
    });
    return { id: run.id };
  }

  function runAt(act: At & { readonly id: number }): { readonly repository: Repository; readonly run: CheckRun } {
    const repository = repositoryAt(world, act);
    const run = repository.checkRuns.find(({ id }) => id === act.id);
    if (run === undefined) throw new Error(`There is no check run ${act.id} in ${act.repository}.`);
    return { repository, run };
  }

  return {
    /** Sends no webhook, since the App subscribes only to completed ones. */
    async beginCheckRun(act: Beginning) {
      return { id: (await begin(act)).id };
    },
    async endCheckRun(act: At & Completing & { readonly id: number }) {
      const { repository, run } = runAt(act);
      return complete(repository, run, act);
    },
    async completeCheckRun(act: Beginning & Completing) {
      return complete(repositoryAt(world, act), await begin(act), act);
    },
    /** Logs are kept only for a while. */
    expireLog(act: At & { readonly id: number }) {
      runAt(act).run.log = null;
    },
  };
}
