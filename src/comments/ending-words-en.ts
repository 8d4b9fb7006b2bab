import type { Words } from './words.ts';

export const ENDINGS_EN: Words['endings'] = {
  finished: {
    title: '✅ Done',
    happened: 'I carried out the plan, and the tests pass.',
    next: 'Review the pull request and merge it if you like what you see.',
  },
  already_done: {
    title: '✅ Nothing to do',
    happened: 'This seems to be done already, so I changed nothing.',
    next: 'Close the issue if you agree; otherwise say what is still missing and ask me again.',
  },
  no_change: {
    title: '✅ No change needed',
    happened: 'I carried out the plan, and no file had to change.',
    next: 'If you expected a change, say which and ask me again.',
  },
  not_achieved: {
    title: '⚠️ Not achieved',
    happened: 'I worked through the plan, but a subtask or the tests did not succeed.',
    next: 'Look at what went wrong, and at the draft pull request if there is one; then ask me again and say what to do differently.',
  },
  plan_not_passed: {
    title: '❌ No plan passed the review',
    happened:
      'I had my plan reviewed before carrying it out, revised it three times, and the review refused it every time. What it refused was not carried out.',
    next: 'Read what the review says. Then say more exactly what you want, or ask for a smaller part of it, and ask me again; whoever runs this service can switch the review of plans off (`planning.review.plan`).',
  },
  change_not_passed: {
    title: '❌ The change did not pass the review',
    happened:
      'I carried out the plan and had the whole change reviewed, corrected it three times, and the review refused it every time.',
    next: 'Read what the review says and look at the draft pull request if there is one: you may finish it by hand, or ask me again and say what to do differently.',
  },
  unclear_goal: {
    title: '❓ I could not begin',
    happened: 'The request is not clear enough to plan from.',
    next: 'Answer the questions above in the text of the issue, or where you ask me again.',
  },
  stopped: { title: '⏹️ Stopped', happened: '', next: 'Add the label again or mention me to go on from there.' },
  withdrawn: {
    title: '⏹️ Stopped',
    happened: 'I stopped, because the request was withdrawn:',
    next: 'Add the label again or mention me if that was not meant.',
  },
  empty_repository: {
    title: '❌ Failed',
    happened: 'The repository has no commits yet, so there is nothing to branch from.',
    next: 'Push a first commit (a README is enough), then ask me again.',
  },
  unavailable_repository: {
    title: '❌ Failed',
    happened: 'I cannot work on this repository now.',
    next: 'Check that it is not archived and that the App is installed on it, then ask me again.',
  },
  invalid_answers: {
    title: '❌ Failed',
    happened: 'The model kept giving answers that could not be read.',
    next: 'Ask me again; if it happens again, the operator of this service should look at the model in use.',
  },
  impossible_plan: {
    title: '❌ Failed',
    happened: 'No plan could be made that holds together; the technical details say what stayed wrong with it.',
    next: 'Ask me again; if it happens again, split the issue into smaller ones or say more precisely what is wanted.',
  },
  too_many_subtasks: {
    title: '❌ Failed',
    happened: 'The work could not be divided into as few parts as a plan may have here.',
    next: 'Split the issue into smaller ones, or ask the operator of this service to raise `planning.max_subtasks`; then ask me again.',
  },
  budget: {
    title: '⚠️ Out of budget',
    happened: 'I stopped, because this task has used up its budget of',
    next: 'Look at what is there and ask me again to go on from it. If it needs more, the operator of this service can allow a larger budget.',
  },
  protected_paths: {
    title: '❌ Failed',
    happened: 'I did not push the last change, because it touches files that I must not change:',
    next: 'Look at what is listed above. If it is wanted, make that part of the change yourself; otherwise reword the issue so that it does without.',
  },
  secret: {
    title: '❌ Failed',
    happened: 'I did not push the last change, because it contains what looks like a secret:',
    next: 'Look at the lines listed above. If a secret is real, revoke it, and say in the issue where it is to come from instead; if it is a made-up value, say so and ask for one that looks like none. Then ask me again.',
  },
  too_large: {
    title: '❌ Failed',
    happened:
      'I did not push the last change, because it is too large to be looked through: a file of more than 20 MB, more than 20,000 files, or more than 16 MB of new text.',
    next: 'Say in the issue what is not to be committed (generated files, dependencies, data), or list it in .gitignore; then ask me again.',
  },
  branch_gone: {
    title: '⏹️ Stopped',
    happened: 'I stopped, because somebody deleted the branch I was working on.',
    next: 'Ask me again if the work is still wanted; I begin anew from the base branch.',
  },
  push_refused: {
    title: '❌ Failed',
    happened: 'I could not push the last change.',
    next: 'Put right what is named above, then ask me again.',
  },
  fault: {
    title: '❌ Failed',
    happened: 'Something went wrong that I cannot put right myself.',
    next: 'The operator of this service finds the details in its log. Afterwards, ask me again.',
  },
  outage: {
    title: '❌ Failed',
    happened: 'A service that I need did not come back in time.',
    next: 'Ask me again later; I go on from what is saved.',
  },
  no_model_access: {
    title: '❌ Failed',
    happened: 'This service has no access to the model it works with: its credentials were refused.',
    next: 'The operator of this service has to look at this; its log has the details. Afterwards, ask me again.',
  },
  sandbox_lost: {
    title: '❌ Failed',
    happened: 'The sandbox in which I work was lost again and again.',
    next: 'The operator of this service should look at its Docker engine. Afterwards, ask me again.',
  },
  sandbox_failed: {
    title: '❌ Failed',
    happened: 'The repository could not be made ready in the sandbox.',
    next: 'The operator of this service finds the details in its log. Afterwards, ask me again.',
  },
  no_access: {
    title: '❌ Failed',
    happened: 'I did not push the last change, because whoever asked me no longer has write access to this repository.',
    next: 'Somebody with write access can ask me again.',
  },
};
