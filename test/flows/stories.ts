/** Small stories: a repository whose whole test is one file with the right number in it, and a scripted model. */
import { execFile, execFileSync } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readEntries } from '../../src/history/task-file.ts';
import type { HistoryEntry } from '../../src/ports/history.ts';
import { readHistory } from '../../src/state/stored.ts';
import { actionSteps, toolUse } from '../../standins/anthropic/script.ts';
import { assessHonestly } from '../../standins/anthropic/assess.ts';
import { MAINTAINER, WILL_DO } from '../../demo/story.ts';
import { until } from './world.ts';
import type { Answer, Json, Reply, Script, SeenRequest, Step } from '../../standins/anthropic/script.ts';
import type { RepositoryOptions } from '../../standins/github/options.ts';
import type { Recorded } from '../../src/state/facts.ts';
import type { World, WorldOptions } from './world.ts';

export const NUMBER_FILES: Readonly<Record<string, string>> = {
  'README.md': '# The answer\n\n`sh check.sh` says whether answer.txt is right.\n',
  'answer.txt': '41\n',
  'check.sh': '#!/bin/sh\nif grep -qx 42 answer.txt; then echo right; else echo wrong; exit 1; fi\n',
};

export function numberRepository(
  owner: string,
  files: Readonly<Record<string, string>> = NUMBER_FILES,
): RepositoryOptions {
  return { owner, name: 'answer', files, roles: { [MAINTAINER]: 'write' }, labels: ['planwright'] };
}

/**
 * A repository for each story, owned by somebody of that name, since GitHub's pace for writes is one per installation.
 */
export function worldOf(
  stories: Readonly<Record<string, Story>>,
): Pick<WorldOptions, 'script' | 'repository' | 'others'> {
  const [first, ...others] = Object.keys(stories).map((story) => numberRepository(story));
  return { script: scriptOf(stories), others, ...(first === undefined ? {} : { repository: first }) };
}

export function homeOf(story: string): string {
  return `${story}/answer`;
}

export const done = (status: 'success' | 'failure' | 'partial' = 'success', issues: readonly string[] = []) =>
  toolUse('finish_action', { status, evaluation: `The action ended as ${status}.`, issues_identified: issues });
export const run = (command: string, timeoutSec?: number) =>
  toolUse('run_command', { command, ...(timeoutSec === undefined ? {} : { timeout_sec: timeoutSec }) });
export const write = (path: string, content: string) => toolUse('write_file', { path, content });
export const RIGHT = [write('answer.txt', '42\n'), done()] as const;

/** Names its story, since later calls are shown the goal and not the issue. */
function goalOf(story: string) {
  return {
    goal_understanding: {
      main_objective: `Put the right number into answer.txt (story ${story}).`,
      success_criteria: ['sh check.sh passes'],
      constraints: [],
      context: 'One file.',
    },
  };
}

export function subtask(id: string, dependencies: readonly string[] = []) {
  return {
    id,
    description: `Do what ${id} asks for`,
    dependencies,
    estimated_complexity: 'low',
    required_tools: ['write_file'],
  };
}

export function decomposition(...subtasks: readonly ReturnType<typeof subtask>[]) {
  return {
    task_decomposition: { reasoning: 'It is small.', subtasks },
    acceptance_criteria: [{ id: 'AC-1', description: 'sh check.sh passes' }],
  };
}

export interface PlanOptions {
  readonly subtasks?: readonly string[];
  readonly environment?: string;
  readonly setup?: readonly string[];
  readonly testCommand?: string | null;
}

export function actionPlan({
  subtasks = ['task_1'],
  environment = 'base',
  setup = [],
  testCommand = 'sh check.sh',
}: PlanOptions = {}) {
  return {
    action_plan: {
      execution_order: subtasks,
      actions: subtasks.map((id) => ({
        task_id: id,
        action_type: 'tool_call',
        tool: 'write_file',
        purpose: `Carry out ${id}`,
        expected_outcome: 'It is done',
        fallback_strategy: 'Look again',
      })),
    },
    selected_environment: {
      name: environment,
      reason: 'It fits',
      detected_files: [],
      setup_commands: setup,
      verification: [],
    },
    ...(testCommand === null ? {} : { test_command: testCommand }),
  };
}

/** What the model does in one task; by default everything succeeds. */
export interface Story {
  /** What else of the repository it wants to see. */
  readonly gathering?: Answer;
  readonly goal?: Answer;
  readonly decomposition?: Answer;
  readonly plan?: Answer;
  /** Other commands for a set-up that failed; by default none. */
  readonly environmentFix?: Answer;
  readonly steps?: readonly Step[];
  /** The answer whether the plan is good enough; `pointOf` says at which point. */
  readonly decision?: Answer;
  /** The judgement of the criteria; by default they are met, and the answer of `decision` is included. */
  readonly assessment?: Answer;
  readonly reflection?: Answer;
  readonly patch?: Answer;
  /** The result of a review of the plan or the whole change; `reviewedIn` says which. */
  readonly review?: Answer;
  /** The request before the pull request is opened. */
  readonly summary?: Answer;
}

export type Point = 'goal_understanding' | 'task_decomposition' | 'action_sequence' | 'execution' | 'reflection';

const POINTS: readonly (readonly [string, Point])[] = [
  ['# Is the goal understood?', 'goal_understanding'],
  ['# Will this division do?', 'task_decomposition'],
  ['# Can this plan be carried out?', 'action_sequence'],
  ['# Go on, try again, or plan anew?', 'execution'],
  ['# Is the goal reached?', 'reflection'],
  ['# Is it done?', 'reflection'],
];

/** The point at which a decision is requested. */
export function pointOf(request: SeenRequest): Point {
  const found = POINTS.find(([title]) => says(request, title));
  if (found === undefined) throw new Error('This request asks for no decision.');
  return found[1];
}

/** What a review is about. */
export function reviewedIn(request: SeenRequest): 'plan' | 'diff' {
  return says(request, '# Review this plan') ? 'plan' : 'diff';
}

/** How a request shows a person's answer (PLAN-2). */
export function answerBy(login: string, text: string): string {
  return `answer by @${login} - may steer this work">\n${text}`;
}

export function says(request: SeenRequest, text: string): boolean {
  return JSON.stringify(request.body).includes(JSON.stringify(text).slice(1, -1));
}

/** Whether nothing was planned again before; empty parts have no section in a prompt. */
export function isUnrevised(request: SeenRequest): boolean {
  return !says(request, '## Re-plans so far');
}

/** The answer of a decision: by default, that the plan is good enough. */
export function decided(given: Readonly<Record<string, unknown>> = {}) {
  return { replan_decision: { ...WILL_DO, ...given } };
}

const FINE = {
  reflection: {
    action_evaluated: 'The last action',
    status: 'success',
    evaluation: 'It went as planned.',
    alignment_with_plan: 'Yes',
    issues_identified: [],
    plan_revision_needed: false,
  },
};
const NO_CHANGE = {
  understanding: 'The comment changes nothing.',
  operations: [],
  questions: [],
  potential_conflicts: [],
};

function summaryOf(story: string) {
  return {
    summary: { goal_achieved: true, tasks_completed: 1, tasks_failed: 0, key_outcomes: ['The number is right.'] },
    pull_request: {
      title: `Put the right number into answer.txt (story ${story})`,
      body: 'The number was wrong; now `sh check.sh` passes.',
    },
  };
}

/** With the judgement that a separate request would get, if that is an answer of its tool. */
function assessedBy({ decision }: Story, request: SeenRequest) {
  if (decision === undefined) return assessHonestly(request);
  const answer = typeof decision === 'function' ? decision(request) : decision;
  const { replan_decision: carried = null } = answer as { readonly replan_decision?: Json };
  return assessHonestly(request, carried);
}

/** One script for many tasks at once: the title of an issue, "story <name>", says which story its task follows. */
export function scriptOf(stories: Readonly<Record<string, Story>>): Script {
  const storyOf = (request: SeenRequest): readonly [Story, string] => {
    const name = storyNamed(request.body);
    const story = name === null ? undefined : stories[name];
    if (name === null || story === undefined) throw new Error(`There is no story "${name ?? ''}".`);
    return [story, name];
  };
  const from =
    (choose: (story: Story, name: string) => Answer): Answer =>
    (request) => {
      const answer = choose(...storyOf(request));
      return typeof answer === 'function' ? answer(request) : answer;
    };
  return {
    answers: {
      submit_gathering: from((story) => story.gathering ?? { reason: '', read: [], search: [], list: [] }),
      submit_goal_understanding: from((story, name) => story.goal ?? goalOf(name)),
      submit_task_decomposition: from((story) => story.decomposition ?? decomposition(subtask('task_1'))),
      submit_action_plan: from((story) => story.plan ?? actionPlan()),
      submit_environment_fix: from((story) => story.environmentFix ?? { setup_commands: [], verification: [] }),
      submit_replan_decision: from((story) => story.decision ?? decided()),
      submit_completion_assessment: from((story) => story.assessment ?? ((request) => assessedBy(story, request))),
      submit_reflection: from((story) => story.reflection ?? FINE),
      submit_review: from((story) => story.review ?? { result: 'PASS', feedback: 'It does what was asked for.' }),
      submit_plan_patch: from((story) => story.patch ?? NO_CHANGE),
      submit_summary: from((story, name) => story.summary ?? summaryOf(name)),
    },
    actions: (request): Reply => actionSteps(storyOf(request)[0].steps ?? RIGHT)(request),
  };
}

export function storyNamed(body: unknown): string | null {
  return /\bstory ([a-z]+(?:-[a-z]+)*)/.exec(JSON.stringify(body))?.[1] ?? null;
}

/** How many requests the model has received for a story. */
export function requestsFor(world: World, story: string): number {
  return world.anthropic.requests.filter(({ bodyText }) => storyNamed(bodyText) === story).length;
}

/** Whether a planning answer has been refused before, so this is the second request. */
export function isRepair(request: SeenRequest): boolean {
  return request.messages.some((turn) => turn.role === 'assistant');
}

/** Opens and labels an issue as the maintainer; its title names the story. */
export async function askFor(
  world: World,
  story: string,
  repository = world.repository,
  body = 'Please.',
): Promise<number> {
  const { number } = await world.github.acts.openIssue({ repository, by: MAINTAINER, title: `story ${story}`, body });
  await world.github.acts.addLabel({ repository, issue: number, by: MAINTAINER, label: 'planwright' });
  return number;
}

export function historyFolder(world: World): string {
  return join(world.dataDir, 'planning_history');
}

/** The history of an issue's task, without lines of an overtaken driver. Empty while there is none. */
export async function historyOf(
  world: World,
  issue: number,
  repository = world.repository,
  ...except: readonly (string | undefined)[]
): Promise<readonly Recorded[]> {
  const names = await readdir(historyFolder(world)).catch(() => []);
  for (const name of names.filter((one) => one.endsWith('.jsonl'))) {
    const { first, history } = await readOnce(join(historyFolder(world), name));
    if (first?.issue === `${repository}#${issue}` && !except.includes(first.task_uuid)) return history();
  }
  return [];
}

interface Read {
  readonly stamp: string;
  readonly first: HistoryEntry | undefined;
  history(): readonly Recorded[];
}

const lastRead = new Map<string, Read>();

/** Waiting tests poll often; a file is read again only after a write. */
async function readOnce(file: string): Promise<Read> {
  const found = await stat(file, { bigint: true }).catch(() => null);
  const stamp = found === null ? 'gone' : [found.ino, found.size, found.mtimeNs].join(' ');
  const known = lastRead.get(file);
  if (known?.stamp === stamp) return known;
  const entries = (await readEntries(file)) ?? [];
  let history: readonly Recorded[] | null = null;
  const read = { stamp, first: entries[0], history: () => (history ??= readHistory(entries)) };
  lastRead.set(file, read);
  return read;
}

/** The history once its task has ended, whichever service drove it. */
export async function untilOver(
  world: World,
  issue: number,
  repository = world.repository,
  timeoutMs = 150_000,
): Promise<readonly Recorded[]> {
  return until(
    async () => {
      const history = await historyOf(world, issue, repository);
      return history.at(-1)?.type === 'completion' ? history : null;
    },
    `the end of the task on ${repository}#${issue}`,
    timeoutMs,
  );
}

/** A question that people see. */
export function isQuestion(fact: Recorded): fact is Extract<Recorded, { readonly name: 'posted' }> {
  return fact.type === 'question' && fact.name === 'posted';
}

type Decision = Extract<Recorded, { readonly name: 'decided' | 'replan_pending' }>;

/**
 * Verdicts on the model's judgements: what is carried out or waits for confirmation is a step of its phase first
 * (REPLAN-8).
 */
export function verdictsIn(history: readonly Recorded[]): readonly Decision[] {
  return history.filter(
    (fact): fact is Decision =>
      (fact.type === 'replan_decision' && fact.name === 'decided') ||
      (fact.type === 'phase' && fact.name === 'replan_pending'),
  );
}

export function commentsOn(world: World, issue: number, repository = world.repository): readonly string[] {
  return world.github.acts.readIssue({ repository, issue }).comments.map((comment) => comment.body);
}

/** Pull requests made for an issue. */
export function pullsFor(world: World, issue: number, repository = world.repository) {
  const found = world.github.world.repositories.find((one) => `${one.owner.login}/${one.name}` === repository);
  return (found?.issues ?? []).filter((one) => one.pull?.headRef.startsWith(`planwright/${issue}-`));
}

export function gitOf(
  world: World,
  repository = world.repository,
  input?: string,
): (...args: readonly string[]) => string {
  const found = world.github.world.repositories.find((one) => `${one.owner.login}/${one.name}` === repository);
  if (found === undefined) throw new Error(`There is no repository ${repository}.`);
  return (...args) =>
    execFileSync('git', ['--git-dir', found.gitDir, ...args], {
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      ...(input === undefined ? { stdio: ['ignore', 'pipe', 'pipe'] as const } : { input }),
    });
}

export function branchesOf(world: World, repository = world.repository): readonly string[] {
  return gitOf(world, repository)('for-each-ref', '--format=%(refname:short)', 'refs/heads')
    .trim()
    .split('\n')
    .filter((name) => name !== '');
}

export function containersOf(taskId: string): string {
  return docker('ps', '--all', '--quiet', '--no-trunc', '--filter', `label=planwright.task=${taskId}`).trim();
}

export function docker(...args: readonly string[]): string {
  return execFileSync('docker', [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Waits inside the container until a command has made this file: each look from outside would cost as much as a command. */
export function reachedIn(container: string, path = '/tmp/reached'): Promise<boolean> {
  const wait = 'until test -e "$0"; do sleep 0.1; done';
  return new Promise((resolve) => {
    execFile('docker', ['exec', container, 'timeout', '20', 'sh', '-c', wait, path], (error) =>
      resolve(error === null),
    );
  });
}

/** Waits until something of this kind is recorded in the history of an issue's task. */
export async function untilRecorded(
  world: World,
  issue: number,
  isIt: (fact: Recorded) => boolean,
  what: string,
): Promise<Recorded> {
  return until(async () => (await historyOf(world, issue)).find(isIt), what);
}
