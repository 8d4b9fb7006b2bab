import { z } from 'zod';
import { count, flag, seconds, secondsOrZero } from './fields.ts';

export const queue = z
  .strictObject({
    concurrency: count(4, 'Tasks that one worker process drives at a time.'),
    lock_sec: seconds(
      5,
      'Seconds for which a job belongs to its worker unless renewed; a dead worker is noticed after about this time.',
    ),
    stalled_sec: seconds(2.5, 'Seconds between two looks for jobs whose worker died.'),
    drive_sec: seconds(60, 'Seconds a job drives its task before it queues again, so that others get their turn.'),
    sweep_sec: seconds(15, 'Seconds between two looks for tasks that have work to do and no job.'),
    inbox_sec: seconds(2, 'Seconds between two looks into the inbox of a running task, should a signal get lost.'),
    shutdown_sec: seconds(25, 'Seconds that work in progress gets to reach a safe point when the service is stopped.'),
  })
  .prefault({})
  .describe('How work is shared out.');

export const progress = z
  .strictObject({
    edit_interval_sec: secondsOrZero(
      10,
      'Seconds between two edits of a progress comment at least; the last state is always written.',
    ),
  })
  .prefault({})
  .describe('The progress comment.');

export const github = z
  .strictObject({
    redelivery_sec: seconds(120, 'Seconds between two looks for webhook deliveries that were missed.'),
    pace_writes: flag(
      true,
      "Pause between writes as GitHub asks for. false is for servers without GitHub's limits, such as a stand-in.",
    ),
    outage_hours: z
      .number()
      .positive()
      .max(500)
      .default(2)
      .describe('Hours for which a task waits for GitHub to come back before it gives up.'),
  })
  .prefault({})
  .describe('Dealing with GitHub.');
