/** What came of a step: on GitHub, in the sandbox, about the repository. */
import { z } from 'zod';
import { checkAbout, EffectKind } from './effect.ts';
import { Discussion, IssueImage, LeftOut } from './issue-content.ts';
import { ChangeRecord, CommandRecord, FaultCode, RefusalCause, Service } from './outcome.ts';
import { boolean, nothing, number, string, strings } from './stored-data.ts';

const Posted = z.object({ comment_id: number, url: string });
/** Null where GitHub would not have it. */
const MaybePosted = z.object({ comment_id: number.nullable(), url: string.nullable() });
const OneCommand = z.object({ command: CommandRecord });

/** Of thousands of paths it is enough to know that they are a list. */
const manyTexts = z.custom<string[]>(Array.isArray, 'expected a list');

/** As the port of repositories has it. */
const Snapshot = z.object({
  baseBranch: string,
  baseSha: string,
  branchSha: string.nullable(),
  authorEmail: string,
  branch: string,
  files: manyTexts,
  fileCount: number,
  environmentFiles: z.record(string, string),
  projectRules: z.record(string, string),
});

export const EFFECT_FACTS = {
  effect: {
    started: z
      .object({
        effect: EffectKind,
        /** What else the effect is about; that it fits is checked by `checkAbout`. */
        with: z
          .custom<object>((value) => typeof value === 'object' && value !== null, 'expected an object')
          .exactOptional(),
        key: string,
      })
      .superRefine(checkAbout),
    progress_comment: Posted,
    checkpoint: z.object({
      subtask: string,
      change: ChangeRecord.nullable(),
      command_ms: number.exactOptional(),
      github_ms: number.exactOptional(),
    }),
    push_refused: z.object({ subtask: string, cause: RefusalCause, reason: string, paths: strings }),
    pull_request: z.object({ number, url: string, draft: boolean, title: string }),
    reminded: MaybePosted.extend({ question_id: number }),
    explained: MaybePosted.extend({ question_id: number }),
    refused_change_told: MaybePosted.extend({ comment: number }),
    result_comment: Posted,
    progress_finished: nothing,
    sandbox_removed: nothing,
    /** Nothing is left to do. */
    reported: nothing,
    /** The time for an answer, or of a pause, is over. */
    time_over: nothing,
  },
  question: {
    posted: Posted.extend({ question_id: number, texts: strings }),
    /** GitHub refused a question beside the work. */
    not_posted: z.object({ question_id: number }),
  },
  control: { paused: z.object({ by: string }) },
  error: {
    retry_later: z.object({ effect: EffectKind, message: string, of: Service, due_at: number }),
    fault: z.object({ effect: EffectKind, code: FaultCode, message: string, advice: string }),
  },
  environment: {
    repository: z.object({ snapshot: Snapshot, earlier_tasks: string, github_ms: number.exactOptional() }),
    discussion: z.object({ discussion: Discussion, github_ms: number }),
    images: z.object({ looked: strings, kept: z.array(IssueImage), left_out: z.array(LeftOut) }),
    images_refused: z.object({ message: string }),
    repository_empty: z.object({ branch: string }),
    container: z.object({ container_id: string, image: string }),
    cloned: OneCommand,
    setup: OneCommand,
    check: OneCommand.extend({ expected: string, passed: boolean }),
    settled: nothing,
    /**
     * Saved in the quarantine and stopped; started again where it is still there (`container_id`), else rebuilt
     * from there.
     */
    sandbox_released: z.object({ container_id: string.exactOptional() }),
    /** That container runs again, with everything in it. */
    resumed: z.object({ container_id: string }),
    workspace_lost: z.object({ container_id: string, cause: string.exactOptional() }),
    /** The machine that saved the work is another one, and what it did not push is not here. */
    saved_work_lost: nothing,
  },
  verification: { tests: OneCommand },
};
