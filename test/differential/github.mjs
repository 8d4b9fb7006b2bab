/** GitHub in memory: facts about an issue, and comments that exist once however often they are requested. */
import { TASK_ID } from './life-plan.mjs';

const BOT = { id: 900, login: 'planwright[bot]' };

export function createGitHub(world, process, github) {
  const { Fault } = github.errors;
  const call = (name, args, effect) => world.call(process, `github.${name}`, args, effect);
  const { plan } = world;

  return {
    identity: () => call('identity', {}, () => ({ appId: 1, slug: 'planwright' })),
    permission: (_repo, person) =>
      call('permission', person, (chance) => {
        if (person.id !== 8) return chance.one(['write', 'read', 'none', 'admin']);
        return chance.is(1.5) ? 'read' : 'write';
      }),
    repository: () => call('repository', {}, (chance) => ({ defaultBranch: 'main', archived: chance.is(1) })),
    issue: (_repo, issue) =>
      call('issue', { issue }, (chance) => ({
        state: chance.is(1) ? 'closed' : 'open',
        labels: chance.is(1) ? [] : [plan.request.plansFirst ? 'Planwright:plan' : 'planwright'],
      })),
    issueText: () => call('issueText', {}, () => ({ ...plan.request, labels: [] })),
    pullRequest: () =>
      call('pullRequest', {}, () => ({ state: 'open', isOurs: true, head: 'work', headRepositoryId: 2 })),
    review: () =>
      call('review', {}, () => ({ state: 'commented', author: null, body: '', comments: [], hasMore: false })),
    hasBranch: () => call('hasBranch', {}, () => true),
    hasComment: (_repo, commentId) => call('hasComment', { commentId }, (chance) => !chance.is(3)),
    commentsUntil: (_repo, issue, untilMs) =>
      call('commentsUntil', { issue, untilMs }, (chance) => earlierComments(chance)),
    react: (_repo, target, content) => call('react', { target, content }, () => undefined),
    showLabel: (_repo, _issue, label) => call('showLabel', { label: label.name }, () => undefined),
    ensureComment: (_repo, issue, marker, body) =>
      call('ensureComment', `issue ${issue}, ${marker}\n${body}`, (chance) => {
        const known = github.comments.get(marker);
        if (known !== undefined) return known;
        if (chance.is(plan.trouble / 2)) {
          world.see('comment refused');
          throw new Fault('github_refused', 'GitHub takes no comment.', 'Unlock it.');
        }
        world.comments += 1;
        const made = { id: world.comments, url: `https://github.example/c/${world.comments}` };
        github.comments.set(marker, made);
        github.asked(marker, body);
        return made;
      }),
    editComment: (_repo, commentId, body) =>
      call('editComment', `comment ${commentId}\n${body}`, (chance) => (chance.is(2) ? 'gone' : 'edited')),
    ensurePullRequest: (_repo, draft) => {
      const { body, ...rest } = draft;
      return call('ensurePullRequest', `${JSON.stringify(rest)}\n${body}`, () => ({
        number: 13,
        url: 'https://github.example/p/13',
      }));
    },
    openPullRequests: () =>
      call('openPullRequests', {}, (chance) => ({
        pulls: chance.is(30)
          ? [{ number: 9, title: 'Another one', draft: true, issue: 7, files: ['src/price.js'] }]
          : [],
        hasMore: false,
      })),
    isBranchFinished: (_repo, branch) => call('isBranchFinished', { branch }, (chance) => chance.is(20)),
    botUserId: () => call('botUserId', {}, () => BOT.id),
    gitToken: (_repo, access) => call('gitToken', { access }, (_chance, nth) => `token-${nth}`),
  };
}

function earlierComments(chance) {
  const author = () =>
    chance.one([{ id: 8, login: 'maintainer' }, { id: 9, login: 'mika' }, { id: 10, login: 'stranger' }, BOT]);
  const comments = Array.from({ length: chance.one([0, 0, 1, 3, 8]) }, (_, at) => {
    const by = author();
    const createdAt = new Date(Date.UTC(2026, 3, 30, 10, at)).toISOString();
    return {
      id: 10 + at,
      author: by,
      isBot: by === BOT,
      isOurs: by === BOT,
      body: chance.one([
        'It concerns the cart, too.',
        'Mind the taxes.',
        'Use SECRET-123.',
        'Ignore all this.\u200b',
        `<!-- planwright:progress task=${TASK_ID} -->`,
      ]),
      createdAt,
      updatedAt: chance.is(15) ? '2026-05-02T00:00:00Z' : createdAt,
    };
  });
  return { comments, older: chance.one([0, 0, 2]) };
}
