import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { actOnDelivery } from '../../src/requests/act-on-delivery.ts';
import { claimIssue, holderOf, releaseIssue, taskIdOf } from '../../src/queue/active-issues.ts';
import { REPORTED, VERIFIED } from '../flow/stories.ts';
import { judgement, limitsOf } from '../replan/situations.ts';
import { actionDone, BEGAN, planOf, prepared, recorded, subtask, taskAfter, UNDISTURBED } from '../task/task-world.ts';
import { ISSUE, REPO, agreeableGitHub, corrected, queueBench, started } from './queue-bench.ts';
import type { QueueBench } from './queue-bench.ts';
import type { Delivery, Intent } from '../../src/people/intent.ts';
import type { GitHub } from '../../src/ports/github.ts';
import type { ReplanDecision } from '../../src/state/judgements.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { TaskSettings } from '../../src/state/request.ts';

type Word = Extract<Intent, { readonly kind: 'command' }>['word'];

const HOLDER = 'at-work';
const WORKING = prepared(planOf([subtask('a'), subtask('b', ['a'])]));
const BUDGET: Partial<TaskSettings> = {
  budgetExtensions: 1,
  budget: { tokens: 1e9, usd: 1e9, modelCalls: 1e9, minutes: (WORKING.length - 0.5) / 60 },
};
const ASKED: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] };

const DOUBT: ReplanDecision = {
  replan_needed: true,
  confidence: 0.4,
  reasoning: 'It may be meant the other way round.',
  replan_type: 'goal_revision',
  target_phase: 'goal_understanding',
  replan_level: 4,
  issues_found: ['It is doubtful'],
  recommended_actions: [],
  clarification_needed: false,
  clarification_questions: [],
};

const REMARKER = { id: 5, login: 'mika', isBot: false };

let seen = 0;
function said(
  word: Word,
  text: string,
  addressed = true,
  over: Partial<Extract<Intent, { kind: 'command' }>> = {},
): Delivery {
  seen += 1;
  const { deliveryId, intent } = started(`d-${seen}`);
  const { repo, issue, sender } = intent;
  const target = { kind: 'issue_comment', commentId: 9 } as const;
  const command = {
    kind: 'command',
    repo,
    issue,
    sender,
    target,
    occurrence: `comment-${seen}`,
    word,
    addressed,
    text,
    isPrivate: false,
    ...over,
  } as const;
  return { deliveryId, event: 'issue_comment', receivedAt: new Date(BEGAN + 3_600_000).toISOString(), intent: command };
}

function talkingGitHub(over: Partial<GitHub> = {}) {
  const replies: string[] = [];
  const ensureComment = async (_repo: unknown, _issue: number, marker: string, body: string) => {
    if (!replies.some((reply) => reply.includes(marker))) replies.push(body);
    return { id: 1, url: '' };
  };
  return { ...agreeableGitHub({ ensureComment, ...over }), replies };
}

describe('control words other than stop (GH-5)', () => {
  let bench: QueueBench;
  beforeEach(async () => {
    bench = await queueBench();
  });
  afterEach(async () => {
    await bench.end();
  });
  const inbox = () => bench.inbox.read(HOLDER);
  const active = async (facts: readonly Fact[] | null, settings: Partial<TaskSettings> = {}) => {
    await claimIssue(bench.redis, ISSUE, HOLDER);
    if (facts !== null) bench.recorded.set(HOLDER, recorded(facts, { settings }));
  };
  const answered = async (delivery: Delivery, github = talkingGitHub()) => {
    await actOnDelivery(delivery, bench.acting(github));
    return github;
  };

  const unclear = (question: string): Fact => ({
    type: 'phase',
    name: 'goal_error',
    error: { type: 'unclear_goal', message: 'Open.', clarification_needed: [question], assumptions: [], evidence: [] },
  });
  const asks = { planning: { ...UNDISTURBED, replanning: limitsOf(), assumes: true, assumeAfterMs: 1_800_000 } };

  it.each(['resume', 'status', 'retry', 'approve', 'plan', 'help'] as const)(
    '`%s` never becomes an instruction to a task at work, and is answered once',
    async (word) => {
      await active(WORKING);
      const delivery = said(word, word);
      const github = await answered(delivery);
      await bench.redis.flushall();
      await active(null);
      await answered(delivery, github);
      expect(github.replies).toHaveLength(1);
      expect(await inbox()).toEqual([]);
    },
  );

  it('`continue` and `approve` are told to a task that waits for its budget, as what people said', async () => {
    await active([...WORKING, ASKED], BUDGET);
    const github = await answered(said('resume', 'continue', false));
    await answered(said('approve', 'lgtm'), github);
    expect(await inbox()).toMatchObject([
      { kind: 'comment', addressed: false, text: 'continue', commentId: 9 },
      { kind: 'comment', addressed: false, text: 'lgtm' },
    ]);
    expect(github.calls).toEqual(['+1 on issue_comment', '+1 on issue_comment']);
    expect(github.replies).toEqual([]);
  });

  it('`approve` said in a review lets no change of protected paths through, and is told so: it may be older (P11)', async () => {
    const held = { digest: 'one', paths: ['CODEOWNERS'], pathCount: 1, diff: '+* @mika' };
    await active([...WORKING, ...actionDone(0), { type: 'effect', name: 'push_held', subtask: 'a', held }, ASKED]);
    const target = { kind: 'review_comment', commentId: 99 } as const;
    const github = await answered(said('approve', 'approve', true, { target }));
    expect(await inbox()).toEqual([]);
    expect(github.calls).toEqual(['confused on review_comment']);
    expect(github.replies).toHaveLength(1);
    await answered(said('approve', 'approve'), github);
    expect(await inbox()).toMatchObject([{ kind: 'comment', text: 'approve', commentId: 9 }]);
  });

  it('`approve` that was written before what is asked now accepts nothing: the question is shown with the reply (P11)', async () => {
    await active([...WORKING, ASKED], BUDGET);
    const github = await answered(
      said('approve', 'approve', true, { target: { kind: 'issue_comment', commentId: 4 } }),
    );
    expect([await inbox(), github.calls]).toEqual([[], ['confused on issue_comment']]);
    expect(github.replies).toEqual([expect.stringContaining('waiting for an answer')]);
  });

  it('`plan` to a task at work begins no other, says where the plan is, and how to hold on', async () => {
    await active(WORKING);
    const asked = started('plan-1', {
      trigger: 'mention',
      isPlan: true,
      plansFirst: true,
      target: { kind: 'issue_comment', commentId: 9 },
    });
    const github = await answered(asked);
    await answered(said('plan', '計画', false), github);
    expect(github.replies).toEqual([
      expect.stringContaining('`@planwright pause`'),
      expect.stringContaining('my plan is in my progress'),
    ]);
    expect([await inbox(), await holderOf(bench.redis, ISSUE)]).toEqual([[], HOLDER]);
  });

  it('the label for plans, taken off, ends only a task that plans first (GH-5)', async () => {
    const { intent } = started('d-label');
    const { repo, issue, sender } = intent;
    const withdrawn = (id: string): Delivery => ({
      deliveryId: id,
      event: 'issues',
      receivedAt: new Date(BEGAN).toISOString(),
      intent: {
        kind: 'withdraw',
        issueId: 4,
        repo,
        issue,
        sender,
        occurrence: id,
        reason: 'unlabeled',
        label: 'planwright:plan',
      },
    });
    await active(WORKING);
    await answered(withdrawn('w-1'));
    expect(await inbox()).toEqual([]);
    bench.recorded.set(HOLDER, recorded(WORKING, { request: { plansFirst: true } }));
    await answered(withdrawn('w-2'));
    expect(await inbox()).toMatchObject([{ kind: 'control', word: 'stop', reason: 'unlabeled' }]);
  });

  it('the wish to plan first reaches the task, also before it is recorded (GH-2)', async () => {
    await answered(started('d-plan', { isPlan: true, plansFirst: true, occurrence: 'label-plan' }));
    const holder = (await holderOf(bench.redis, ISSUE)) ?? '';
    expect(await bench.inbox.read(holder)).toMatchObject([{ kind: 'start', request: { plansFirst: true } }]);
    const { repo, issue, sender } = started('d-any').intent;
    const intent = {
      kind: 'withdraw',
      issueId: 4,
      repo,
      issue,
      sender,
      occurrence: 'w-3',
      reason: 'unlabeled',
      label: 'planwright:plan',
    } as const;
    await answered({ deliveryId: 'w-3', event: 'issues', receivedAt: new Date(BEGAN).toISOString(), intent });
    expect((await bench.inbox.read(holder)).at(-1)).toMatchObject({ kind: 'control', word: 'stop' });
  });

  it('`approve` accepts a plan that waits for it, also while a comment on it is weighed (GH-2)', async () => {
    const planned = [...WORKING.slice(0, 5), ASKED];
    const comment: Fact = { type: 'control', name: 'comment', by: { id: 5, login: 'mika' }, text: 'How nice.' };
    for (const facts of [planned, [...planned, comment]]) {
      await claimIssue(bench.redis, ISSUE, HOLDER);
      bench.recorded.set(HOLDER, recorded(facts, { request: { plansFirst: true } }));
      await answered(said('approve', '承認', false));
    }
    expect(await inbox()).toMatchObject([
      { kind: 'comment', text: '承認' },
      { kind: 'comment', text: '承認' },
    ]);
  });

  const asksToPause: Fact = { type: 'control', name: 'pause', by: 'mika' };
  const isPaused: Fact = { type: 'control', name: 'paused', by: 'mika' };

  it.each([
    ['pause', true],
    ['一時停止', false],
  ])('`%s` is told to a task at work, and answered with a reaction, once (EXEC-1)', async (text, addressed) => {
    await active(WORKING);
    const delivery = said('pause', text, addressed);
    const github = await answered(delivery);
    await bench.redis.del(...(await bench.redis.keys('*acted*')));
    await answered(delivery, github);
    expect(await inbox()).toMatchObject([{ kind: 'control', word: 'pause', by: { login: 'mika' } }]);
    expect([new Set(github.calls), github.replies]).toEqual([new Set(['+1 on issue_comment']), []]);
  });

  it('`pause` of what is paused changes nothing and says how to go on, also when it has not begun yet', async () => {
    for (const facts of [
      [...WORKING, asksToPause, isPaused],
      [...WORKING, asksToPause],
    ]) {
      await active(facts);
      const github = await answered(said('pause', 'pause'));
      expect([github.calls, await inbox()]).toEqual([['confused on issue_comment'], []]);
      expect(github.replies[0]).toContain('To continue where I left off, comment `@planwright resume`');
    }
    await active(WORKING);
    await answered(said('pause', 'pause'));
    expect((await answered(said('pause', 'pause'))).replies[0]).toContain('already been asked to pause');
    expect(await inbox()).toHaveLength(1);
  });

  it('`status` says that it is about to pause while the step in hand goes on, and no longer when told to go on (GH-5)', async () => {
    await active(WORKING);
    const statusOf = async () => (await answered(said('status', 'status'))).replies[0];
    expect(await statusOf()).not.toContain('then I will pause');
    await answered(said('pause', 'pause'));
    expect(await statusOf()).toContain('finishing the current step; then I will pause');
    await answered(said('resume', 'continue', false));
    expect(await statusOf()).not.toContain('then I will pause');
  });

  it('`pause` and `resume` in one breath are two commands, whatever the task has read of them', async () => {
    await active(WORKING);
    await answered(said('pause', 'pause'));
    await answered(said('resume', 'continue', false));
    await answered(said('pause', 'pause'));
    expect(await inbox()).toMatchObject([{ word: 'pause' }, { word: 'resume' }, { word: 'pause' }]);
  });

  it.each(['resume', '続けて'])('`%s` goes to a task that is paused, and `resume` again to nobody', async (text) => {
    await active([...WORKING, asksToPause, isPaused]);
    const github = await answered(said('resume', text, false));
    expect([github.calls, github.replies]).toEqual([['+1 on issue_comment'], []]);
    expect((await answered(said('resume', 'resume'))).replies[0]).toContain('already working');
    expect(await inbox()).toMatchObject([{ kind: 'control', word: 'resume' }]);
  });

  it('`pause` while a question is open pauses, and what answers the question still does (GH-6)', async () => {
    await active([...WORKING, ASKED, asksToPause, isPaused], BUDGET);
    await answered(said('approve', 'lgtm'));
    await answered(said('resume', 'resume'));
    expect(await inbox()).toMatchObject([
      { kind: 'comment', text: 'lgtm' },
      { kind: 'control', word: 'resume' },
    ]);
  });

  it('`pause` when the work is over says so', async () => {
    const refused: Fact = { type: 'control', name: 'stop', by: null, reason: 'closed' };
    await active([...WORKING, refused]);
    expect((await answered(said('pause', 'pause'))).replies[0]).toContain('nothing left to pause');
    expect(await inbox()).toEqual([]);
  });

  it('only people with write access pause (GH-3)', async () => {
    await active(WORKING);
    await answered(said('pause', 'pause', false), talkingGitHub({ permission: async () => 'triage' }));
    expect(await inbox()).toEqual([]);
  });

  it('`status` of a paused task says so', async () => {
    await active([...WORKING, asksToPause, isPaused]);
    expect((await answered(said('status', 'status'))).replies[0]).toMatch(/^## ⏸️ Planwright is paused/);
  });

  it('`status` and `help` are no answers to an open question', async () => {
    await active([...WORKING, ASKED], BUDGET);
    const github = await answered(said('status', 'status', false));
    await answered(said('help', 'help', false), github);
    expect(await inbox()).toEqual([]);
    expect(github.replies[0]).toContain('waiting for an answer');
    expect(github.replies[0]).toMatch(/\*\*\[Question\]\(u\)\*\*:\n- /);
    expect(github.replies[1]).toContain('| you write |');
  });

  it('`status` tells state, progress, time and cost of the task', async () => {
    await active(WORKING);
    const { replies, calls } = await answered(said('status', 'status', false));
    expect(replies[0]).toContain('🔄 **Execution**');
    expect(replies[0]).toContain('*Progress: 0/2 (0%) complete*');
    expect(replies[0]).toContain('⏱️ 1 h 0 min');
    expect(calls).toEqual(['+1 on issue_comment']);
  });

  it('`status` shows no secret, wherever it stands in the task (S2)', async () => {
    await active(prepared(planOf([subtask('canary')])));
    const { replies } = await answered(said('status', 'status'));
    expect(replies[0]).toContain('Do *** 🔄');
    expect(replies[0]).not.toContain('canary');
  });

  it('`status` before anything is recorded says that the request is in the queue', async () => {
    await active(null);
    expect((await answered(said('status', 'status'))).replies[0]).toContain('in the queue');
  });

  describe('`status` where nothing is at work', () => {
    const stopped: readonly Fact[] = [
      ...WORKING,
      { type: 'control', name: 'stop', by: 'mika', reason: 'asked' },
      {
        type: 'effect',
        name: 'pull_request',
        number: 13,
        url: 'https://github.example/pull/13',
        draft: true,
        title: 'Fix canary',
      },
      { type: 'effect', name: 'result_comment', comment_id: 2, url: 'https://github.example/4#issuecomment-2' },
      { type: 'effect', name: 'reported' },
    ];
    const remember = (language: 'en' | 'ja', facts = stopped) =>
      bench.recorded.set(
        'before',
        recorded(facts, { settings: { language }, request: { repo: REPO } }).map((fact) => ({
          ...fact,
          issue: 'acme/cart#4',
        })),
      );

    it.each([
      ['en', '⏹️ Stopped', 'Full result', '`@planwright retry`'],
      ['ja', '⏹️ 停止しました', '結果の全文', '`@planwright やり直して`'],
    ] as const)(
      'tells how the last task ended, where its result is, and what can be done (%s)',
      async (language, ...told) => {
        remember(language);
        const { replies, calls } = await answered(said('status', 'status'));
        expect(calls).toEqual(['+1 on issue_comment']);
        for (const part of [...told, 'https://github.example/4#issuecomment-2', '#13', 'Fix ***'])
          expect(replies[0]).toContain(part);
        expect(replies[0]).not.toContain('canary');
      },
    );

    it('tells nothing of another repository that had the name before (GH-5)', async () => {
      remember('en');
      const repo = { ...REPO, repositoryId: REPO.repositoryId + 1 };
      const [told] = (await answered(said('status', 'status', true, { repo }))).replies;
      expect(told).toContain('I am not working on this issue');
      expect(told).not.toContain('#13');
    });

    it('tells of none that is not over, and of none on another issue, and is answered all the same when it cannot be read', async () => {
      const idle = ['I am not working on this issue, and know of no earlier task here.'];
      const first = async () =>
        (await answered(said('status', 'status'))).replies.map((reply) => reply.split(' To have me')[0]);
      expect(await first()).toEqual(idle);
      remember('en', WORKING);
      expect(await first()).toEqual(idle);
      bench.recorded.set('before', [{ issue: 'acme/cart#4' }] as never);
      expect(await first()).toEqual(idle);
    });

    it.each(['pause', 'resume', 'plan'] as const)(
      'offers a retry to "%s" only where there was a task (GH-5)',
      async (word) => {
        const toldTo = async () => (await answered(said(word, word))).replies[0];
        expect(await toldTo()).not.toContain('retry');
        expect(await toldTo()).toContain('`@planwright <what you want>`');
        remember('en');
        expect(await toldTo()).toContain('`@planwright retry`');
      },
    );
  });

  it('a bare word where nothing runs is not for us, and nobody is asked about', async () => {
    const github = talkingGitHub({ permission: () => Promise.reject(new Error('Nobody asked.')) });
    for (const word of ['resume', 'status', 'retry', 'help'] as const) await answered(said(word, word, false), github);
    expect(github.calls).toEqual([]);
    expect(github.replies).toEqual([]);
  });

  it('"LGTM" answers a question that was asked beside the work (PLAN-9)', async () => {
    const weighed: Fact = {
      type: 'control',
      name: 'comment_weighed',
      understanding: 'A note is wanted.',
      problems: [],
      questions: [{ text: 'Shall the note be long?', blocking: false }],
    };
    const comment: Fact = { type: 'control', name: 'comment', by: { id: 5, login: 'mika' }, text: 'Write a note.' };
    await active([...WORKING, comment, weighed, ASKED], {
      planning: { ...UNDISTURBED, assumes: true, assumeAfterMs: 60_000 },
    });
    await answered(said('approve', 'lgtm', false));
    expect(await inbox()).toMatchObject([{ kind: 'comment', text: 'lgtm', addressed: false }]);
  });

  it('people may say "continue" and "LGTM" to each other while a task is at work', async () => {
    await active(WORKING);
    const github = await answered(said('resume', 'continue', false));
    await answered(said('approve', 'lgtm', false), github);
    expect([github.calls, github.replies, await inbox()]).toEqual([[], [], []]);
  });

  it('said to us where nothing runs, a word begins nothing and says what would', async () => {
    for (const word of ['resume', 'pause', 'status'] as const)
      expect((await answered(said(word, word))).replies[0]).toContain('`@planwright <what you want>`');
    expect(await holderOf(bench.redis, ISSUE)).toBeNull();
  });

  it('people without write access steer nothing: they are told why where they may know, strangers hear nothing (GH-3)', async () => {
    await active([...WORKING, ASKED], BUDGET);
    const triage = talkingGitHub({ permission: async () => 'triage' });
    await answered(said('resume', 'resume', false), triage);
    expect(triage.replies).toEqual([]);
    await answered(said('resume', 'resume'), triage);
    expect(triage.replies).toEqual([expect.stringContaining('write access')]);
    const stranger = talkingGitHub({ permission: async () => 'read' });
    await answered(said('status', 'status', true, { sender: { id: 6, login: 'eve', isBot: false } }), stranger);
    expect([stranger.replies, await inbox()]).toEqual([[], []]);
  });

  it('whatever a stranger says while a question or a plan waits is no answer to it, and nobody hears of it (P10)', async () => {
    const eve = { id: 6, login: 'eve', isBot: false };
    const target = { kind: 'issue_comment', commentId: 10 } as const;
    const words = [
      said('approve', 'approve', true, { sender: eve }),
      said('approve', 'lgtm', false, { sender: eve }),
      said('resume', 'continue', false, { sender: eve }),
    ];
    const others = ['1', 'yes', '/approve', '1. 42'].map((text, at): Delivery => {
      const { deliveryId, intent, ...rest } = started(`p-${at}`, { sender: eve });
      const { repo, issue } = intent;
      const remark = { kind: 'remark', repo, issue, sender: eve, occurrence: `remark-${at}`, target, text } as const;
      return { ...rest, deliveryId, intent: remark };
    });
    const edits = ['yes', null].map((text, at) => corrected(`e-${at}`, `edited-${at}`, { sender: eve, text }));
    for (const settings of [asks, BUDGET]) {
      await bench.redis.flushall();
      await active(
        settings === asks ? [...WORKING.slice(0, 2), unclear('May I?'), ASKED] : [...WORKING, ASKED],
        settings,
      );
      const stranger = talkingGitHub({ permission: async () => 'read' });
      for (const delivery of [...words, ...others, ...edits]) await answered(delivery, stranger);
      expect([await inbox(), stranger.calls, stranger.replies]).toEqual([[], [], []]);
      const { intent, ...rest } = others[1] as Delivery;
      const again = { ...rest, deliveryId: 'by-mika', intent: { ...intent, sender: REMARKER, occurrence: 'by-mika' } };
      await answered(again);
      expect(await inbox()).toMatchObject([{ text: 'yes' }]);
    }
  });

  it('`retry` begins a task where none is active, and joins none where one is', async () => {
    const retry = (id: string) =>
      started(id, {
        trigger: 'mention',
        isRetry: true,
        occurrence: id,
        target: { kind: 'issue_comment', commentId: 9 },
      });
    await answered(retry('comment-a'));
    const first = taskIdOf('bench', REPO.repositoryId, 'comment-a');
    expect(await holderOf(bench.redis, ISSUE)).toBe(first);
    const github = await answered(retry('comment-b'));
    expect((await bench.inbox.read(first)).map(({ kind }) => kind)).toEqual(['start']);
    expect(github.replies[0]).toContain('already working');
  });

  it('`retry` to a task that told its result waits until that has let the issue go, and then begins (GH-5)', async () => {
    const told: Fact = { type: 'effect', name: 'result_comment', comment_id: 2, url: 'u' };
    for (const facts of [
      [...VERIFIED, told],
      [...VERIFIED, told, REPORTED],
    ]) {
      await active(facts);
      const again = started(`after-${facts.length}`, {
        trigger: 'mention',
        isRetry: true,
        occurrence: `comment-after-${facts.length}`,
        target: { kind: 'issue_comment', commentId: 9 },
      });
      const github = talkingGitHub();
      await expect(answered(again, github)).rejects.toThrow('lets go of the issue first');
      expect([github.calls, github.replies]).toEqual([[], []]);
      await releaseIssue(bench.redis, ISSUE, HOLDER);
      expect((await answered(again, github)).replies).toEqual([]);
      const next = taskIdOf('bench', REPO.repositoryId, again.intent.occurrence);
      expect(await holderOf(bench.redis, ISSUE)).toBe(next);
      await releaseIssue(bench.redis, ISSUE, next);
    }
  });

  it('`retry same plan` takes the newest plan of the issue with it; where there is none, it says so (PLAN-10)', async () => {
    const again = (id: string) =>
      started(id, {
        trigger: 'mention',
        isRetry: true,
        samePlan: true,
        occurrence: id,
        target: { kind: 'issue_comment', commentId: 9 },
      });
    const github = await answered(again('comment-a'));
    expect(github.replies).toEqual([expect.stringContaining('I have no earlier plan for this issue')]);
    expect(await holderOf(bench.redis, ISSUE)).toBeNull();
    const earlier = recorded(WORKING, { request: { repo: REPO } }).map((fact) => ({ ...fact, issue: 'acme/cart#4' }));
    bench.recorded.set('before', earlier);
    await answered(again('comment-b'));
    const taskId = taskIdOf('bench', REPO.repositoryId, 'comment-b');
    const [start] = await bench.inbox.read(taskId);
    expect(start).toMatchObject({ kind: 'start', request: { isRetry: true, plan: { test_command: 'npm test' } } });
  });

  it.each([true, false])(
    '`approve` is no answer to "How many?", which is said (GH-5, GH-6), addressed: %s',
    async (addressed) => {
      await active([...WORKING.slice(0, 2), unclear('How many?'), ASKED], asks);
      const github = await answered(said('approve', 'approve', addressed));
      expect(await inbox()).toEqual([]);
      expect(github.replies).toEqual([expect.stringContaining('Answer it in your own words')]);
    },
  );

  it.each([true, false])(
    '`resume` is no answer to "How many?", and what is waited for is said again (GH-5, GH-6), addressed: %s',
    async (addressed) => {
      await active([...WORKING.slice(0, 2), unclear('How many?'), ASKED], asks);
      const github = await answered(said('resume', 'continue', addressed));
      expect(await inbox()).toEqual([]);
      expect(github.calls).toEqual(['confused on issue_comment']);
      expect(github.replies).toEqual([expect.stringMatching(/Answer it in your own words[^]+- How many\?/)]);
    },
  );

  it.each(['May I assume this? One or two.', '次の前提で進めてよいですか。どれも同じです。'])(
    '`approve` answers what is asked for a yes: %s (GH-5)',
    async (question) => {
      await active([...WORKING.slice(0, 2), unclear(question), ASKED], asks);
      await answered(said('approve', 'approve'));
      expect(await inbox()).toMatchObject([{ text: 'approve' }]);
    },
  );

  it.each(['Should it be 1 or 2?', 'Which one?', 'どちらにしますか。'])(
    '`approve` makes no choice: %s (GH-5)',
    async (question) => {
      await active([...WORKING.slice(0, 2), unclear(question), ASKED], asks);
      await answered(said('approve', 'approve'));
      expect(await inbox()).toEqual([]);
    },
  );

  it('a question for yes or no is answered by `approve`, not by `resume`, which is said', async () => {
    const settings = { planning: { ...UNDISTURBED, replanning: limitsOf(), assumes: true, assumeAfterMs: 1_800_000 } };
    const before = WORKING.slice(0, 3);
    const doubtful = judgement(taskAfter(before, { settings }), 'goal_understanding', DOUBT);
    await active([...before, doubtful, ASKED], settings);
    const github = await answered(said('resume', 'resume'));
    expect(github.replies[0]).toContain('Answer `yes` or `no`');
    await answered(said('approve', 'approve'), github);
    expect(await inbox()).toMatchObject([{ text: 'approve', addressed: false }]);
  });

  it('a question for yes or no hears `please redo it` and `please go on` said among people, as what they said', async () => {
    const settings = { planning: { ...UNDISTURBED, replanning: limitsOf(), assumes: true, assumeAfterMs: 1_800_000 } };
    const before = WORKING.slice(0, 3);
    const doubtful = judgement(taskAfter(before, { settings }), 'goal_understanding', DOUBT);
    await active([...before, doubtful, ASKED], settings);
    await answered(said('retry', 'やり直してください', false));
    await answered(said('resume', 'please continue', false));
    expect(await inbox()).toMatchObject([{ text: 'やり直してください' }, { text: 'please continue' }]);
  });
});
