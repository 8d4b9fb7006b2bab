import { ENDINGS_EN } from './ending-words-en.ts';
import type { Words } from './words.ts';

export const en: Words = {
  working: '🛠️ Planwright is working on this',
  isWaiting: '⏸️ Planwright is waiting for an answer',
  phases: {
    pre_planning: 'Pre Planning',
    planning: 'Planning',
    environment_setup: 'Environment Setup',
    execution: 'Execution',
    reflection: 'Reflection',
    verification: 'Verification',
    complete: 'Complete',
  },
  now: 'Now',
  doing: {
    looking: 'looking at the issue and the repository',
    understanding: 'working out what is wanted',
    decomposing: 'dividing the work into subtasks',
    sequencing: 'planning the actions',
    reconsidering: 'weighing what was said about the plan; nothing is carried out yet',
    starting: 'starting a sandbox',
    cloning: 'cloning the repository into the sandbox',
    setUp: (command) => `setting up: ${command}`,
    checking: (command) => `checking the environment: ${command}`,
    thinking: 'deciding on the next step',
    tool: (tool) => `using ${tool}`,
    settling: 'making the workspace ready',
    saving: 'saving the work on its branch',
    testing: (command) => `running the tests: ${command}`,
    reviewing: { plan: 'reviewing the plan', diff: 'reviewing the change' },
    waiting: 'my question is in a comment on this issue; anybody with write access can answer it',
    reporting: 'finishing up',
  },
  paused: {
    title: '⏸️ Planwright is paused',
    soon: 'finishing the step in hand; then I pause, as I was asked to',
    now: (login, { slug, isAsked }) =>
      `nothing, as ${login} asked me to pause. \`@${slug} resume\` lets me go on where I was, \`@${slug} stop\` ends the task. What you tell me meanwhile (\`@${slug} …\`) I take into account then.${isAsked ? ' My question in a comment on this issue can be answered already.' : ''}`,
    reminder: {
      title: '⏰ I Am Still Paused',
      text: (mention, slug) =>
        `${mention}, at least a week ago I was asked to pause. Comment \`@${slug} resume\` and I go on where I was, or \`@${slug} stop\` to end the task. 30 days after the pause began I will stop; what is done so far is kept.`,
    },
  },
  reading: {
    hidden: (request, comments) =>
      `Hidden text was left out (${[...(request > 0 ? [`${request} ${request === 1 ? 'character' : 'characters'} in the issue`] : []), ...(comments > 0 ? [`${comments} in comments`] : [])].join(', ')}): HTML comments or invisible characters. What is to count has to be visible on this page.`,
    edited: (count, slug) =>
      `${count === 1 ? '1 comment was' : `${count} comments were`} edited after I was asked and left out. To have it count, say it again: \`@${slug} …\`.`,
    unread: (reason, slug) =>
      `The comments on this issue could not be read, so I work from the issue alone. ${reason === null ? '' : `${reason} `}If something in them matters, tell me: \`@${slug} …\`.`,
  },
  planTitle: '📋 Execution Plan',
  progress: (done, all, percent) => `*Progress: ${done}/${all} (${percent}%) complete*`,
  duration: (hours, minutes, seconds) =>
    hours > 0 ? `${hours} h ${minutes} min` : minutes > 0 ? `${minutes} min ${seconds} s` : `${seconds} s`,
  tokens: (count) => `${count} tokens`,
  limits: {
    tokens: (value) => `${value} tokens.`,
    usd: (value) => `$${value}.`,
    minutes: (value) => `${value} minutes.`,
    modelCalls: (value) => `${value} calls of the model.`,
  },
  branch: 'Branch',
  pullRequest: 'Pull request',
  details: 'Dashboard',
  howToAskAgain: (slug) =>
    `To ask me again, comment \`@${slug} retry\` (I begin anew, knowing what I did before) or \`@${slug} <what you want>\`.`,
  howToStop: (slug) =>
    `To stop me, comment \`@${slug} stop\` or close the issue; \`@${slug} pause\` and \`@${slug} resume\` let me hold on and go on. To tell me something, comment \`@${slug} …\`.`,
  requestedBy: (login) => `Requested by ${login}.`,
  criteria: 'Acceptance criteria',
  environmentFailed:
    '## Environment setup failed\n\nThe work goes on with a warning ⚠️: commands may fail for lack of what the set-up should have installed.',
  environment: 'Environment',
  error: 'Error',
  changedFiles: (count, insertions, deletions) =>
    `${count} ${count === 1 ? 'file' : 'files'} changed, +${insertions} −${deletions}`,
  gap: ' ',
  stop: '.',
  colon: ': ',
  tests: 'Tests',
  testOutput: 'Output of the tests',
  testsPassed: (command) => `✅ ${command} passed.`,
  testsFailed: (command, exit) => `❌ ${command} failed (${exit}).`,
  exit: (code) => (code === null ? 'ended by a signal' : `exit ${code}`),
  timedOut: 'it took too long and was ended',
  testsUnknown: '⚠️ No test command is known for this repository, so nothing was verified.',
  testsNotRun: (command) => `⚠️ ${command} was not run: the work ended before that.`,
  draftUnfinished: 'It is a draft, because the work is not finished.',
  draftBecause: 'It is a draft, because verification did not pass.',
  draftRefused: 'It is a draft, because the review refused the change.',
  subtasksDone: (completed, all) => `${completed} of ${all} ${all === 1 ? 'subtask' : 'subtasks'} completed`,
  problems: 'Remaining risks',
  found: 'What I did and found',
  skipped: 'What could not be done',
  steps: {
    checkpoint: 'saving the last changes',
    open_pull_request: 'opening the pull request',
    post_result: 'posting the result',
    finish_progress: 'bringing the progress comment up to date',
    remove_sandbox: 'removing the sandbox',
  },
  saved: (branch) => `The work saved so far is on the branch ${branch}.`,
  nothingSaved: 'No change had been made yet.',
  leftOut: '*Details were left out, because GitHub limits the length of a comment.*',
  what: 'What and why',
  plan: 'Plan',
  assumptions: 'Assumptions and constraints',
  endings: ENDINGS_EN,
  unverified: {
    title: '⚠️ Finished, but not verified',
    happened: 'I carried out the plan, but without passing tests I cannot say that the result is right.',
    next: 'Look at the draft pull request. Finish it yourself, or ask me again on the issue and say what is to be done differently.',
  },
  unopened: {
    title: '⚠️ Finished, without a pull request',
    happened: 'I carried out the plan, but I could not open the pull request.',
    next: 'Put right what kept me from it and ask me again, or open a pull request from the branch yourself.',
  },
  tooMany: ({ subtasks, most }, { max, level }) =>
    `The model's last division had ${subtasks} subtasks, although it was told that at most ${most} are allowed (\`planning.max_subtasks: ${max}\`${level === 'detailed' ? '' : `, of which \`planning.decomposition_level: ${level}\` allows ${level === 'moderate' ? 'a half' : 'a fifth'}`}).`,
  review: {
    failed: 'Why the review refused it',
    suggestions: 'Suggestions of the review',
    withoutReason: 'The review refused it and gave no reason. Look through all of it and correct what is wrong.',
    notMade:
      'The review could not be made, because the API of the model refused it: look at this more closely than usual.',
  },
  stoppedBy: (login) => `${login} asked me to stop.`,
  withdrawn: {
    unanswered: 'nobody answered my question for 30 days.',
    not_resumed: 'I was asked to pause, and for 30 days nobody told me to go on.',
    closed: 'the issue was closed.',
    unlabeled: 'the label was removed.',
    deleted: 'the issue was deleted.',
    transferred: 'the issue was transferred.',
    locked: 'the issue was locked.',
    archived: 'the repository was archived.',
  },
};
