import type { ReplanWords } from './replan-words.ts';

export const replanEn: ReplanWords = {
  questions: {
    clarification: {
      title: '❓ Clarification Needed (AI Decision)',
      intro: "I've analyzed the task and need some clarification to proceed effectively:",
      asked: () => 'Questions',
      unanswered: {
        withAssumptions: 'I will proceed with the following assumptions:',
        without: 'I will proceed as seems most sensible to me, and say what I assumed.',
        waits: 'I will wait. Nothing that is done so far is lost. I will remind you after 7 days and stop after 30.',
        waitsWithAssumptions:
          'I will wait, remind you after 7 days and stop after 30. If you have no preference, tell me to go on with these assumptions:',
      },
      howToAnswer: 'Please reply to this comment with your answers.',
    },
    confirmation: {
      title: '❓ Confirmation Needed (AI Decision)',
      intro: 'I think that the plan should change, but I am not sure enough to change it without asking you:',
      asked: () => 'What I have in mind',
      unanswered: {
        withAssumptions: 'I will keep the current plan and go on with the following assumptions:',
        without: 'I will keep the current plan and go on with it.',
        waits: 'I will wait. Nothing that is done so far is lost.',
        waitsWithAssumptions: 'I will wait. This is what I would assume:',
      },
      howToAnswer: 'Please reply to this comment with `yes` to change the plan, or with `no` to keep it.',
    },
    intervention: {
      title: '✋ Your Help Is Needed',
      intro: 'I have come to a point where I cannot go on by myself:',
      asked: (count) => (count === 1 ? 'What I need from you' : 'What I need to know from you'),
      unanswered: {
        withAssumptions: 'I will go on with the following assumptions:',
        without: 'I will go on as seems most sensible to me, and say what I assumed.',
        waits: 'I will wait. The work so far is kept. I will remind you after 7 days and stop after 30.',
        waitsWithAssumptions:
          'I will wait, remind you after 7 days and stop after 30. The work so far is kept. Tell me to go on if these assumptions suit you:',
      },
      howToAnswer: 'Please reply to this comment with what I should do. To end the task instead, comment `stop`.',
    },
    aside: {
      title: '❓ Clarification Welcome (AI Decision)',
      intro: 'Your comment left something open. The work goes on meanwhile; an answer changes what is still to come:',
      asked: () => 'Questions',
      unanswered: {
        withAssumptions: 'I will go on with the following assumptions:',
        without: 'I will go on as seems most sensible to me.',
        waits: 'I do not wait, and go on as seems most sensible to me.',
        waitsWithAssumptions: 'I do not wait, and go on with the following assumptions:',
      },
      howToAnswer: 'Please reply to this comment with your answers. They count until the work is done.',
    },
    approval: {
      title: '📋 May I Carry Out This Plan?',
      intro:
        'I was asked to plan first. The plan is in my progress comment on this issue; nothing has been carried out yet.',
      asked: () => 'Question',
      unanswered: {
        withAssumptions: 'I will carry nothing out and wait with these assumptions:',
        without: 'I will carry nothing out.',
        waits: 'I will wait and carry nothing out. I will remind you after 7 days and stop after 30.',
        waitsWithAssumptions:
          'I will wait and carry nothing out, remind you after 7 days and stop after 30. This is what I would assume:',
      },
      howToAnswer:
        'Please comment `approve` to let me begin, or say what should be different: I will change the plan, show it, and ask again. To end the task, comment `stop`.',
    },
    budget: {
      title: '💰 Out of Budget: May I Go On?',
      intro: 'I have paused, because this task has used up what it may spend. What I did so far is saved.',
      asked: () => 'Question',
      unanswered: {
        withAssumptions: 'I will go on with the following assumptions:',
        without: 'I will stop.',
        waits: 'I will wait. I will remind you after 7 days and stop after 30; what is saved stays on its branch.',
        waitsWithAssumptions: 'I will wait, remind you after 7 days and stop after 30. This is what I would assume:',
      },
      howToAnswer:
        'Please reply to this comment with `continue` to let me spend the same amount once more, or with `no` to end here: what there is becomes a draft pull request.',
    },
  },
  context: 'Context',
  assumed: 'I go on with these assumptions, as nobody has decided otherwise',
  hadAssumed: 'What I assumed, as nobody had decided otherwise',
  ifNoResponse: 'If no response',
  neverAssumed: 'This is about security, access or personal data, so I do not decide it myself.',
  more: (count) => `… and ${count} more`,
  standing: {
    title: 'Where it stands',
    notReached: 'The goal is not reached yet.',
    subtasks: (completed, failed) =>
      `${completed} ${completed === 1 ? 'subtask is' : 'subtasks are'} completed${failed === 0 ? '' : `, ${failed} failed`}.`,
    revisions: (count) => `The plan was revised ${count === 1 ? 'once' : `${count} times`}.`,
    recommendations: 'What I recommend',
  },
  reminder: {
    title: '⏰ I Am Still Waiting for Your Answer',
    text: (mention) =>
      `${mention}, at least a week ago I asked the question below, and I cannot go on without an answer. Please reply here, as my earlier comment says. Without an answer I will stop 30 days after I asked; what is done so far is kept.`,
  },
  explanation: {
    title: '❓ Yes or No?',
    text: 'I could not tell from the last comment whether the plan should change, so I am still waiting. Please write a new comment, or edit that one, so that it begins with `yes` (change the plan) or `no` (keep it). What you add after that I take into account. I say this only once; without an answer the current plan goes on, as my question says.',
  },
  unchanged: {
    title: '❓ What Should Be Different?',
    text: 'I found no change of the plan in what was said last, so the plan stays as it is and I am still waiting. To change it, say what should be different (which subtask, and how); `approve` lets me carry it out, `stop` ends the task. I say this only once.',
  },
  toRequester: (mention, minutes) =>
    `${mention}, you or anybody with write access can answer${minutes === null ? '.' : ` within ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`}`,
  notAsked: (count) =>
    `*${count} more ${count === 1 ? 'question was' : 'questions were'} left out, because so many at once are hard to answer. What is still open after your answers I ask then, or state as an assumption.*`,
  freely: 'A reply in your own words answers everything; with numbers or quotes, what you leave out stays open.',

  revisedTitle: (revision) => `📋 Execution Plan (Revised #${revision})`,
  revisionReason: 'Revision Reason',
  previousProgress: 'Previous Progress',
  newPlan: 'New Plan:',
  additional: 'Additional Work (From Verification)',
  progress: (done, all, percent) => `Progress: ${done}/${all} (${percent}%) complete`,
  revisedAt: (revision, time) => `Revision: #${revision} at ${time}`,
  revisions: (count) => `*Plan Revisions: ${count} times*`,
  currentPlan: (number, time) => `*Current Plan: #${number} (started at ${time})*`,
  moreBoxes: (count, done) => `… and ${count} more (${done} done)`,
  history: '📜 Previous Plan History',
  revision: (revision, time) => `Revision #${revision} (${time})`,
  doneOf: (done, all) => `${done} of ${all} done`,
  moreRevisions: (count) => `… and ${count} earlier ${count === 1 ? 'revision' : 'revisions'}`,

  log: (count) => `🔄 Plan revisions decided by AI (${count})`,
  notice: '🔄 Plan Revision Decided by AI',
  phase: 'Phase',
  confidence: 'Confidence',
  reasoning: 'Reasoning',
  issues: 'Issues Found',
  recommended: 'Recommended Actions',
  outcome: 'Outcome',
  moreNotices: (count) => `… and ${count} earlier ${count === 1 ? 'decision' : 'decisions'}`,
  points: {
    goal_understanding: 'Goal Understanding',
    task_decomposition: 'Task Decomposition',
    action_sequence: 'Action Planning',
    execution: 'Execution',
    reflection: 'Reflection',
  },
  kinds: {
    clarification: 'asking the people on the issue',
    goal: 'understanding the goal anew',
    decomposition: 'dividing the work anew',
    actions: 'planning all actions anew',
    partial: 'planning the remaining actions anew',
    retry: 'trying the same action again',
    monitoring: 'adding actions to the plan',
  },
  overrides: {
    limit_reached: 'the limit for re-plans, in all or of this kind, is reached, so the current plan goes on',
    low_confidence: 'the confidence is too low, so the current plan goes on',
    infinite_loop: 'the same trouble led to the same revision before, so another approach is looked for',
    refused_by_person: 'a person asked to keep the current plan',
    disabled: 're-planning is switched off, so the current plan goes on',
    unreadable: 'the decision could not be read, so the current plan goes on',
  },
  outcomes: {
    started: '🔄 started',
    judgedAnew: '🔄 carried out, and judged anew',
    completed: '✅ completed',
    failed: '❌ failed',
    waiting: '❓ waiting for a decision by a person',
    skipped: '➖ skipped',
    overridden: (why) => `➖ not done: ${why}`,
  },
};
