import type { TroubleWords } from './trouble-words.ts';

const ASK_AGAIN = 'Then ask me again.';
const OPERATOR = 'The operator of this service finds the details in its log. Afterwards, ask me again.';

export const troubleEn: TroubleWords = {
  codes: {
    configuration: { happened: 'A setting of this service is wrong or missing.', next: OPERATOR },
    credentials: { happened: "GitHub did not accept this service's credentials.", next: OPERATOR },
    redis: { happened: 'The queue of this service (Redis) cannot be used.', next: OPERATOR },
    docker: { happened: 'The Docker engine, in which I work, refused what I needed.', next: OPERATOR },
    image_missing: {
      happened: 'The image of the sandbox is not on the machine of this service and could not be fetched.',
      next: OPERATOR,
    },
    sandbox_failed: {
      happened: 'The sandbox in which I work did not start, or a step of mine failed in it.',
      next: OPERATOR,
    },
    model_refused: {
      happened: 'The API of the model refused my request.',
      next: `If the reason is a limit or the model in use, the operator of this service has to act; if the request was too long, shorten the issue. ${ASK_AGAIN}`,
    },
    model_credentials: { happened: 'The API of the model did not accept the key of this service.', next: OPERATOR },
    github_refused: {
      happened: 'GitHub refused what I asked for.',
      next: `Look at the reason that GitHub gives; often a permission of the App is missing or has to be accepted. ${ASK_AGAIN}`,
    },
    github_gone: {
      happened: 'GitHub no longer shows me what I need: it was deleted or moved, or the App may not see it.',
      next: `See that it still exists and that the App is installed on the repository. ${ASK_AGAIN}`,
    },
    github_not_installed: {
      happened: 'The App is no longer installed there, is suspended, or may not see this repository.',
      next: `An owner can change that in the settings of the installed App. ${ASK_AGAIN}`,
    },
    pull_request_closed: {
      happened: 'Somebody closed the pull request while I was at work, so I opened no other in its place.',
      next: 'Reopen it, or ask me again if the work is still wanted.',
    },
    git_failed: { happened: 'A git command of mine failed.', next: OPERATOR },
    base_branch_missing: {
      happened: 'The branch that I was to start from does not exist in this repository.',
      next: `Set the default branch of the repository to one that exists. ${ASK_AGAIN}`,
    },
    history_damaged: { happened: 'The record of this task is damaged.', next: OPERATOR },
    history_failed: { happened: 'The record of this task could not be read or written.', next: OPERATOR },
    internal: {
      happened: 'It is a mistake in Planwright itself.',
      next: 'Ask me again; if it happens again, the operator of this service finds the details in its log and can report them.',
    },
    crashed: {
      happened: 'One of my steps ended this service again and again.',
      next: OPERATOR,
    },
    github: { happened: 'GitHub did not answer, or failed.', next: '' },
    github_limit: { happened: 'GitHub asked me to send fewer requests.', next: '' },
    model: { happened: 'The API of the model did not answer, or was overloaded.', next: '' },
    engine: { happened: 'The Docker engine did not answer.', next: '' },
    sandbox: { happened: 'The sandbox was interrupted.', next: '' },
    git: { happened: 'git took too long, or was busy.', next: '' },
    history: { happened: 'The record of this task was in use elsewhere.', next: '' },
    protected_paths: { happened: 'It touches files that I must not change.', next: '' },
    secret: { happened: 'It contains what looks like a secret.', next: '' },
    too_large: { happened: 'It is too large to be looked through.', next: '' },
    branch_gone: { happened: 'Somebody deleted the branch.', next: '' },
    not_saved: { happened: 'The files could not be taken out of the sandbox.', next: OPERATOR },
    rejected: { happened: 'GitHub, or a rule of the repository, refused it.', next: '' },
    no_write_access: { happened: 'Whoever asked me no longer has write access to it.', next: '' },
    time_unknown: { happened: 'GitHub did not say when the task was asked for.', next: '' },
  },
  waiting: {
    github: 'waiting for GitHub to answer again',
    github_limit: 'waiting because GitHub asked for fewer requests',
    model: "waiting for the model's API to answer again",
    engine: 'waiting for the Docker engine to answer again',
    sandbox: 'waiting for the sandbox',
    git: 'waiting to try git again',
    history: 'waiting for the record of this task',
  },
  secretKinds: {},
  details: 'Technical details',
  givenUp: {
    idle: 'The model stopped without finishing this action.',
    misfits: 'The model kept using its tools in ways that could not be understood.',
    fruitless: 'Nothing that the model tried with its tools worked.',
  },
};
