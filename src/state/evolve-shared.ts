/**
 * State shared by all stages: spending, the effect in flight, outages, what people said, what is known of the
 * repository.
 */
import { askedSinceAfter } from './asked-since.ts';
import { draftIn } from './select.ts';
import { withPaid } from './evolve-spending.ts';
import { loopsAfter } from './evolve-verification.ts';
import type { FactNamed, Recorded } from './facts.ts';
import { CALLS_OF_MODEL, type Effect } from './effect.ts';
import type { UnusableAnswer } from './model-facts.ts';
import type { IssueImages } from './issue-content.ts';
import type { Task } from './task.ts';

export function evolveShared(task: Task, fact: Recorded): Task {
  const ends = endsEffect(task, fact);
  const askedSince = askedSinceAfter(task, fact, ends);
  const counted = { ...task, unusable: unusableAfter(task, fact), loops: loopsAfter(task, fact), askedSince };
  const known = ends ? { ...counted, inFlight: null, retry: null } : counted;
  switch (fact.type) {
    case 'usage':
      return {
        ...known,
        ...withPaid(known, fact),
        limited: null,
        ...(fact.others === undefined ? {} : { today: { ...known.today, others: fact.others } }),
      };
    case 'error':
      if (fact.name === 'retry_later') return { ...known, retry: waited(task, fact) };
      return fact.name === 'invalid_answer' && fact.out_of_time === true ? { ...known, usage: cutShort(task) } : known;
    case 'tool':
      return { ...known, usage: { ...task.usage, commandMs: task.usage.commandMs + fact.duration_ms } };
    case 'phase':
      return fact.name === 'reviewing' && fact.again === true ? { ...known, reviews: madeAgain(task.reviews) } : known;
    case 'review': {
      const { of, result, feedback } = fact;
      // The next plan revises the failed one.
      const failed = of === 'plan' && result === 'FAIL' ? (draftIn(task, 'actions')?.found ?? null) : null;
      return {
        ...known,
        reviews: [...task.reviews, { of, result, feedback, ...(failed === null ? {} : { plan: failed }) }],
      };
    }
    case 'environment':
      switch (fact.name) {
        case 'images':
        case 'images_refused':
          return { ...known, images: withImages(task, fact) };
        case 'discussion':
          return { ...known, discussion: fact.discussion };
        case 'repository':
          return { ...known, snapshot: fact.snapshot, earlierTasks: fact.earlier_tasks };
        case 'neighbours':
          return { ...known, neighbours: fact.neighbours };
        case 'workspace_lost':
          return { ...known, workspaceLosses: task.workspaceLosses + 1 };
        default:
          return known;
      }
    case 'effect':
      if (fact.name === 'started') return started(known, fact);
      // The outage continues, whatever is tried next.
      if (fact.name === 'superseded') return { ...known, inFlight: null };
      if (fact.name === 'progress_comment')
        return { ...known, progressComment: { id: fact.comment_id, url: fact.url } };
      return known;
    case 'control':
      if (fact.name === 'comment_edited') return { ...known, comments: commentsAfter(task, fact) };
      if (fact.name !== 'comment') return known;
      return {
        ...known,
        comments: [
          ...task.comments,
          {
            by: fact.by,
            text: fact.text,
            ...(fact.answer === undefined ? {} : { answer: fact.answer }),
            ...(fact.was_asked === undefined ? {} : { wasAsked: fact.was_asked }),
            ...(fact.about === undefined ? {} : { about: fact.about }),
            ...(fact.comment_id === undefined ? {} : { comment: fact.comment_id }),
          },
        ],
      };
    default:
      return known;
  }
}

/** A comment that was not shown or handled yet gets its new text. */
function commentsAfter({ comments, work }: Task, { comment_id: id, text }: FactNamed<'comment_edited'>) {
  const used = Math.min(work?.commentsShown ?? 0, work?.commentsWeighed ?? 0);
  return comments.map((one, at) => (one.comment === id && at >= used ? { ...one, text } : one));
}

function madeAgain(reviews: Task['reviews']): Task['reviews'] {
  return reviews.map((review, at) => (at === reviews.length - 1 ? { ...review, isMadeAgain: true } : review));
}

type Started = FactNamed<'started'>;

/** Whether the fact is the outcome of the effect in flight. Messages from people, and decisions about them, are not. */
function endsEffect(task: Task, fact: Recorded): boolean {
  switch (fact.type) {
    case 'task':
    case 'usage':
    case 'replan_decision':
      return false;
    case 'plan':
    case 'revision':
    case 'tool':
    case 'review':
    case 'verification':
    case 'error':
      return true;
    case 'completion':
      return 'done' in fact;
    case 'phase':
      return OUTCOMES_OF_MODEL.has(fact.name);
    case 'action':
      return fact.name === 'answer' || fact.name === 'finished' || fact.name === 'asked';
    case 'reflection':
      return fact.name === 'model';
    case 'environment':
      return fact.name !== 'preparing' && fact.name !== 'rewound';
    case 'effect':
      return !BESIDE.has(fact.name);
    case 'question':
      return fact.name === 'posted' || fact.name === 'not_posted';
    case 'answer':
      // A message beside the work is no outcome of the effect in flight.
      return !task.asked.some(
        ({ questionId, blocks, then }) => questionId === fact.question_id && !blocks && then.is === 'tell_work',
      );
    case 'control':
      return (
        fact.name === 'paused' || fact.name === 'comment_weighed' || (fact.name === 'resume' && task.paused !== null)
      );
  }
}

/** Facts of type `effect` that are not the outcome of the effect in flight. */
const BESIDE: ReadonlySet<string> = new Set(['started', 'left_out', 'superseded', 'labelled']);

const OUTCOMES_OF_MODEL: ReadonlySet<string> = new Set([
  'goal_understanding',
  'goal_error',
  'gathering',
  'task_decomposition',
  'judged',
  'completion_assessment',
  'summary',
]);

/** A model call that is started again may have been paid before. */
function started(task: Task, fact: Started): Task {
  const isAgain = task.inFlight?.key === fact.key;
  const isPaidTwice = isAgain && CALLS_OF_MODEL.has(fact.effect);
  const effect = { kind: fact.effect, ...fact.with } as Effect;
  return {
    ...task,
    usage: isPaidTwice ? cutShort(task) : task.usage,
    inFlight: { effect, key: fact.key, starts: isAgain ? (task.inFlight?.starts ?? 0) + 1 : 1 },
  };
}

/** An interrupted call that may have been paid. */
function cutShort({ usage }: Task): Task['usage'] {
  return { ...usage, interruptedCalls: usage.interruptedCalls + 1 };
}

function waited({ retry, updatedAt }: Task, fact: FactNamed<'retry_later'>): Task['retry'] {
  return {
    since: retry?.since ?? updatedAt,
    attempt: (retry?.attempt ?? 0) + 1,
    dueAt: fact.due_at,
    message: fact.message,
    of: fact.of,
  };
}

/** Unusable answers to the current call; cleared when it is answered or another call starts. */
function unusableAfter({ unusable }: Task, fact: Recorded): readonly UnusableAnswer[] {
  switch (fact.type) {
    case 'error':
      return fact.name === 'invalid_answer' ? [...unusable, unusableIn(fact)] : unusable;
    case 'plan':
    case 'revision':
    case 'review':
    case 'verification':
      return [];
    case 'phase':
      return OUTCOMES_OF_MODEL.has(fact.name) || QUESTION_BEGINS.has(fact.name) ? [] : unusable;
    case 'reflection':
      return fact.name === 'model' ? [] : unusable;
    case 'control':
      return fact.name === 'comment_weighed' ? [] : unusable;
    default:
      return unusable;
  }
}

const QUESTION_BEGINS: ReadonlySet<string> = new Set([
  'planning',
  'coarser',
  'restored',
  'reviewing',
  'working',
  'verifying',
  'ending',
]);

function unusableIn(fact: FactNamed<'invalid_answer'>): UnusableAnswer {
  const { call, content, problems, broke, stopped, refused_change, evaluation } = fact;
  return {
    call,
    content,
    problems,
    broke,
    ...(stopped === undefined ? {} : { stopped }),
    ...(refused_change === undefined ? {} : { refused_change }),
    ...(evaluation === undefined ? {} : { evaluation }),
  };
}

function withImages(task: Task, fact: FactNamed<'images' | 'images_refused'>): IssueImages {
  const images = task.images ?? { looked: [], kept: [], leftOut: [], refused: false };
  if (fact.name === 'images_refused') return { ...images, refused: true };
  return {
    ...images,
    looked: [...images.looked, ...fact.looked],
    kept: [...images.kept, ...fact.kept],
    leftOut: [...images.leftOut, ...fact.left_out],
  };
}
