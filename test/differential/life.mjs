/** One life of a task: driven slice by slice, through crashes, waits and people, until it ends. */
import { createProcess } from './driver-process.mjs';
import { createGitHub } from './github.mjs';
import { createImages } from './images.mjs';
import { lifePlan, TASK_ID } from './life-plan.mjs';
import { createMemoryHistory } from './memory-history.mjs';
import { createMemoryInbox } from './memory-inbox.mjs';
import { createModel } from './model.mjs';
import { createPeople } from './people.mjs';
import { createRepositories } from './repositories.mjs';
import { createSandboxes, StreamLost } from './sandboxes.mjs';
import { createWorld } from './world.mjs';

const MOST_DRIVES = 1_500;
/** Rendered at a fixed time, so that comparisons depend on the task alone. */
const SHOWN_AT = Date.UTC(2026, 5, 1);
const quiet = { info() {}, warn() {}, error() {}, debug() {}, child: () => quiet };

export async function live(tree, seed, { keepsTexts = false, logs = false } = {}) {
  const plan = lifePlan(seed);
  const inbox = createMemoryInbox();
  const people = createPeople(plan, inbox);
  const world = createWorld(plan, { errors: tree.errors, inbox, people, keepsTexts });
  const history = createMemoryHistory({ now: world.now, Fenced: tree.errors.Fenced });
  const outside = {
    github: { comments: new Map(), errors: tree.errors, asked: people.asked },
    engine: { container: null },
  };
  inbox.push({ kind: 'start', id: 'start', traceId: 'trace-1', request: plan.request, settings: plan.settings });
  const log = logs ? noting(world.record) : quiet;
  let isCutOff = false;
  let left = null;

  function begin() {
    const process = createProcess({
      onCutOff: () => (isCutOff = true),
      onLeft: (one, until, answer) => (left = { process: one, until, answer }),
    });
    process.releaseLeft = (calls) => {
      if (left === null || left.process === process || calls < left.until) return null;
      const { answer, process: behind } = left;
      left = null;
      answer();
      return Promise.race([behind.driven, behind.gone]);
    };
    process.driven = tree
      .drive(optionsFor(process))
      .catch((error) => ({ kind: 'rejected', error }))
      .finally(process.over);
    return process;
  }

  function optionsFor(process) {
    const { plan: _plan, ...tools } = toolsFor(process);
    return {
      taskId: TASK_ID,
      history: history.for(process.isDead),
      inbox: inbox.for(process.isDead),
      tools,
      editor: () => editorFor(process),
      shutdown: process.shutdown,
      sliceMs: plan.sliceMs,
      inboxMs: plan.inboxMs,
    };
  }

  function editorFor(process) {
    return {
      show(task) {
        if (!process.isDead() && task.progressComment !== null)
          world.record.show(tree.progressComment(task, { now: SHOWN_AT, noteUrl: null }));
      },
      flush: async () => undefined,
      stop: async () => undefined,
    };
  }

  function toolsFor(process) {
    const sandboxes = createSandboxes(world, process, outside.engine);
    return {
      clock: {
        now: world.now,
        sleep: (ms, signal) =>
          world.call(process, 'clock.sleep', { ms }, () => world.advanceTo(world.now() + ms), signal),
      },
      log,
      github: createGitHub(world, process, outside.github),
      images: createImages(world, process),
      model: createModel(world, process),
      maxOutputTokens: 16_000,
      sandboxes,
      sessions: tree.createSandboxSessions(
        sandboxes,
        () => null,
        (error) => error instanceof StreamLost,
      ),
      repositories: createRepositories(world, process),
      prompts: tree.prompts,
      imageOf: (name) => `planwright-${name}`,
      redact: (text) => text.replaceAll('SECRET-123', '***'),
      nonceOf: () => '0123456789abcdef0123456789abcdef',
      earlierTasks: async () => ({
        told: plan.seed % 3 === 0 ? 'An earlier task did something.' : '',
        said: [],
        decisions: [],
        open: [],
      }),
      activeTasks: async () => [],
      earlierWork: async () => (plan.seed % 5 === 0 ? 'Another issue changed the same file.' : ''),
      noteUrl: () => null,
    };
  }

  let ended = 'unfinished';
  for (let drives = 1; drives <= MOST_DRIVES && ended === 'unfinished'; drives += 1) {
    const process = begin();
    const end = await Promise.race([process.driven, process.death]);
    world.see(`drive: ${end.kind}`);
    world.record.note(
      `drive: ${end.kind}`,
      end.kind === 'wait' ? `until ${end.until}` : end.kind === 'rejected' ? String(end.error) : '',
    );
    if (end.kind === 'killed before' || end.kind === 'killed after' || end.kind === 'left behind') {
      inbox.forget();
      world.advanceTo(world.now() + 30_000);
    } else
      world.record.note(
        'left in the inbox',
        inbox
          .waiting()
          .map(({ id }) => id)
          .join(' '),
      );
    if (isCutOff) ended = 'cut off';
    else if (end.kind === 'ended') ended = endingOf(end.task);
    else if (end.kind === 'rejected') ended = `rejected: ${end.error?.stack ?? end.error}`;
    else if (end.kind === 'nothing' || end.kind === 'overtaken') ended = end.kind;
    else if (end.kind === 'wait') wait(end.until);
  }
  world.record.note('ended', ended.split('\n')[0]);
  return { seed, entries: world.record.entries, ended, seen: world.seen, facts: history.entries, calls: world.calls() };

  function wait(until) {
    const next = people.whileWaiting(world, until);
    if (next === null) return world.advanceTo(until);
    world.advanceTo(next.at);
    next.speak();
  }
}

function endingOf(task) {
  const { ending } = task.stage ?? task;
  return `${ending?.status ?? 'ended'}, ${ending?.reason ?? 'for no named reason'}`;
}

function noting(record) {
  const write = (level) => (fields, text) =>
    record.note(`log.${level}`, `${text} ${JSON.stringify({ ...fields, err: undefined })}`);
  const log = {
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
    debug: write('debug'),
    child: () => log,
  };
  return log;
}
