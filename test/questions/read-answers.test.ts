import { describe, it, expect } from '@jest/globals';
import fc from 'fast-check';
import { readAnswers } from '../../src/people/answers/read-answers.ts';
import { growthOf } from '../growth.ts';
import type { Question } from '../../src/state/question.ts';

const TWO = ['Which database should be used?', 'Which port?'];
const THREE = [...TWO, 'Keep the old API until version 2?'];
const PERSON = { id: 1, login: 'asker' };

function asking(texts: readonly string[], answered: readonly number[] = []): Question {
  const answers = Object.fromEntries(answered.map((index) => [index, { by: PERSON, text: 'before' }]));
  return {
    id: 1,
    kind: 'clarification',
    texts,
    context: '',
    assumptions: [],
    askedAt: 0,
    commentId: 7,
    url: null,
    answers,
    state: 'open',
    needsPerson: false,
  };
}

const answersTo = (texts: readonly string[], text: string, answered: readonly number[] = []) =>
  readAnswers(asking(texts, answered), text);

describe('a comment in free words (GH-6)', () => {
  it.each<[string, readonly string[], string, Record<number, string>]>([
    [
      'answers the one open question with all of its text',
      ['Which port?'],
      ' Use 8080.\n\nIt is free. ',
      { 0: 'Use 8080.\n\nIt is free.' },
    ],
    [
      'answers all open questions when it says nothing about which',
      TWO,
      'Postgres on its usual port',
      { 0: 'Postgres on its usual port', 1: 'Postgres on its usual port' },
    ],
    [
      'may be a list of its own when there is one question',
      ['What is wanted?'],
      '1. a page\n2. a test',
      { 0: '1. a page\n2. a test' },
    ],
    [
      'keeps version numbers, times and ranges as they are',
      TWO,
      '1.5 GB by 2:30, 1-2 days',
      { 0: '1.5 GB by 2:30, 1-2 days', 1: '1.5 GB by 2:30, 1-2 days' },
    ],
    [
      'keeps code as it is',
      ['How?'],
      'So:\n```\n1. not a mark\n> not a quote\n```',
      { 0: 'So:\n```\n1. not a mark\n> not a quote\n```' },
    ],
    [
      'in Japanese',
      ['どのデータベースを使いますか？'],
      'PostgreSQL でお願いします。',
      { 0: 'PostgreSQL でお願いします。' },
    ],
  ])('%s', (_, texts, text, expected) => {
    expect(answersTo(texts, text)).toEqual(expected);
  });

  it('leaves alone what is answered already, unless it names it', () => {
    expect(answersTo(TWO, 'the usual one', [0])).toEqual({ 1: 'the usual one' });
    expect(answersTo(TWO, '1: MySQL after all\n2: 5432', [0])).toEqual({ 0: 'MySQL after all', 1: '5432' });
    expect(answersTo(TWO, '1. a\n2. b', [0, 1])).toEqual({ 0: 'a', 1: 'b' });
    expect(answersTo(TWO, '1. MySQL after all', [0])).toEqual({ 0: 'MySQL after all' });
  });

  it.each([
    '',
    '  \n\t\n',
    '> Which port?',
    '> Which port?\n\n',
    'On Tue, Nov 18, 2026 at 9:00 AM Planwright <x@github.com> wrote:\n> Which port?',
    'Which port?',
    '1.\n2.',
  ])('says nothing with %j', (text) => {
    expect(answersTo(TWO, text)).toEqual({});
  });
});

describe('a numbered comment (GH-6)', () => {
  it.each([
    '1. Postgres\n2. 5432',
    '1) Postgres\n2) 5432',
    '1: Postgres\n2: 5432',
    '(1) Postgres\n(2) 5432',
    'Q1: Postgres\nq2: 5432',
    'A1: Postgres\nA2: 5432',
    '１．Postgres\n２．5432',
    '①Postgres\n②5432',
    '① Postgres\n② 5432',
    '質問1：Postgres\n質問2：5432',
    '回答1: Postgres\n回答2: 5432',
    '1、Postgres\n2、5432',
    '【1】Postgres\n【2】5432',
    '**1.** Postgres\n**2.** 5432',
    '- 1: Postgres\n- 2: 5432',
    '#1: Postgres\n#2: 5432',
    '2. 5432\n1. Postgres',
    '1.\nPostgres\n\n2.\n5432',
    '1. Which database should be used? Postgres\n2. Which port? → 5432',
    '1. Which database should be used?\n   Postgres\n2. Which port?\n   5432',
    '1 - Postgres\r\n2) 5432',
    '1 - Postgres\n2 - 5432',
    '1 – Postgres\n2 – 5432',
    '1 → Postgres\n2 → 5432',
    '1→Postgres\n2→5432',
    '1 -> Postgres\n2 => 5432',
    '１→Postgres\n２→5432',
    '１　－　Postgres\n２ － 5432',
    '１）Postgres\n２）5432',
    '1番：Postgres\n2番：5432',
    '1つ目はPostgres\n2つ目は5432',
    'Q1 → Postgres\nQ2 → 5432',
    '### 1. Which database should be used?\n\nPostgres\n\n### 2. Which port?\n\n5432',
    '1はPostgres\n2は5432',
    '2は5432\n1はPostgres',
    'Q1はPostgres\nQ2は5432',
  ])('is understood as %j', (text) => {
    expect(answersTo(TWO, text)).toEqual({ 0: 'Postgres', 1: '5432' });
  });

  it.each<[string, Record<number, string>]>([
    ['１．４２\n２．main', { 0: '４２', 1: 'main' }],
    ['1.42\n2.main', { 0: '42', 1: 'main' }],
    ['1:42\n2:main', { 0: '42', 1: 'main' }],
    ['1 → 42', { 0: '42' }],
    ['2：8080', { 1: '8080' }],
    ['1：42\n2：30', { 0: '42', 1: '30' }],
    ['1 and 2: yes\n3: main', { 0: 'yes', 1: 'yes', 2: 'main' }],
    ['1, 3: yes\n2 - main', { 0: 'yes', 1: 'main', 2: 'yes' }],
    ['1 - 42\n2 - main', { 0: '42', 1: 'main' }],
    ['１と２：はい\n３：main', { 0: 'はい', 1: 'はい', 2: 'main' }],
    ['1と2ははい\n3：main', { 0: 'はい', 1: 'はい', 2: 'main' }],
    ['1、3: はい', { 0: 'はい', 2: 'はい' }],
    ['Q1 and Q3: yes', { 0: 'yes', 2: 'yes' }],
    ['1, 2, and 3 → yes', { 0: 'yes', 1: 'yes', 2: 'yes' }],
    ['1は難しいと思います。', { 0: '難しいと思います。' }],
    ['Q2はいいえ', { 1: 'いいえ' }],
    ['**1 and 2:** yes\nand soon', { 0: 'yes\nand soon', 1: 'yes\nand soon' }],
    ['1. Which port? 5432', { 1: '5432' }],
    ['1. Which database should be used?\n2. Which port? 5432', { 1: '5432' }],
  ])('is understood in another form: %j (GH-6, attack 7)', (text, expected) => {
    expect(answersTo(THREE, text)).toEqual(expected);
  });

  it.each<[string, readonly number[]]>([
    ['1) yes 2) no', [0, 1]],
    ['1: yes, 2: no', [0, 1]],
    ['1. yes 2. no', [0, 1]],
    ['１．はい　２．いいえ', [0, 1]],
    ['1は10:00、2は3つ、3は1と同じ', [0, 1, 2]],
    ['1ははい、2はいいえ', [0, 1]],
    ['①Postgres②5432', [0, 1]],
    ['1 & 2: yes, 3: main', [0, 1, 2]],
    ['2: 5432, 3: yes', [1, 2]],
    ['1: yes, 3: no', [0, 2]],
  ])('answers all that one line names with that line as it was written: %j (GH-6, attack 7)', (text, named) => {
    expect(answersTo(THREE, text)).toEqual(Object.fromEntries(named.map((index) => [index, text])));
  });

  it.each<[string, Record<number, string>]>([
    ['1. yes, 1: really', { 0: 'yes, 1: really' }],
    ['(1) as (2) says', { 0: 'as (2) says' }],
    ['1. yes (2) is so', { 0: 'yes (2) is so' }],
    ['1. Use version 2. Also keep it.', { 0: 'Use version 2. Also keep it.' }],
    ['1. Use Elasticsearch 2. Also keep it.', { 0: 'Use Elasticsearch 2. Also keep it.' }],
    ['1. Use Python 2. Thanks', { 0: 'Use Python 2. Thanks' }],
    ['1. take option 2. no more\n2. 5432', { 0: 'take option 2. no more', 1: '5432' }],
    ['1. on 2026-01-02 at 1:30', { 0: 'on 2026-01-02 at 1:30' }],
    ['1. see line 2: it is there', { 0: 'see line 2: it is there' }],
    ['2. 1-2 days', { 1: '1-2 days' }],
    ['2. 1 - 3', { 1: '1 - 3' }],
    ['1. from 2 to 3: all', { 0: 'from 2 to 3: all' }],
  ])('gives no part of an answer to the next question: %j (GH-6, attack 7)', (text, expected) => {
    expect(answersTo(THREE, text)).toEqual(expected);
  });

  it.each([
    '1.42',
    '１．４２',
    '1.42\n2.71',
    '1:30\n2:45',
    '1.2.3\n2.0.1',
    'It needs\n1.5 GB\n2.5 GB',
    '1. It needs\n2.5 GB',
    '1. Postgres\n1. 5432',
    '1-2 days',
    '2 - 3 days',
    '1. Soon\n2 - 3 days',
    '2、3日でお願いします',
    '2-1: what?',
    '1-3: yes',
    '0 and 1: x',
    '1, 1: x',
    '1 and 7: yes',
    '80は使えません',
    '1はい\n3はい',
    'はい、1はい、2はい、とにかくはい',
    '1. 次のうち\n2は使わない\n2. 7',
    '| 1 | yes |\n| 2 | no |',
  ])('is the answer to all that is open where it is not certain which it names: %j (GH-6, attack 7)', (text) => {
    expect(answersTo(THREE, text)).toEqual({ 0: text, 1: text, 2: text });
    expect(answersTo(THREE, text, [1])).toEqual({ 0: text, 2: text });
  });

  it('keeps lines that go on, lists within an answer, and numbers beyond the questions', () => {
    expect(answersTo(TWO, '1. These:\n   1. a\n   2. b\nand c\n\n2. 5432\n3. and hurry')).toEqual({
      0: 'These:\n   1. a\n   2. b\nand c',
      1: '5432\n3. and hurry',
    });
  });

  it('leaves open what it does not name', () => {
    expect(answersTo(THREE, '2. 5432')).toEqual({ 1: '5432' });
    expect(answersTo(THREE, '2. 5432', [0, 2])).toEqual({ 1: '5432' });
  });

  it('loses nothing: what stands before the first number goes with the first answer', () => {
    expect(answersTo(THREE, 'Mind the tests.\n2. 5432\n3. yes')).toEqual({ 1: 'Mind the tests.\n5432', 2: 'yes' });
    expect(answersTo(THREE, 'Postgres\n> Which database should be used?')).toEqual({
      0: 'Postgres',
      1: 'Postgres',
      2: 'Postgres',
    });
  });
});

describe('code in an answer (GH-6)', () => {
  it.each<[string, Record<number, string>]>([
    ['1. ```\n42\n```\n2. yes', { 0: '```\n42\n```', 1: 'yes' }],
    ['1. 42\n```\n~~~\n2. x\n```\n3. main', { 0: '42\n```\n~~~\n2. x\n```', 2: 'main' }],
    ['1. 42\n````\n```\n2. x\n```\n2. z\n````\n3. main', { 0: '42\n````\n```\n2. x\n```\n2. z\n````', 2: 'main' }],
    ['1.\n```js\n2. y\n```\n3. main', { 0: '```js\n2. y\n```', 2: 'main' }],
    ['1.\n```42```\n2. yes', { 0: '```42```', 1: 'yes' }],
    ['1. 42\n```\n2. x\n```js\n3. y', { 0: '42\n```\n2. x\n```js\n3. y' }],
  ])('is no other answer, whatever numbers stand in it: %j', (text, expected) => {
    expect(answersTo(THREE, text)).toEqual(expected);
  });

  it('gives nothing of it to another question, however it is fenced', () => {
    const fences = fc.constantFrom('```', '````', '~~~', '```js', '~~~~~');
    const inside = fc.constantFrom('2. x', '3) y', '``', '> Which port?', 'Which port?', '-- ', '1 and 2: z', '');
    fc.assert(
      fc.property(fences, fc.array(inside), fc.constantFrom('1. ', '1.\n'), (fence, lines, mark) => {
        const code = [fence, ...lines, fence.replace('js', '')].join('\n');
        expect(answersTo(THREE, `${mark}${code}\n2. 5432`)).toEqual({ 0: code, 1: '5432' });
      }),
    );
  });
});

describe('a comment that quotes the question (GH-6)', () => {
  it.each<[string, string]>([
    ['each question', '> Which database should be used?\n\nPostgres\n\n> Which port?\n\n5432'],
    ['with its number', '> 1. Which database should be used?\nPostgres\n> 2. Which port?\n5432'],
    ['in part', '> which DATABASE …\n\nPostgres\n\n> port\n\n5432'],
    ['with other marks and spaces', '> **Which   database** should be `used`\nPostgres\n>> Which port\n5432'],
    ['without marks', 'Which database should be used?\nPostgres\nWhich port? 5432'],
    ['in one and numbers in the other', '> Which database should be used?\nPostgres\n2. 5432'],
    [
      'in a mail, answered line by line',
      'On Tue, Nov 18, 2026 at 9:00 AM planwright[bot]\n<notifications@github.com> wrote:\n> ## ❓ Clarification Needed (AI Decision)\n> 1. Which database should be used?\n\nPostgres\n\n> 2. Which port?\n\n5432',
    ],
  ])('%s', (_, text) => {
    expect(answersTo(TWO, text)).toEqual({ 0: 'Postgres', 1: '5432' });
  });

  it('answers the question it quotes and leaves the rest open', () => {
    expect(answersTo(THREE, '> Keep the old API\n\nYes, until v2.')).toEqual({ 2: 'Yes, until v2.' });
  });

  it('answers all that it quotes', () => {
    const text = '> 1. Which database should be used?\n> 2. Which port?\n\nWhatever is usual.';
    expect(answersTo(THREE, text)).toEqual({ 0: 'Whatever is usual.', 1: 'Whatever is usual.' });
  });

  it('is read as a whole when it quotes something else', () => {
    expect(answersTo(TWO, '> Nice weather.\n\nIndeed.')).toEqual({ 0: 'Indeed.', 1: 'Indeed.' });
    expect(answersTo(TWO, '> use\n\nIndeed.')).toEqual({ 0: 'Indeed.', 1: 'Indeed.' });
  });

  it('in Japanese, quoted in part', () => {
    const texts = ['どのデータベースを使いますか？', 'ポート番号は何番にしますか？'];
    expect(answersTo(texts, '> データベース\n\nPostgreSQL です\n\n> ポート番号は\n\n5432 番')).toEqual({
      0: 'PostgreSQL です',
      1: '5432 番',
    });
  });

  it('takes the longer question when one begins like another', () => {
    const texts = ['Which database', 'Which database version?'];
    expect(answersTo(texts, '> Which database version?\n16')).toEqual({ 1: '16' });
    expect(answersTo(texts, '> 2. Which database version?\n16')).toEqual({ 1: '16' });
  });

  it('or repeats one that is no question in its form', () => {
    expect(answersTo(['Name the port.', 'Name the host.'], 'name the **port**\n8080')).toEqual({ 0: '8080' });
  });
});

describe('a reply by mail (GH-6)', () => {
  it.each([
    '8080\n\nOn Tue, Nov 18, 2026 at 9:00 AM Bot <b@github.com> wrote:\n\n> 1. Which port?\n> Please reply',
    '8080\n\n2026年11月18日(水) 9:00 Bot <b@github.com>:\n> 1. Which port?',
    '8080\n\n2026年11月18日(水) 9:00 Bot\n<b@github.com>:\n\n> Which port?',
    '8080\n-- \nA. Sker\nTel. 1',
    '8080\n\nSent from my iPhone',
    '8080\n\niPhoneから送信\n',
    '8080\n\n-----Original Message-----\nFrom: Bot\nWhich port?',
    '8080\n\nFrom: Bot <b@github.com>\nSent: Tuesday\nWhich port?',
    '8080\n\n________________________________\nFrom: Bot <b@github.com>\nSent: Tuesday\nWhich port?',
    '8080\n\n**From:** Bot <b@github.com>\n**Sent:** Tuesday\n\nWhich port?',
    '8080\n\nFrom: Bot\nSubject: Re\n\nWhich port?',
    '8080\n\nAm Mi., 18. Nov. 2026 um 18:00 Uhr schrieb Bot <b@github.com>:\n\n> Which port?',
    '8080\n\nLe mer. 18 nov. 2026 à 18:00, Bot <b@github.com> a écrit :\n> Which port?',
    '8080\n\n—\nReply to this email directly, view it on GitHub',
    '8080\r\n\r\nOn Nov 18, 2026, at 9:00, Bot wrote:\r\n> Which port?\r\n',
  ])('is its own words alone: %j', (text) => {
    expect(answersTo(['Which port?'], text)).toEqual({ 0: '8080' });
  });

  it('keeps an address with a colon that no quotation follows', () => {
    expect(answersTo(['Who?'], 'Ask <b@github.com>:\nhe knows')).toEqual({ 0: 'Ask <b@github.com>:\nhe knows' });
  });

  it('is not cut where a sentence only looks like mail', () => {
    const text = 'On the first page I wrote: hello\n2026年の計画:\n8080';
    expect(answersTo(['Which port?'], text)).toEqual({ 0: text });
  });
});

describe('any comment', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom(
      '> Which port?',
      '1. a',
      '2) b',
      'Q3 c',
      '① d',
      '```',
      'On 1 x wrote:',
      '-- ',
      ...THREE,
      '',
      '   1. deep',
    ),
  );
  const text = fc.array(line, { maxLength: 20 }).map((lines) => lines.join('\n'));

  it('is read without an error, only for questions there are, never with an empty answer', () => {
    fc.assert(
      fc.property(text, fc.subarray([0, 1, 2]), (body, answered) => {
        const question = asking(THREE, answered);
        const answers = readAnswers(question, body);
        for (const [index, answer] of Object.entries(answers)) {
          expect(THREE[Number(index)]).toBeDefined();
          expect(answer.trim()).not.toBe('');
        }
      }),
    );
  });

  const MARKS = [
    (number: number) => `${number}. `,
    (number: number) => `${number}) `,
    (number: number) => `${number}: `,
    (number: number) => `${number} → `,
    (number: number) => `(${number}) `,
    (number: number) => `Q${number}: `,
    (number: number) => `質問${number}：`,
    (number: number) =>
      `${String(number).replace(/[0-9]/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))}．`,
    (number: number) => `**${number}.** `,
    (number: number) => `- ${number}: `,
    (number: number) => `${number}は`,
  ];
  const SIX = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'].map((word) => `Which ${word} is meant here?`);
  const answer = fc.oneof(
    fc.constantFrom('42', 'yes', 'main', 'はい', '1.5 GB', 'v2', '1-2 days', 'use it.', '8080', '3'),
    fc.stringMatching(/^[a-z]{1,8}( [a-z]{1,8}){0,3}$/),
  );

  it.each(['1は難しい', '1. 8080', '| 1 | 42 |', '1は42\n2は7'])(
    'is not taken out of the answer to the only question: %j (GH-6)',
    (text) => {
      expect(answersTo(['Which of the two?'], text)).toEqual({ 0: text });
    },
  );

  it('gives each numbered answer to its own question and to no other, in any order and any form (GH-6, attack 7)', () => {
    fc.assert(
      fc.property(
        fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 2 }),
        fc.array(answer, { minLength: 6, maxLength: 6 }),
        fc.constantFrom(...MARKS),
        (order, given, mark) => {
          const body = order.map((index) => `${mark(index + 1)}${given[index]}`).join('\n');
          expect(answersTo(SIX, body)).toEqual(Object.fromEntries(order.map((index) => [index, given[index]])));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('gives an answer to several questions to those that are named (attack 7)', () => {
    fc.assert(
      fc.property(
        fc.subarray([1, 2, 3, 4, 5, 6], { minLength: 2, maxLength: 5 }),
        fc.constantFrom(' and ', ', ', ' & ', '、', 'と', '/', ', and '),
        fc.constantFrom(': ', '：', ' → '),
        answer,
        (numbers, joint, mark, text) => {
          expect(answersTo(SIX, `${numbers.join(joint)}${mark}${text}`)).toEqual(
            Object.fromEntries(numbers.map((number) => [number - 1, text])),
          );
        },
      ),
    );
  });

  it('says all that was written, in the answer to one question at least (attack 7)', () => {
    const piece = fc.constantFrom(
      '1. ',
      '2) ',
      '3: ',
      '1.5 ',
      '1 and 3: ',
      '\n',
      'Which port? ',
      '> q\n',
      'x',
      '42',
      'は',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 25 }), (pieces) => {
        let word = 0;
        const body = pieces.map((one) => (one === 'x' ? `w${(word += 1)}x ` : one)).join('');
        const own = body.split('\n').filter((line) => !line.startsWith('>'));
        const all = Object.values(answersTo(THREE, body)).join('\n');
        for (const [said] of own.join('\n').matchAll(/w\d+x/g)) expect(all).toContain(said);
      }),
      { numRuns: 500 },
    );
  });

  it('never answers with quoted lines alone', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (lines) => {
        const quoted = lines.map((one) => `> ${one.replace(/[\r\n]/g, ' ')}`).join('\n');
        expect(answersTo(THREE, quoted)).toEqual({});
      }),
    );
  });

  it.each([
    '1. ',
    '1) 2) ',
    '> a\n',
    '> Which\nx\n',
    '① ',
    'On 1 ',
    'On 1 wrote:\n',
    'Which database ',
    '** ',
    '2026年1月1日 ',
    'x\n',
    '\n',
    '```\n',
    '1:1 ',
    ', 2. ',
    ' 2. ',
    '1 and 2, ',
    '1-',
    '1、',
    '1 → ',
    '1 - 1\n',
    '1は、',
    '2は',
    'From: a\n',
    '<a@b> ',
    'Which database should be used for part 3? x\n',
  ])('takes time that grows with its length only: %j (GH-6)', (piece) => {
    const many = asking(Array.from({ length: 20 }, (_, at) => `Which database should be used for part ${at}?`));
    const reading = (length: number) => {
      const text = piece.repeat(length / piece.length);
      return () => void readAnswers(many, text);
    };
    // Ten times the text: ten, and a hundred where it is no longer linear.
    const below = 32;
    expect(growthOf({ small: reading(20_000), large: reading(200_000), floorMs: 3, below })).toBeLessThan(below);
  });
});
