import { describe, expect, it } from '@jest/globals';
import { followingFrom, type Spoken } from '../../src/people/spoken-to-task.ts';
import { after, asking, PAUSED, taskAfter } from '../task/task-world.ts';
import { reported, reportOf } from '../progress/cases.ts';
import { WORKING } from '../flow/stories.ts';
import type { Fact } from '../../src/state/facts.ts';
import type { Task } from '../../src/state/task.ts';

const POSTED: Fact = { type: 'question', name: 'posted', question_id: 1, comment_id: 5, url: 'u', texts: [] };
const working = taskAfter(WORKING);
const asked = after(taskAfter([...WORKING, ...asking(0)]), POSTED);
const paused = after(working, ...PAUSED);
/** A yes answers "May I go on?". */
const askedForYes: Task = {
  ...asked,
  questions: asked.questions.map((one) => ({ ...one, texts: ['May I go on?'] })),
};
const askedToChange: Task = {
  ...asked,
  questions: asked.questions.map((one) => ({ ...one, kind: 'confirmation' as const })),
};

const follows = (what: Spoken, task: Task | null, { text = '', isDriven = true } = {}) =>
  followingFrom({ what, text, isDriven }, task);
const alone = { isDriven: false };

describe('what is said to a task from outside of its issue (OPS-3)', () => {
  it('is an order to whoever is at work on it', () => {
    expect(follows('stop', working)).toEqual({ do: 'order', word: 'stop' });
    expect(follows('pause', working)).toEqual({ do: 'order', word: 'pause' });
    expect(follows('resume', paused)).toEqual({ do: 'order', word: 'resume' });
    expect(follows('stop', null)).toEqual({ do: 'order', word: 'stop' });
  });

  it('changes nothing where it is so already', () => {
    expect(follows('pause', paused)).toMatchObject({ do: 'nothing', said: 'It is paused already.' });
    const pausing = after(working, PAUSED[0] as Fact);
    expect(follows('pause', pausing)).toMatchObject({ do: 'nothing' });
    expect(follows('resume', pausing)).toEqual({ do: 'order', word: 'resume' });
    expect(follows('resume', working)).toMatchObject({ do: 'nothing', said: 'It is at work, and not paused.' });
    expect(follows('pause', working, alone)).toMatchObject({ do: 'nothing' });
  });

  it('starts a process where none is at work', () => {
    expect(follows('stop', working, alone)).toEqual({ do: 'end' });
    expect(follows('resume', working, alone)).toEqual({ do: 'go_on' });
    expect(follows('retry', working, alone)).toMatchObject({
      do: 'refuse',
      message: expect.stringMatching(/has not ended/),
    });
    expect(follows('retry', working)).toMatchObject({ do: 'refuse', message: expect.stringMatching(/is at work/) });
  });

  it('is an answer where something is asked, and else something to take into account', () => {
    expect(follows('answer', asked, { text: 'Net' })).toEqual({ do: 'say', text: 'Net' });
    expect(follows('answer', working, { text: 'Net' })).toMatchObject({
      do: 'refuse',
      message: 'It asks nothing just now.',
    });
    expect(follows('tell', working, { text: 'Net' })).toEqual({ do: 'say', text: 'Net' });
    expect(follows('tell', null, { text: 'Net', ...alone })).toEqual({ do: 'say', text: 'Net' });
    expect(follows('tell', working, { text: ' \n' })).toMatchObject({ do: 'refuse', message: 'Nothing is said.' });
  });

  it('GH-5: a control word is an order whichever way it is said, an answer where the question takes it, and else nothing', () => {
    expect(follows('tell', working, { text: '停止' })).toEqual({ do: 'order', word: 'stop' });
    expect(follows('answer', asked, { text: 'please pause' })).toEqual({ do: 'order', word: 'pause' });
    expect(follows('answer', askedForYes, { text: 'approve' })).toEqual({ do: 'say', text: 'approve' });
    expect(follows('answer', asked, { text: 'approve' })).toMatchObject({
      do: 'refuse',
      message: expect.stringMatching(/changes nothing/),
    });
    expect(follows('tell', working, { text: 'status' })).toMatchObject({
      do: 'refuse',
      message: expect.stringMatching(/changes nothing/),
    });
    expect(follows('resume', askedToChange)).toEqual({ do: 'say', text: 'resume' });
    expect(follows('retry', askedToChange)).toEqual({ do: 'say', text: 'retry' });
    expect(follows('resume', asked)).toMatchObject({
      do: 'refuse',
      message: expect.stringMatching(/It waits for an answer: Which prices/),
    });
  });

  it('reaches nobody when it is over, but for one that is to be done anew', () => {
    const done = reported(reportOf('finished'), true);
    expect(follows('retry', done, alone)).toEqual({ do: 'begin_anew' });
    expect(follows('retry', done)).toMatchObject({ do: 'refuse' });
    expect(follows('stop', done)).toEqual({ do: 'nothing', said: 'It is done: nothing is left to stop.' });
    for (const what of ['answer', 'tell', 'resume'] as const)
      expect(follows(what, done, { text: 'x' })).toMatchObject({
        do: 'refuse',
        message: expect.stringMatching(/reads no more messages/),
      });
    expect(follows('pause', reported(reportOf('not_achieved'), true))).toMatchObject({
      said: expect.stringContaining('without success'),
    });
  });
});
