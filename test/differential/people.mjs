/** People: what they say during work and waits, their corrections, and their commands. */
import { chanceAt } from './chance.mjs';
import { BEGAN } from './life-plan.mjs';

const WORDS = [
  'Use the second one.',
  'Also mind the tests.',
  'Please leave out the cart.',
  'yes and also mind the taxes',
  'What is the state?',
  'I do not know',
];
const ANSWERS = [
  'yes',
  'no',
  'yes, and mind the tests',
  'y',
  'はい',
  'いいえ',
  '1. the first',
  '1. this\n2. that',
  '2) the other\n',
  'The first one',
  'approve',
  'retry',
  'resume',
];
const PEOPLE = [
  { id: 8, login: 'maintainer' },
  { id: 8, login: 'maintainer' },
  { id: 9, login: 'mika' },
];

export function createPeople({ seed, talk }, inbox) {
  const said = [];
  let pushed = 0;
  let waits = 0;
  let question = null;
  let isPaused = false;
  let world = null;

  return {
    /** A question of ours was posted. */
    asked(marker, body) {
      if (/^<!-- planwright:(?:question|reminder|explanation) /.test(marker)) question = body;
    },
    /** Whether something was said during this call. */
    during(where, call) {
      world = where;
      const chance = chanceAt(seed, 'people', call);
      if (!chance.is(question === null ? talk : talk * 3)) return false;
      speak(chance, chance.is(50));
      return true;
    },
    /** What arrives while the task waits, and when; null: nothing before the wait is over. */
    whileWaiting(where, until) {
      world = where;
      waits += 1;
      const chance = chanceAt(seed, 'wait', waits);
      const ms = Math.min(until, Number.MAX_SAFE_INTEGER) - where.now();
      // A short wait is for a service.
      if (!chance.is(ms < 120_000 ? talk * 2 : isPaused ? 75 : question === null ? 20 : 85)) return null;
      const at = where.now() + Math.floor(Math.min(ms, 40 * 86_400_000) * chance.number() ** 3);
      return { at, speak: () => speak(chance, chance.is(85)) };
    },
  };

  function push(item) {
    pushed += 1;
    inbox.push({ id: `item-${pushed}`, ...item });
  }

  function speak(chance, isFitting) {
    const by = chance.one(PEOPLE);
    if (isPaused && chance.is(60)) return control('resume', by, 'resumed');
    if (chance.is(5)) return control('pause', by, 'pause wanted');
    if (chance.is(1.5)) return control('resume', by, 'resume wanted');
    if (chance.is(1.5)) return control('stop', chance.is(70) ? by : null, 'stop wanted');
    if (chance.is(1.5)) return start();
    if (chance.is(14) && said.length > 0) return correct(chance);
    const text = isFitting && question !== null ? answer(chance) : chance.one(WORDS);
    const onPull = chance.is(12);
    const commentId = (world.comments += 1);
    said.push({ commentId, by });
    world.see(onPull ? 'said on a pull request' : question === null ? 'said unasked' : 'said to a question');
    const edits = chance.one([...Array.from({ length: 16 }, () => 'none'), 'before', 'after', 'after']);
    const edit = () => correct(chance, { commentId, by });
    if (edits === 'before') edit();
    push({
      kind: 'comment',
      addressed: chance.is(55),
      ...(chance.is(95) ? { commentId } : {}),
      ...(onPull ? { on: { pullRequest: 13, isReview: chance.is(40) } } : {}),
      by,
      text,
    });
    if (edits === 'after') edit();
    // After answering, people are mostly done; further answers may be late, or second ones.
    if (isFitting && chance.is(80)) question = null;
  }

  function control(word, by, name) {
    world.see(name);
    isPaused = word === 'pause' ? true : word === 'resume' ? false : isPaused;
    push({ kind: 'control', word, by, reason: word === 'stop' ? (by === null ? 'unlabeled' : 'requested') : '' });
  }

  function start() {
    world.see('a start that joins');
    push({ kind: 'start', traceId: 'trace-2', request: world.plan.request, settings: world.plan.settings });
  }

  function correct(chance, { commentId, by } = chance.one([said.at(-1), said.at(-1), chance.one(said)])) {
    const text = chance.one([null, ...ANSWERS, ...WORDS]);
    world.see(text === null ? 'deleted afterwards' : 'edited afterwards');
    const word = { resume: 'resume', retry: 'retry', approve: 'approve' }[text ?? ''];
    const at = new Date(Math.max(BEGAN, world.now() - chance.one([0, 0, 60_000]))).toISOString();
    push({
      kind: 'correction',
      commentId,
      at,
      by: chance.is(90) ? by : { id: 9, login: 'mika' },
      text,
      ...(word === undefined ? {} : { word }),
    });
  }

  function answer(chance) {
    if (!chance.is(15)) return chance.one(ANSWERS);
    const lines = question.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('<!--'));
    return `> ${chance.one(lines.length === 0 ? ['Which?'] : lines)}\n\n${chance.one(ANSWERS)}`;
  }
}
