/** The kind of life that a seed stands for: its request, its settings as in production, and its amount of trouble. */
import { chanceAt } from './chance.mjs';

export const TASK_ID = '0b54ecb3-4f4c-4f8e-9d53-6b3c1a2f7e10';
export const BEGAN = Date.UTC(2026, 4, 1, 12);

const PICTURES = '\n\n![shot](https://github.com/user-attachments/assets/11111111-2222-3333-4444-555555555555)';

export function lifePlan(seed) {
  const chance = chanceAt(seed, 'life');
  return {
    seed,
    settings: settingsOf(chance),
    request: requestOf(chance),
    sliceMs: chance.one([60_000, 600_000, 1_800_000, 1_800_000, 1_800_000]),
    inboxMs: chance.one([2_000, 5_000, 30_000]),
    /** In percent. */
    trouble: chance.one([0, 0, 0, 0.5, 1, 3]),
    crash: chance.one([0, 0, 0.5, 1, 3]),
    talk: chance.one([0, 1, 2, 5]),
    wrong: chance.one([0, 2, 5, 15]),
    restless: chance.one([5, 20, 45, 75]),
    /** The model is never sure about a change of the plan. */
    doubts: chance.is(25),
    failing: chance.one([2, 5, 15, 35]),
    /** Long outages: of what, from which call on, and how long. */
    outages: chance.is(12)
      ? [
          {
            of: chance.one(['github', 'model', 'engine']),
            from: chance.upTo(60),
            ms: chance.one([60_000, 1_200_000, 20_000_000]),
          },
        ]
      : [],
    subtasks: chance.one([1, 1, 2, 3, 4, 6]),
    diligence: chance.one([30, 50, 70]),
  };
}

function settingsOf(chance) {
  const enabled = chance.is(88);
  const replans = enabled && chance.is(80);
  const asksMuch = chance.is(80);
  const small = chance.is(15);
  const limit = (usual) => (small ? chance.one([0, 1, 2]) : usual);
  return {
    language: chance.one(['en', 'en', 'ja']),
    triggerLabel: 'planwright',
    budget: {
      tokens: chance.one([60_000, 400_000, 1e8, 1e8, 1e8]),
      usd: chance.one([0.3, 2, 1e6, 1e6, 1e6]),
      minutes: chance.one([20, 120, 1e5, 1e5, 1e5]),
      modelCalls: chance.one([10, 25, 60, 300, 300, 300]),
    },
    budgetExtensions: chance.one([0, 2, 2]),
    rules: 4,
    maxLoops: 10,
    maxSubtasks: chance.one([3, 100, 100]),
    planning: {
      enabled,
      strategy: chance.one(['chain_of_thought', 'hierarchical', 'simple']),
      level: chance.one(['detailed', 'moderate', 'minimal']),
      reflection: {
        enabled: enabled && chance.is(70),
        onError: chance.is(75),
        interval: chance.one([0, 1, 3]),
        depth: chance.one(['deep', 'moderate', 'shallow']),
      },
      maxRevisions: chance.one([0, 1, 3]),
      review: { plan: enabled && chance.is(40), diff: chance.is(50) },
      replanning: {
        enabled: replans,
        minConfidence: chance.one([0.3, 0.5, 0.5, 0.85]),
        confirmsLowConfidence: chance.is(60),
        confirmationThreshold: chance.one([0.3, 0.6]),
        clarifications: asksMuch ? limit(2) : 0,
        questionsInWork: asksMuch ? limit(2) : 0,
        redecompositions: limit(3),
        regenerations: limit(3),
        actionRetries: limit(3),
        partialReplans: limit(3),
        monitoringRevisions: limit(2),
        total: limit(10),
        detectsLoops: chance.is(85),
        sameTrigger: chance.one([1, 2, 2]),
      },
      assumes: chance.is(65),
      assumeAfterMs: 1_800_000,
    },
    environments: ['node', 'python', 'base'],
    commandTimeoutMs: chance.one([20_000, 600_000, 600_000]),
    keepStoppedMs: 86_400_000,
    keepSandboxMs: chance.one([0, 60_000, 60_000, 3_600_000]),
    changesEnvironment: true,
    outageMs: chance.one([600_000, 14_400_000, 14_400_000]),
    protectedPaths: ['.github/workflows/**'],
    botSlug: 'planwright',
    untrustedComments: chance.one(['include', 'ignore']),
    allowedBots: [77],
    conversationTokens: chance.one([2_000, 6_000, 60_000, 60_000]),
  };
}

function requestOf(chance) {
  const trigger = chance.one(['label', 'label', 'mention', 'review']);
  const isSaid = trigger !== 'label';
  return {
    repo: { installationId: 1, repositoryId: 2, owner: 'octo', name: 'shop' },
    issue: 12,
    trigger,
    target: isSaid ? { kind: 'issue_comment', commentId: 40 } : { kind: 'issue', issue: 12 },
    title: 'Prices are rounded the wrong way',
    body: `See \`src/price.js\`: 2.675 becomes 2.67.${chance.is(15) ? PICTURES : ''}`,
    author: { id: 7, login: 'author' },
    requester: { id: 8, login: 'maintainer' },
    instruction: isSaid ? 'Please round half up.' : null,
    ...(chance.is(22) ? { plansFirst: true } : {}),
    ...(trigger === 'review' ? { pullRequest: 11 } : {}),
    ...(chance.is(85) ? { askedAt: '2026-05-01T11:59:00Z' } : {}),
    deliveryId: 'delivery-1',
  };
}
