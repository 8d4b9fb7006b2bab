import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Intent } from '../../src/people/intent.ts';
import { readIntent } from '../../src/intake/read-intent.ts';
import { commented, hubot, identity, issue, issueEvent, mona, repository, settings } from './support/payloads.ts';

type Fields = Readonly<Record<string, unknown>>;

const ours = { id: 500, login: 'planwright[bot]', type: 'Bot' };
const bot = { id: 43, login: 'planwright-helper[bot]', type: 'Bot' };

function pull(fields: Fields = {}) {
  return { number: 30, user: ours, head: { ref: 'planwright/12-sum-is-wrong', repo: { id: 8 } }, ...fields };
}

function reviewed(fields: Fields = {}, event: Fields = {}) {
  const review = {
    id: 70,
    body: null,
    state: 'changes_requested',
    user: mona,
    submitted_at: '2026-03-04T06:00:00Z',
    ...fields,
  };
  return { ...issueEvent('submitted'), issue: undefined, review, pull_request: pull(), ...event };
}

function lineCommented(body: unknown, fields: Fields = {}, event: Fields = {}) {
  const comment = {
    id: 610,
    pull_request_review_id: 70,
    path: 'src/sum.ts',
    line: 3,
    diff_hunk: '@@ -1,3 +1,3 @@\n-a\n+b',
    body,
    user: mona,
    created_at: '2026-03-04T06:00:00Z',
    ...fields,
  };
  return { ...issueEvent('created'), issue: undefined, comment, pull_request: pull(), ...event };
}

const onPull = (fields: Fields = {}) => ({
  issue: issue({ number: 30, user: ours, pull_request: { url: 'u' }, ...fields }),
});
const reviews = (payload: unknown) => readIntent('pull_request_review', payload, identity, settings);
const lines = (payload: unknown) => readIntent('pull_request_review_comment', payload, identity, settings);
const comments = (payload: unknown) => readIntent('issue_comment', payload, identity, settings);

const common = {
  kind: 'on_pull_request',
  repo: { installationId: 5, repositoryId: 8, owner: 'acme', name: 'sums' },
  issue: 30,
  sender: { id: 1, login: 'mona', isBot: false },
  at: '2026-03-04T06:00:00Z',
  isPrivate: false,
};
const handles = ['planwright', 'pw'];

describe('what people say on a pull request of ours (GH-2)', () => {
  it('is a review that requests changes, whatever else it says', () => {
    for (const body of [null, '', 'Too long.', '@planwright status']) {
      expect(reviews(reviewed({ body }))).toEqual({
        ...common,
        said: { kind: 'review', review: 70, body: body ?? '', handles },
        occurrence: 'review-70',
      });
    }
  });

  it('is a review that begins with a mention, whatever it makes of the change, also of a draft', () => {
    for (const state of ['commented', 'approved']) {
      expect(
        reviews(reviewed({ state, body: '@planwright shorter' }, { pull_request: pull({ draft: true }) })),
      ).toMatchObject({
        said: { kind: 'review', body: '@planwright shorter' },
      });
      for (const body of [null, '', 'LGTM', 'Ask @planwright for it'])
        expect(reviews(reviewed({ state, body }))).toBeNull();
    }
  });

  it('is a comment on a line that begins with a mention: the same happening as its review', () => {
    expect(lines(lineCommented('@pw shorter'))).toEqual({
      ...common,
      said: {
        kind: 'line_comment',
        review: 70,
        comment: { id: 610, path: 'src/sum.ts', line: 3, hunk: '@@ -1,3 +1,3 @@\n-a\n+b', text: '@pw shorter' },
        handles,
      },
      occurrence: 'review-70',
    });
    expect(lines(lineCommented('Shorter, please'))).toBeNull();
    const alone = { pull_request_review_id: null, line: null, original_line: 2 };
    expect(lines(lineCommented('@pw shorter', alone))).toMatchObject({
      said: { review: null, comment: { line: 2 } },
      occurrence: 'review-comment-610',
    });
  });

  it('is a comment below it that begins with a mention, and none without: not even the answer to a question', () => {
    const target = { kind: 'issue_comment', commentId: 600 };
    expect(comments(commented('@planwright shorter', onPull()))).toEqual({
      ...common,
      said: { kind: 'words', target, text: 'shorter', word: null },
      occurrence: 'comment-600-2026-03-04T060000Z',
    });
    for (const body of ['yes', 'stop', '1. 42', 'Ask @planwright'])
      expect(comments(commented(body, onPull()))).toBeNull();
    for (const action of ['edited', 'deleted'])
      expect(comments(commented('@planwright go', { ...onPull(), action }))).toBeNull();
  });

  it('may be a control word to the task, which is no part of a review (GH-5)', () => {
    const wordOf = (intent: Intent | null) =>
      intent?.kind === 'on_pull_request' && intent.said.kind === 'words' ? intent.said : null;
    expect(wordOf(comments(commented('@planwright stop', onPull())))).toMatchObject({ word: 'stop' });
    expect(wordOf(lines(lineCommented('/planwright 停止')))).toMatchObject({
      word: 'stop',
      target: { kind: 'review_comment', commentId: 610 },
    });
    expect(lines(lineCommented('@pw stop'))?.occurrence).not.toBe(lines(lineCommented('@pw go'))?.occurrence);
    const approving = reviews(reviewed({ state: 'approved', body: '@planwright lgtm' }));
    expect(wordOf(approving)).toMatchObject({ word: 'approve', target: { kind: 'issue', issue: 30 } });
    expect(wordOf(reviews(reviewed({ body: '@planwright stop' })))).toMatchObject({ word: 'stop' });
    expect(reviews(reviewed({ body: '@planwright stop' }))?.occurrence).not.toBe('review-70');
  });

  it('is nothing on the pull requests of others, of forks, and of branches that are not for an issue', () => {
    const all = (change: Fields) => [
      reviews(reviewed({}, { pull_request: pull(change) })),
      lines(lineCommented('@planwright go', {}, { pull_request: pull(change) })),
    ];
    const ref = 'planwright/12-sum-is-wrong';
    for (const change of [
      { user: mona },
      { user: bot },
      { user: null },
      { head: { ref: 'planwright/12-sum-is-wrong', repo: { id: 9 } } },
      { head: { ref, repo: null } },
      ...['main', 'planwright/sum', 'planwright/0-sum', 'planwright/12-', 'x/planwright/12-sum'].map((name) => ({
        head: { ref: name, repo: { id: 8 } },
      })),
    ])
      expect(all(change)).toEqual([null, null]);
    expect(all({ head: { ref: `${ref}-2`, repo: { id: 8 } } })).not.toContain(null);
    expect(comments(commented('@planwright go', onPull({ user: mona })))).toBeNull();
    expect(comments(commented('@planwright go', onPull({ user: null })))).toBeNull();
  });

  it('is nothing by us, by bots that are not allowed, by ghosts, or in the name of somebody else (P4, P7, P12)', () => {
    const ghost = { id: 10_137, login: 'ghost', type: 'User' };
    for (const user of [ours, bot, ghost]) {
      expect(reviews(reviewed({ user }, { sender: user }))).toBeNull();
      expect(lines(lineCommented('@planwright go', { user }, { sender: user }))).toBeNull();
      expect(comments(commented('@planwright go', { ...onPull(), sender: user }, { user }))).toBeNull();
    }
    const allowed = { id: 4242, login: 'helper[bot]', type: 'Bot' };
    expect(reviews(reviewed({ user: allowed }, { sender: allowed }))).toMatchObject({
      sender: { id: 4242, isBot: true },
    });
    expect(reviews(reviewed({}, { sender: hubot }))).toBeNull();
    expect(lines(lineCommented('@planwright go', {}, { sender: hubot }))).toBeNull();
    expect(lines(lineCommented('@planwright go', { performed_via_github_app: { id: 77 } }))).toBeNull();
  });

  it('is nothing when it is edited, deleted or dismissed', () => {
    for (const action of ['edited', 'dismissed']) expect(reviews(reviewed({}, { action }))).toBeNull();
    for (const action of ['edited', 'deleted'])
      expect(lines(lineCommented('@planwright go', {}, { action }))).toBeNull();
  });

  it('never throws, and what it reads is an intent, whatever arrives (W12)', () => {
    const event = fc.constantFrom('pull_request_review', 'pull_request_review_comment', 'issue_comment');
    const bases = [
      reviewed(),
      lineCommented('@planwright go'),
      commented('@planwright go', onPull()),
    ] as readonly Fields[];
    const key = fc.constantFrom(
      'review',
      'comment',
      'pull_request',
      'sender',
      'repository',
      'installation',
      'action',
      'issue',
    );
    fc.assert(
      fc.property(
        event,
        fc.constantFrom(...bases),
        key,
        fc.jsonValue(),
        fc.string(),
        (name, base, at, value, field) => {
          const inside = typeof base[at] === 'object' ? { ...base[at], [field]: value } : value;
          for (const part of [value, inside]) {
            const intent = readIntent(name, { ...base, [at]: part }, identity, settings);
            if (intent !== null) expect(Intent.parse(intent)).toEqual(intent);
          }
        },
      ),
      { numRuns: 500 },
    );
    expect(reviews(reviewed({}, { repository: repository({ id: 9 }) }))).toBeNull();
  });
});
