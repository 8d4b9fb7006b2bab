import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Intent } from '../../src/people/intent.ts';
import { readIntent } from '../../src/intake/read-intent.ts';
import {
  commented,
  hubot,
  identity,
  issue,
  issueEvent,
  labeled,
  mona,
  opened,
  repository,
  settings,
} from './support/payloads.ts';

const issues = (payload: unknown) => readIntent('issues', payload, identity, settings);
const comments = (payload: unknown) => readIntent('issue_comment', payload, identity, settings);

const common = {
  repo: { installationId: 5, repositoryId: 8, owner: 'acme', name: 'sums' },
  issue: 12,
  sender: { id: 1, login: 'mona', isBot: false },
};
const snapshot = {
  title: 'Sum is wrong',
  body: 'It adds one too many.',
  author: { id: 1, login: 'mona' },
  isPrivate: false,
};

describe('starting (GH-2)', () => {
  it('reads the trigger label as a start, with the text of that moment (P11)', () => {
    expect(issues(labeled())).toEqual({
      kind: 'start',
      ...common,
      ...snapshot,
      trigger: 'label',
      target: { kind: 'issue', issue: 12 },
      instruction: null,
      occurrence: 'label-900-2026-03-04T050607Z',
      at: '2026-03-04T05:06:07Z',
      label: 'planwright',
    });
  });

  it('notes that an issue was closed already when it was asked for', () => {
    expect(issues(labeled({ issue: issue({ state: 'closed' }) }))).toMatchObject({ kind: 'start', wasClosed: true });
    expect(comments(commented('@planwright fix', { issue: issue({ state: 'closed' }) }))).toMatchObject({
      kind: 'start',
      wasClosed: true,
    });
    for (const state of ['open', undefined, null, 7]) {
      expect(issues(labeled({ issue: issue({ state }) }))).not.toHaveProperty('wasClosed');
    }
  });

  it('reads a mention in a new issue as a start', () => {
    const body = 'It adds one too many.\n\n@planwright please add a test';
    expect(issues(opened(body))).toEqual({
      kind: 'start',
      ...common,
      ...snapshot,
      body,
      trigger: 'mention',
      target: { kind: 'issue', issue: 12 },
      instruction: 'please add a test',
      occurrence: 'opened-900',
      at: '2026-03-04T05:06:07Z',
    });
  });

  it('reads a comment to the bot as a start with its instruction', () => {
    expect(comments(commented('@planwright fix it'))).toEqual({
      kind: 'start',
      ...common,
      ...snapshot,
      trigger: 'mention',
      target: { kind: 'issue_comment', commentId: 600 },
      instruction: 'fix it',
      occurrence: 'comment-600-2026-03-04T060000Z',
      at: '2026-03-04T06:00:00Z',
    });
  });

  it('knows when it was asked for: the label by the update it is, all else by when it was written (P11)', () => {
    const born = { created_at: '2026-01-01T00:00:00Z' };
    expect(issues(labeled({ issue: issue(born) }))).toMatchObject({ at: '2026-03-04T05:06:07Z' });
    expect(issues(opened('', { issue: issue({ ...born, body: '@planwright fix it' }) }))).toMatchObject({
      at: born.created_at,
    });
    expect(comments(commented('@planwright fix it', {}, born))).toMatchObject({ at: born.created_at });
    expect(comments(commented('@planwright fix it', {}, { created_at: 7 }))).toMatchObject({
      at: '2026-03-04T06:00:00Z',
    });
  });

  it('gives the same comment seen through two hooks one occurrence (W5)', () => {
    expect(comments(commented('@planwright fix it'))?.occurrence).toBe(
      comments(commented('@planwright fix it'))?.occurrence,
    );
    expect(comments(commented('@planwright fix it', {}, { id: 601 }))?.occurrence).not.toBe(
      comments(commented('@planwright fix it'))?.occurrence,
    );
  });

  it('takes an issue without a body or with a deleted author as it is', () => {
    expect(issues(labeled({ issue: issue({ body: null, user: null }) }))).toMatchObject({
      body: '',
      author: { login: 'ghost' },
    });
  });

  it('keeps author and sender apart', () => {
    expect(issues(labeled({ sender: hubot }))).toMatchObject({ sender: { login: 'hubot' }, author: { login: 'mona' } });
  });

  it('bounds title and body without breaking a character (W12)', () => {
    const big = issues(labeled({ issue: issue({ title: 'x'.repeat(10_000_000), body: `${'y'.repeat(262_143)}🦀` }) }));
    expect(big).toMatchObject({ title: 'x'.repeat(1024), body: 'y'.repeat(262_143) });
  });

  it.each(['planwright', 'Planwright', 'PLANWRIGHT'])('knows the label %j', (name) => {
    expect(issues(labeled({ label: { name } }))?.kind).toBe('start');
  });

  it.each(['planwright ', ' planwright', 'plаnwright', 'planwrıght', 'p\u200blanwright', '', 'bug'])(
    'ignores the label %j (P14)',
    (name) => {
      expect(issues(labeled({ label: { name } }))).toBeNull();
      expect(issues(issueEvent('unlabeled', { label: { name } }))).toBeNull();
    },
  );

  it('reads any label where a repository may have one of its own, which is looked up before it starts anything (GH-9)', () => {
    const any = { ...settings, anyLabel: true } as const;
    const read = (payload: unknown) => readIntent('issues', payload, identity, any);
    expect(read(labeled({ label: { name: 'bot' } }))).toMatchObject({ kind: 'start', label: 'bot' });
    expect(read(labeled({ label: { name: 'bot:plan' } }))).not.toHaveProperty('plansFirst');
    expect(read(issueEvent('unlabeled', { label: { name: 'bot' } }))).toMatchObject({ kind: 'withdraw', label: 'bot' });
    const labels = [{ name: 'bot:plan' }, { name: 'bug' }, { name: 'planwright:plan' }];
    expect(read(labeled({ issue: issue({ labels }) }))).toMatchObject({
      labels: ['bot:plan', 'planwright:plan'],
      plansFirst: true,
    });
    expect(read(labeled())).not.toHaveProperty('labels');
  });

  it('compares labels in NFC', () => {
    const named = { ...settings, triggerLabel: 'café' };
    expect(readIntent('issues', labeled({ label: { name: 'cafe\u0301' } }), identity, named)?.kind).toBe('start');
  });
});

describe('steering (GH-5)', () => {
  it.each([
    '@planwright stop',
    '/planwright stop',
    '@planwright: Stop!',
    '@pw 止めて。',
    '/stop',
    'stop',
    '中止',
    'cancel',
    'please stop',
    '停止してください',
    '@pw stop please',
    '@planwright 停止をお願いします。',
  ])('reads %j as stop', (body) => {
    expect(comments(commented(body))).toEqual({
      kind: 'stop',
      ...common,
      addressed: /^(@|\/planwright)/.test(body),
      isPrivate: false,
      target: { kind: 'issue_comment', commentId: 600 },
      occurrence: 'comment-600-2026-03-04T060000Z',
    });
  });

  it.each([
    ['@planwright resume', 'resume', true],
    ['/planwright 続けて', 'resume', true],
    ['continue', 'resume', false],
    ['/status', 'status', false],
    ['@pw hold on', 'pause', true],
    ['LGTM', 'approve', false],
    ['計画', 'plan', false],
    ['@planwright ヘルプ', 'help', true],
    ['やり直して', 'retry', false],
    ['status?', 'status', false],
    ['@planwright could you resume, please?', 'resume', true],
    ['再開してください', 'resume', false],
  ])('reads %j as the command %s, which is no instruction and no remark', (body, word, addressed) => {
    expect(comments(commented(body))).toMatchObject({ kind: 'command', word, addressed, target: { commentId: 600 } });
  });

  it('reads a mention alone as a request that stands for itself, without an instruction (GH-2)', () => {
    for (const body of ['@planwright', '/planwright', '@planwright!  '])
      expect(comments(commented(body))).toMatchObject({ kind: 'start', trigger: 'mention', instruction: null });
  });

  it('reads `retry` to the bot as a task anew, without an instruction', () => {
    for (const body of [
      '@planwright retry',
      '/planwright やり直して',
      '@planwright retry, please',
      '@pw やり直してください',
    ])
      expect(comments(commented(body))).toMatchObject({ kind: 'start', instruction: null, isRetry: true });
    expect(comments(commented('@planwright retry on 503'))).toMatchObject({
      kind: 'start',
      instruction: 'retry on 503',
    });
    expect(comments(commented('@planwright retry on 503'))).not.toHaveProperty('isRetry');
  });

  it('reads `retry same plan` to the bot as a task with the plan of the one before it (PLAN-10)', () => {
    for (const body of [
      '@planwright retry same plan',
      '/planwright 同じ計画でやり直して',
      '@pw Retry the same plan, please',
    ])
      expect(comments(commented(body))).toMatchObject({ kind: 'start', instruction: null, samePlan: true });
    expect(comments(commented('@planwright retry'))).not.toHaveProperty('samePlan');
  });

  it('reads `plan` to the bot, and the label for plans, as a task whose plan is approved first (GH-2, GH-5)', () => {
    for (const body of ['@planwright plan', '/planwright 計画', '@pw plan, please'])
      expect(comments(commented(body))).toMatchObject({
        kind: 'start',
        trigger: 'mention',
        instruction: null,
        isPlan: true,
        plansFirst: true,
      });
    expect(comments(commented('@planwright plan the move'))).toMatchObject({
      kind: 'start',
      instruction: 'plan the move',
    });
    expect(comments(commented('@planwright plan the move'))).not.toHaveProperty('plansFirst');
    const label = { name: 'Planwright:Plan' };
    expect(issues(labeled({ label }))).toMatchObject({
      kind: 'start',
      trigger: 'label',
      isPlan: true,
      plansFirst: true,
    });
    expect(issues(issueEvent('unlabeled', { label }))).toMatchObject({
      kind: 'withdraw',
      reason: 'unlabeled',
      label: 'Planwright:Plan',
    });
    expect(issues(labeled())).not.toHaveProperty('plansFirst');
  });

  it('carries nothing out unseen on an issue that bears the label for plans, however it is asked for (GH-2)', () => {
    const bearing = issue({ labels: [{ name: 'bug' }, { name: 'planwright:plan' }] });
    expect(issues(labeled({ issue: bearing }))).toMatchObject({ kind: 'start', plansFirst: true });
    for (const body of ['@planwright retry', '@planwright fix it'])
      expect(comments({ ...(commented(body) as object), issue: bearing })).toMatchObject({
        kind: 'start',
        plansFirst: true,
      });
    expect(issues(labeled({ issue: issue({ labels: 'none' }) }))).not.toHaveProperty('plansFirst');
  });

  it('takes the priority from the labels that the issue bears, and none where they contradict (OPS-5)', () => {
    const bearing = (...names: readonly string[]) =>
      issues(labeled({ issue: issue({ labels: names.map((name) => ({ name })) }) }));
    expect(bearing('bug', 'Priority: HIGH')).toMatchObject({ kind: 'start', priority: 'high' });
    expect(bearing('priority: low')).toMatchObject({ kind: 'start', priority: 'low' });
    for (const names of [['priority: high', 'priority: low'], ['priority: urgent'], ['high'], []])
      expect(bearing(...names)).not.toHaveProperty('priority');
  });

  it('reads an unknown word to the bot as an instruction', () => {
    expect(comments(commented('@planwright stop the server after the test'))).toMatchObject({
      kind: 'start',
      instruction: 'stop the server after the test',
    });
    for (const instruction of ['please stop using tabs', '停止ボタンを追加してください', '止めないでください'])
      expect(comments(commented(`@planwright ${instruction}`))).toMatchObject({ kind: 'start', instruction });
    expect(comments(commented('/planwright --base=$(id)'))).toMatchObject({
      kind: 'start',
      instruction: '--base=$(id)',
    });
  });

  it('reads other comments as remarks, which only an open question makes anything of (GH-6), and empty ones as nothing', () => {
    for (const body of [
      'nice',
      'please stop using tabs',
      '停止ボタンを追加してください',
      'thanks @planwright',
      '> @planwright stop',
    ])
      expect(comments(commented(body))).toMatchObject({ kind: 'remark', text: body });
    for (const body of ['', ' ', null]) expect(comments(commented(body))).toBeNull();
  });

  it('reads removal of the label, closing, deletion and transfer as withdrawal, whoever did it', () => {
    const stale = { id: 99, login: 'stale[bot]', type: 'Bot' };
    expect(issues(issueEvent('unlabeled', { label: { name: 'planwright' } }))).toEqual({
      kind: 'withdraw',
      ...common,
      reason: 'unlabeled',
      label: 'planwright',
      at: '2026-03-04T05:06:07Z',
      issueId: 900,
      occurrence: 'unlabeled-900-2026-03-04T050607Z',
    });
    for (const reason of ['closed', 'deleted', 'transferred'])
      expect(issues(issueEvent(reason))).toMatchObject({ kind: 'withdraw', reason });
    expect(issues(issueEvent('closed', { sender: stale }))).toMatchObject({
      kind: 'withdraw',
      sender: { id: 99, isBot: true },
    });
    expect(issues(issueEvent('closed', { sender: null }))).toMatchObject({
      kind: 'withdraw',
      sender: { login: 'ghost' },
    });
  });

  it('reads that an issue is blocked by another one no more, whoever did it, and nothing else of it (GH-2)', () => {
    const { issue: blocked_issue, ...rest } = issueEvent('blocked_by_removed', { sender: null });
    const read = (payload: object) => readIntent('issue_dependencies', payload, identity, settings);
    expect(read({ ...rest, blocked_issue })).toEqual({
      kind: 'unblocked',
      ...common,
      sender: { id: 10137, login: 'ghost', isBot: false },
      occurrence: 'unblocked-8-12',
    });
    for (const action of ['blocked_by_added', 'blocking_removed', 'blocking_added'])
      expect(read({ ...rest, action, blocked_issue })).toBeNull();
    for (const bad of [undefined, null, {}, { number: '12' }]) expect(read({ ...rest, blocked_issue: bad })).toBeNull();
  });

  it.each([
    ['@planwright plan', { kind: 'start', isPlan: true, instruction: null }],
    ['It is broken.\n\n@planwright 計画', { kind: 'start', isPlan: true, instruction: null }],
    ['@planwright retry', { kind: 'start', isRetry: true, instruction: null }],
    ['@planwright help', { kind: 'command', word: 'help', addressed: true, target: { kind: 'issue', issue: 12 } }],
    ['@planwright stop', { kind: 'stop', addressed: true, target: { kind: 'issue', issue: 12 } }],
    ['@planwright plan the new menu', { kind: 'start', instruction: 'plan the new menu' }],
  ])('reads a control word in the text of a new issue: %s', (body, expected) => {
    const read = issues(opened(body, { issue: issue({ body }) }));
    expect(read).toMatchObject(expected);
    if (read?.kind === 'start' && !('isPlan' in expected)) expect(read.isPlan).toBeUndefined();
  });

  it('starts nothing where an issue was transferred to: its words were said elsewhere', () => {
    const moved = opened('@planwright fix it');
    expect(issues(moved)).toMatchObject({ kind: 'start' });
    expect(issues({ ...moved, changes: { old_issue: { id: 1 }, old_repository: { id: 2 } } })).toBeNull();
    expect(issues({ ...moved, changes: {} })).toMatchObject({ kind: 'start' });
  });

  it('neither starts nor stops when an issue is reopened or edited, nor when a comment is edited or deleted (P12)', () => {
    for (const action of ['reopened', 'edited', 'assigned', 'pinned', 'no_such_action', '__proto__']) {
      expect(
        issues(issueEvent(action, { issue: issue({ body: '@planwright go' }), label: { name: 'planwright' } })),
      ).toBeNull();
    }
    for (const action of ['edited', 'deleted'])
      for (const body of ['@planwright stop', '@planwright go', 'stop', '/planwright retry'])
        expect(comments(commented(body, { action }))?.kind).toBe('correction');
  });
});

describe('a comment that its author changes (GH-6)', () => {
  const edited = (body: unknown, fields = {}, commentFields = {}) =>
    comments(commented(body, { action: 'edited', ...fields }, commentFields));

  it('is told with its new text and the time of the edit, without the mention before it', () => {
    expect(edited('@planwright 43')).toEqual({
      kind: 'correction',
      ...common,
      commentId: 600,
      at: '2026-03-04T06:00:00Z',
      text: '43',
      occurrence: expect.stringMatching(/^edited-600-2026-03-04T060000Z-[0-9a-f]{12}$/),
    });
  });

  it('says nothing any more when it is deleted, emptied or made a command: an edit commands nothing (P12)', () => {
    expect(comments(commented('42', { action: 'deleted' }))).toMatchObject({ kind: 'correction', text: null });
    for (const body of ['', ' \n', null, '@planwright stop', '中止'])
      expect(edited(body)).toMatchObject({ kind: 'correction', text: null });
  });

  it('is told with the control word that it is now, which answers some questions only (GH-5)', () => {
    expect(edited('LGTM!')).toMatchObject({ text: 'LGTM!', word: 'approve' });
    expect(edited('@planwright 続けて')).toMatchObject({ text: '続けて', word: 'resume' });
    expect(edited('やり直して')).toMatchObject({ text: 'やり直して', word: 'retry' });
    expect(edited('@planwright retry')).toMatchObject({ text: null });
    expect(edited('LGTM, but 43')).not.toHaveProperty('word');
  });

  it('counts once however often it is delivered, and two edits within one second are two', () => {
    expect(edited('43')?.occurrence).toBe(edited('43')?.occurrence);
    expect(edited('43')?.occurrence).not.toBe(edited('44')?.occurrence);
    expect(edited('43')?.occurrence).not.toBe(comments(commented('43'))?.occurrence);
  });

  it('is none of ours when somebody else changed or deleted it (P12), nor is a box that somebody ticks in our own (I9)', () => {
    const ours = { user: { id: 500, login: 'planwright[bot]', type: 'Bot' } };
    for (const action of ['edited', 'deleted'])
      expect(comments(commented('- [x] **task_1**: yes', { action }, ours))).toBeNull();
    for (const action of ['edited', 'deleted']) {
      expect(comments(commented('43', { action, sender: hubot }))).toBeNull();
      expect(comments(commented('43', { action }, { performed_via_github_app: { id: 77 } }))).toBeNull();
      expect(comments(commented('43', { action, sender: { id: 41, login: 'renovate[bot]', type: 'Bot' } }))).toBeNull();
    }
  });
});

describe('who is heard', () => {
  const bot = { id: 41, login: 'renovate[bot]', type: 'Bot' };

  it('drops what we did ourselves (P5)', () => {
    const ours = { id: 500, login: 'PlanWright[bot]', type: 'Bot' };
    const open = { ...settings, allowedBots: [500] };
    for (const payload of [labeled({ sender: ours }), issueEvent('closed', { sender: ours })])
      expect(readIntent('issues', payload, identity, open)).toBeNull();
    expect(
      readIntent('issue_comment', commented('@planwright stop', { sender: ours }, { user: ours }), identity, open),
    ).toBeNull();
    expect(comments(commented('@planwright stop', {}, { performed_via_github_app: { id: 77 } }))).toBeNull();
    expect(
      issues(
        opened('@planwright go', { issue: issue({ body: '@planwright go', performed_via_github_app: { id: 77 } }) }),
      ),
    ).toBeNull();
  });

  it('hears people who write through another App', () => {
    expect(comments(commented('@planwright go', {}, { performed_via_github_app: { id: 78 } }))?.kind).toBe('start');
  });

  it('refuses bots unless they are allowed by id (P4)', () => {
    const allowed = { id: 4242, login: 'helper[bot]', type: 'Bot' };
    expect(issues(labeled({ sender: bot }))).toBeNull();
    expect(issues(labeled({ sender: { ...bot, login: 'helper[bot]' } }))).toBeNull();
    expect(comments(commented('@planwright stop', { sender: bot }, { user: bot }))).toBeNull();
    expect(issues(labeled({ sender: allowed }))).toMatchObject({ sender: { id: 4242, isBot: true } });
    expect(issues(labeled({ sender: { id: 7, login: 'renovate', type: 'User' } }))).toMatchObject({
      sender: { isBot: false },
    });
    for (const type of ['Organization', 'Mannequin', ''])
      expect(issues(labeled({ sender: { ...bot, type } }))).toBeNull();
  });

  it('refuses ghosts and senders it cannot read (P7)', () => {
    for (const sender of [
      null,
      undefined,
      {},
      { id: 10_137, login: 'ghost', type: 'User' },
      { id: '1', login: 'mona', type: 'User' },
      { ...mona, id: 0 },
      { ...mona, login: 'a\nb' },
    ]) {
      expect(issues(labeled({ sender }))).toBeNull();
      expect(comments(commented('@planwright stop', { sender }))).toBeNull();
    }
  });

  it('takes no words for those of somebody else (P12)', () => {
    expect(comments(commented('@planwright go', { sender: hubot }))).toBeNull();
    expect(comments(commented('@planwright go', {}, { user: null }))).toBeNull();
    expect(issues(opened('@planwright go', { sender: hubot }))).toBeNull();
  });

  it('leaves pull requests that are not ours alone', () => {
    const pullRequest = issue({ pull_request: { url: 'https://example.org' } });
    expect(comments(commented('@planwright stop', { issue: pullRequest }))).toBeNull();
    expect(issues(labeled({ issue: pullRequest }))).toBeNull();
  });
});

describe('payloads that do not fit (W12, W13)', () => {
  it('reads nothing when parts are missing or contradict each other', () => {
    for (const change of [
      { issue: null },
      { issue: undefined },
      { issue: [] },
      { repository: null },
      { installation: null },
      { installation: undefined },
      { installation: { id: 'x' } },
      { label: null },
      { label: { name: null } },
      { action: null },
      { repository: repository({ full_name: 'other/sums' }) },
      { repository: repository({ name: '..', full_name: 'acme/..' }) },
      { repository: repository({ owner: { login: 'a/b' }, full_name: 'a/b/sums' }) },
      { issue: issue({ number: -1 }) },
      { issue: issue({ number: 1.5 }) },
      { issue: issue({ updated_at: 5 }) },
      { repository: repository({ private: 'no' }) },
    ])
      expect(issues(labeled(change))).toBeNull();
  });

  it('is not harmed by __proto__', () => {
    const payload: unknown = JSON.parse(
      JSON.stringify(labeled()).replace('{', '{"__proto__":{"isBot":true,"polluted":true},'),
    );
    expect(issues(payload)?.kind).toBe('start');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('never throws, and what it reads is an intent, whatever arrives', () => {
    const event = fc.constantFrom('issues', 'issue_comment', 'check_run', '__proto__', '');
    fc.assert(
      fc.property(event, fc.jsonValue(), (name, payload) => {
        expect(readIntent(name, payload, identity, settings)).toBeNull();
      }),
      { numRuns: 300 },
    );
    const base = { ...commented('@planwright stop'), label: { name: 'planwright' } } as Readonly<
      Record<string, unknown>
    >;
    const action = fc.constantFrom('labeled', 'unlabeled', 'opened', 'created', 'closed', 'edited');
    const key = fc.constantFrom('issue', 'comment', 'sender', 'repository', 'installation', 'label');
    fc.assert(
      fc.property(event, action, key, fc.jsonValue(), fc.string(), (name, act, at, value, field) => {
        const inside = typeof base[at] === 'object' ? { ...base[at], [field]: value } : value;
        for (const part of [value, inside]) {
          const intent = readIntent(name, { ...base, action: act, [at]: part }, identity, settings);
          if (intent !== null) expect(Intent.parse(intent)).toEqual(intent);
        }
      }),
      { numRuns: 500 },
    );
  });
});
