/**
 * `npm run demo -- --set-up`: the service starts as `npm start` does without credentials, and the user creates the App,
 * installs it and requests the work in a browser, on the stand-in's pages (GH-1).
 */
import { setTimeout as pause } from 'node:timers/promises';
import { Missed, type Run } from './run.ts';
import { demoStory, MAINTAINER } from './story.ts';
import { watch } from './watch.ts';
import type { Stage } from './stage.ts';

/**
 * A private App is for its owner's repositories, and the owner is signed in. The existing App belongs to somebody else.
 */
export const SET_UP_STAGE = {
  app: { slug: 'another-app', name: 'Another App', owner: MAINTAINER },
  repository: { owner: MAINTAINER, installed: false },
} as const;

const LOOK_MS = 200;

/** Returns the number of the pull request. There are no short time limits, since people read. */
export async function leadThroughSetUp(stage: Stage, run: Run): Promise<number> {
  const { screen, words, options, interrupted } = run;
  const { github, service, repository } = stage;
  const { title, body } = demoStory(options.language).issue;
  const { number } = await github.acts.openIssue({ repository, by: MAINTAINER, title, body });
  const link = await seen(() => /http:\S+\/setup\?token=\S+/.exec(service.output())?.[0]);
  screen.heading(words.setUp.title);
  screen.blank();
  const issuePage = `${github.url}/${repository}/issues/${number}`;
  for (const line of words.setUp.steps({ link, repository, issue: issuePage })) screen.text(`  ${line}`);
  screen.blank();
  screen.text(words.setUp.seen, 'dim');
  screen.blank();
  await seen(() => service.output().includes('its credentials are stored') || undefined);
  screen.text(`✓ ${words.setUp.created}`);
  await seen(() => github.world.installations[0]);
  screen.text(`✓ ${words.setUp.installed}`);
  const issue = await seen(() => firstIssue(stage));
  screen.text(`✓ ${words.setUp.asked}`);
  screen.blank();
  return watch(stage, run, issue, Date.now());

  async function seen<Found>(look: () => Found | undefined | Promise<Found | undefined>): Promise<Found> {
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (service.child.exitCode !== null) throw new Missed(words.failure.serviceEnded);
      await pause(LOOK_MS, undefined, { signal: interrupted });
    }
  }
}

/** Of the first task; undefined if there is none, or no service yet. */
async function firstIssue(stage: Stage): Promise<number | undefined> {
  const listed = (await stage.get('/api/tasks').catch(() => null)) as {
    readonly tasks: readonly { readonly issue: number }[];
  } | null;
  return listed?.tasks[0]?.issue;
}
