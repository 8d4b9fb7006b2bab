import { it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { MAINTAINER } from '../../../demo/story.ts';
import { commentsOn, historyOf, homeOf, numberRepository, scriptOf, done, write, RIGHT, run, pullsFor, says } from '../stories.ts';
import { openWorld, until } from '../world.ts';
import type { Story } from '../stories.ts';

const STORIES: Record<string, Story> = {
  'quick-three': { steps: [run('sleep 2'), write('answer.txt', '42\n'), done()] },
  'ask-paused': {
    goal: (r) =>
      says(r, 'sprockets')
        ? {
            goal_understanding: {
              main_objective: 'Put it (story ask-paused).',
              success_criteria: ['x'],
              constraints: [],
              context: 'sprockets',
            },
          }
        : { error: { type: 'unclear_goal', message: 'Which?', clarification_needed: ['Which number of what?'] } },
  },
  'label-midway': { steps: [run('sleep 4'), write('answer.txt', '42\n'), done()] },
  'approve-early': {},
  emptied: {
    patch: (r) => ({
      understanding: 'drop all',
      operations: says(r, 'drop everything') ? [{ op: 'delete', task_id: 'task_1', cascade: true }] : [],
      questions: [],
      potential_conflicts: [],
    }),
  },
  chatty: {
    patch: () => ({
      understanding: 'asks forever',
      operations: [],
      questions: [{ text: 'Really?', blocking: true }],
      potential_conflicts: [],
    }),
  },
  'pause-many': { steps: [run('sleep 1'), run('sleep 1'), write('answer.txt', '42\n'), done()] },
  'pause-report': { steps: [...RIGHT] },
  'label-off': {},
  stranger: {},
};
it('attack three', async () => {
  const names = Object.keys(STORIES);
  const [repository, ...others] = names.map((s) => {
    const a = numberRepository(s);
    return { ...a, labels: [...(a.labels ?? []), 'planwright:plan'], roles: { ...a.roles, stranger: 'read' as const } };
  });
  const world = await openWorld({ script: scriptOf(STORIES), repository: repository!, others });
  const out: string[] = [];
  try {
    const service = await world.start({ PLANWRIGHT_QUEUE__CONCURRENCY: '4', PLANWRIGHT_SANDBOX__KEEP_SEC: '0.5' });
    const acts = world.github.acts;
    const issues = new Map<string, number>();
    const open = async (s: string, label: string | null, body = 'Please.') => {
      const { number } = await acts.openIssue({ repository: homeOf(s), by: MAINTAINER, title: `story ${s}`, body });
      issues.set(s, number);
      if (label !== null) await acts.addLabel({ repository: homeOf(s), issue: number, by: MAINTAINER, label });
    };
    const say = (s: string, body: string, by = MAINTAINER) => acts.comment({ repository: homeOf(s), issue: issues.get(s)!, by, body });
    const H = (s: string) => historyOf(world, issues.get(s)!, homeOf(s));
    const rec = (s: string, isIt: (f: any) => boolean, what: string) =>
      until(async () => (await H(s)).some(isIt), `${what} of ${s}`, 60_000).catch((e) => out.push(`!! ${String(e).slice(0, 100)}`));
    const nQ = (s: string, n: number) =>
      until(async () => (await H(s)).filter((f) => f.type === 'question').length >= n, `question ${n} of ${s}`, 60_000).catch((e) =>
        out.push(`!! ${String(e).slice(0, 100)}`),
      );
    await Promise.all([
      (async () => {
        const s = 'quick-three';
        await open(s, 'planwright');
        await rec(s, (f) => f.type === 'effect' && f.effect === 'use_tool', 'work');
        await Promise.all([say(s, '@planwright pause'), say(s, '@planwright stop'), say(s, '@planwright resume')]);
      })(),
      (async () => {
        const s = 'ask-paused';
        await open(s, 'planwright');
        await nQ(s, 1);
        await say(s, '@planwright pause');
        await rec(s, (f) => f.type === 'control' && f.name === 'paused', 'paused');
        await say(s, 'The sprockets one.');
        await rec(s, (f) => f.type === 'answer', 'answer');
        await new Promise((r) => setTimeout(r, 1500));
        out.push(`ask-paused while paused: ${(await H(s)).slice(-3).map((f: any) => `${f.type}:${f.name}`)} `);
        out.push(commentsOn(world, issues.get(s)!, homeOf(s))[0]!.slice(0, 900));
        await say(s, '@planwright resume');
      })(),
      (async () => {
        const s = 'label-midway';
        await open(s, 'planwright');
        await rec(s, (f) => f.type === 'effect' && f.effect === 'use_tool', 'work');
        await acts.addLabel({ repository: homeOf(s), issue: issues.get(s)!, by: MAINTAINER, label: 'planwright:plan' });
      })(),
      (async () => {
        const s = 'approve-early';
        await open(s, 'planwright:plan');
        await say(s, '@planwright approve');
        await say(s, 'LGTM');
        await nQ(s, 1);
        await say(s, 'approve', 'stranger');
        await say(s, '@planwright approve', 'stranger');
        await new Promise((r) => setTimeout(r, 1000));
        out.push(`approve-early before: ${(await H(s)).some((f) => f.type === 'answer')}`);
        await say(s, 'approve');
        await say(s, 'approve');
        await say(s, '@planwright approve');
      })(),
      (async () => {
        const s = 'emptied';
        await open(s, 'planwright:plan');
        await nQ(s, 1);
        await say(s, 'drop everything please');
        await new Promise((r) => setTimeout(r, 3000));
        await say(s, '@planwright status');
        await say(s, 'approve');
      })(),
      (async () => {
        const s = 'chatty';
        await open(s, 'planwright:plan');
        for (let i = 1; i < 6; i += 1) {
          await nQ(s, i);
          await say(s, `make it nicer ${i}`);
        }
        await nQ(s, 6);
        await say(s, '承認');
      })(),
      (async () => {
        const s = 'pause-many';
        await open(s, 'planwright');
        for (let i = 0; i < 6; i += 1) {
          await say(s, '@planwright pause');
          await new Promise((r) => setTimeout(r, 700));
          await say(s, '@planwright resume');
          await new Promise((r) => setTimeout(r, 300));
        }
      })(),
      (async () => {
        const s = 'pause-report';
        await open(s, 'planwright');
        await rec(
          s,
          (f) => f.type === 'effect' && (f.effect === 'open_pull_request' || f.effect === 'ask_summary' || f.effect === 'post_result'),
          'report',
        );
        await say(s, '@planwright pause');
      })(),
      (async () => {
        const s = 'label-off';
        await open(s, 'planwright:plan');
        await nQ(s, 1);
        await acts.removeLabel({ repository: homeOf(s), issue: issues.get(s)!, by: MAINTAINER, label: 'planwright:plan' });
      })(),
      (async () => {
        const s = 'stranger';
        await open(s, 'planwright:plan');
        await nQ(s, 1);
        await say(s, '@planwright pause', 'stranger');
        await say(s, '@planwright change all', 'stranger');
        await say(s, 'no, do it differently', 'stranger');
        await new Promise((r) => setTimeout(r, 1500));
        await say(s, '@planwright stop', 'stranger');
        await new Promise((r) => setTimeout(r, 1500));
        await acts.closeIssue({ repository: homeOf(s), issue: issues.get(s)!, by: MAINTAINER });
      })(),
    ]);
    for (const s of names)
      await until(async () => (await H(s)).at(-1)?.type === 'completion', s, 60_000).catch((e) =>
        out.push(`!! ${String(e).slice(0, 100)}`),
      );
    for (const s of names) {
      const h = await H(s);
      const end = h.at(-1) as any;
      out.push(
        `==== ${s} ${end?.type} ${end?.status} ${end?.reason} patches ${h.filter((f) => f.type === 'usage' && f.call === 'plan_patch').length} controls ${h.filter((f: any) => f.type === 'control' || f.type === 'answer').map((f: any) => f.name)} drafts ${pullsFor(world, issues.get(s)!, homeOf(s)).map((p) => p.pull?.draft)}`,
      );
      out.push(
        ...world.github.acts
          .readIssue({ repository: homeOf(s), issue: issues.get(s)! })
          .comments.map((b) => `${b.user.login}(${b.body.length}, ${b.reacted})> ${b.body.slice(0, 1500)}`),
      );
    }
    out.push(
      'LOG',
      ...service
        .output()
        .split('\n')
        .filter((l) => /WARN|ERROR/.test(l))
        .map((l) => l.slice(0, 300)),
    );
  } finally {
    writeFileSync(`/tmp/h/attack-three.txt`, out.join('\n'));
    await world.close();
  }
}, 600_000);
