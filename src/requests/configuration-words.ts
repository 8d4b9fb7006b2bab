/** The reply about an unusable `.github/planwright.yml` (GH-9): where, why, and what to do. */
import { inBothLanguages, type Language } from '../comments/in-both-languages.ts';
import { code } from '../comments/safe-text.ts';
import type { ConfigMistake, ConfigProblem, Found, Permitting } from '../repository-config/config-mistake.ts';
import type { MistakenFile } from './acting-tools.ts';

const FILE = '`.github/planwright.yml`';
/** A comment has room for more, but nobody would read them. */
const MOST_TOLD = 20;

const words = inBothLanguages({
  heading: (file: string) => ({
    en: `I have not started anything, because ${file} on the default branch can't be used as it is:`,
    ja: `${file} に誤りがあるため、何も開始していません。`,
  }),
  of: (repository: string) => ({ en: `${FILE} of ${repository}`, ja: `${repository} の既定ブランチにある ${FILE}` }),
  line: (line: number, column: number, key: string) => ({
    en: `Line ${line}, column ${column}${key === '' ? '' : `, ${key}`}`,
    ja: `${line} 行目 ${column} 列目${key === '' ? '' : `、${key}`}`,
  }),
  hidden: (file: string, repository: string, count: number) => ({
    en:
      `I have not started anything, because ${file} on the default branch has ${count === 1 ? 'a mistake' : `${count} mistakes`}. ` +
      `Everybody can read this issue, and not ${repository}, so I don't show ${count === 1 ? 'it' : 'them'} here. ` +
      `Whoever may write to ${repository} can ask me to work on an issue there: I answer with line, column and reason.`,
    ja:
      `${file} に ${count} 件の誤りがあるため、何も開始していません。この Issue は公開されていますが ${repository} は非公開のため、` +
      `内容はここに表示しません。${repository} への書き込み権限を持つ方がそのリポジトリの Issue で作業を依頼すると、行、列、理由を返信します。`,
  }),
  more: (count: number) => ({ en: `… and ${count} more.`, ja: `ほか ${count} 件` }),
  then: (slug: string) => ({
    en: `Correct this on the default branch, then comment \`@${slug} retry\` here.`,
    ja: `既定ブランチで修正してから、ここに \`@${slug} やり直して\` とコメントしてください。`,
  }),
  did_you_mean: (key: string) => ({ en: ` Did you mean ${key}?`, ja: `${key} の誤りではありませんか。` }),
  known: (keys: string) => ({ en: ` Known here: ${keys}.`, ja: `使えるもの: ${keys}` }),
  unknown_key: { en: 'there is no such key.', ja: 'このキーはありません。' },
  wrong_value: (found: string, expected: string) => ({
    en: `found ${found}; expected ${expected}.`,
    ja: `${found}指定できる値: ${expected}`,
  }),
  merge_key: {
    en: 'merge keys (`<<`) are not supported; write the keys out.',
    ja: 'マージキー (`<<`) は使えません。キーを直接書いてください。',
  },
  too_large: {
    en: 'the file has more than 256 KB; make it smaller.',
    ja: 'ファイルが 256 KB を超えています。小さくしてください。',
  },
  not_text: {
    en: 'the file is not UTF-8 text; save it as such.',
    ja: 'UTF-8 のテキストではありません。UTF-8 で保存してください。',
  },
  not_a_file: {
    en: 'this is a folder, a link or a submodule; put a plain file there.',
    ja: 'フォルダー、リンク、サブモジュールのいずれかです。通常のファイルにしてください。',
  },
  too_many_aliases: {
    en: 'it uses more than 100 aliases, or aliases what is not there; write the values out.',
    ja: 'エイリアスが 100 を超えているか、存在しないものを参照しています。値を直接書いてください。',
  },
  too_complex: {
    en: 'the file is nested deeper than 20 levels, or has more than 10,000 words and signs; make it simpler.',
    ja: '入れ子が 20 段を超えているか、語と記号が 10,000 個を超えています。内容を減らしてください。',
  },
  image_without_name: {
    en: 'an image needs a name; add `name` beside it.',
    ja: 'イメージには名前が必要です。`name` も指定してください。',
  },
  syntax: {
    duplicate_key: {
      en: 'this key is there twice; keep one of them.',
      ja: '同じキーが 2 回あります。片方を消してください。',
    },
    multiple_docs: {
      en: 'there is a second document after `---`; keep one.',
      ja: '`---` の後に 2 つ目の文書があります。1 つにしてください。',
    },
    tag_resolve_failed: {
      en: 'tags (`!…`) are not supported; write the plain value.',
      ja: 'タグ (`!…`) は使えません。値をそのまま書いてください。',
    },
    tab_as_indent: {
      en: 'there is a tab in the indentation; use spaces.',
      ja: 'インデントにタブがあります。空白を使ってください。',
    },
    bad_indent: {
      en: 'this is not valid YAML: the indentation does not fit the lines above, or a bracket is not closed.',
      ja: 'YAML として正しくありません。インデントが上の行と合っていないか、括弧が閉じていません。',
    },
    missing_char: {
      en: 'this is not valid YAML: a closing quote, bracket or colon is missing.',
      ja: 'YAML として正しくありません。引用符、括弧、コロンのいずれかが足りません。',
    },
    other: { en: 'this is not valid YAML.', ja: 'YAML として正しくありません。' },
  },
  found: {
    nothing: { en: 'nothing', ja: '値がありません。' },
    empty: { en: 'an empty value', ja: '値が空です。' },
    list: { en: 'a list', ja: 'リストが指定されています。' },
    section: { en: 'a section with keys', ja: 'キーを持つセクションが指定されています。' },
    text: { en: 'text that does not fit', ja: 'このテキストは使えません。' },
    number: { en: 'a number', ja: '数値が指定されています。' },
    yes_no: { en: 'true or false', ja: 'true または false が指定されています。' },
  } satisfies Readonly<Record<Found, unknown>>,
  not_permitted: {
    host: (given: string) => ({
      en: `the operator of this service does not permit the host ${given}. Take it out, or ask the operator to add it to \`repositories.hosts\`.`,
      ja: `ホスト ${given} は、このサービスの運用担当者が許可していません。削除するか、\`repositories.hosts\` への追加を運用担当者に頼んでください。`,
    }),
    no_network: () => ({
      en: 'sandboxes of this service have no network. Take it out, or ask the operator to change `sandbox.network.mode`.',
      ja: 'このサービスのサンドボックスはネットワークに接続できません。削除するか、`sandbox.network.mode` の変更を運用担当者に頼んでください。',
    }),
    image: (given: string) => ({
      en: `the operator of this service does not permit the image ${given}. Choose another, or ask the operator to add it to \`repositories.images\`.`,
      ja: `イメージ ${given} は、このサービスの運用担当者が許可していません。別のものにするか、\`repositories.images\` への追加を運用担当者に頼んでください。`,
    }),
    bot: (given: string) => ({
      en: `the operator of this service does not permit the bot ${given}. Take it out, or ask the operator to add it to \`repositories.bots\`.`,
      ja: `Bot ${given} は、このサービスの運用担当者が許可していません。削除するか、\`repositories.bots\` への追加を運用担当者に頼んでください。`,
    }),
    environment: (given: string) => ({
      en: `this service has no environment ${given}.`,
      ja: `このサービスに環境 ${given} はありません。`,
    }),
    profile: (given: string, known: string) => ({
      en: `there is no profile ${given}.${known === '' ? ' The operator of this service lists none; take the key out.' : ''}`,
      ja: `プロファイル ${given} はありません。${known === '' ? 'このサービスにはプロファイルがないため、このキーは削除してください。' : ''}`,
    }),
  } satisfies Readonly<Record<Permitting, unknown>>,
});

type Words = ReturnType<typeof words>;

interface ToldFile extends MistakenFile {
  /** Not everybody who can read the reply may read the file. */
  readonly isHidden: boolean;
}

export function mistakesText(mistaken: readonly ToldFile[], language: Language, slug: string): string {
  const said = words(language);
  const shown = mistaken.filter(({ isHidden }) => !isHidden);
  const all = shown.flatMap(({ repository, mistakes }) =>
    mistakes.map((mistake) => ({ repository, line: lineOf(mistake, language) })),
  );
  const told = all.slice(0, MOST_TOLD);
  const hidden = mistaken
    .filter(({ isHidden }) => isHidden)
    .map(({ repository, mistakes }) => said.hidden(said.of(code(repository)), code(repository), mistakes.length));
  const parts = shown.flatMap(({ repository }) => {
    const lines = told.filter((one) => one.repository === repository).map(({ line }) => `- ${line}`);
    return lines.length === 0 ? [] : [`${said.heading(said.of(code(repository)))}\n\n${lines.join('\n')}`];
  });
  const left = all.length - told.length;
  return [...hidden, ...parts, ...(left === 0 ? [] : [said.more(left)]), said.then(slug)].join('\n\n');
}

function lineOf({ line, column, key, problem }: ConfigMistake, language: Language): string {
  const said = words(language);
  const place = said.line(line, column, key === '' ? '' : code(key, 100));
  return `${place}: ${reasonOf(problem, said, language)}`;
}

function reasonOf(problem: ConfigProblem, said: Words, language: Language): string {
  switch (problem.is) {
    case 'syntax':
      return ofSyntax(problem.code, said);
    case 'unknown_key': {
      const { meant, known } = problem;
      const advice = meant === null ? knownOnes(known, said) : said.did_you_mean(code(meant));
      return `${said.unknown_key}${advice}`;
    }
    case 'wrong_value':
      return said.wrong_value(said.found[problem.found], problem.expected[language]);
    case 'not_permitted': {
      const known = knownOnes(problem.known, said);
      return `${said.not_permitted[problem.what](code(problem.given, 100), known)}${known}`;
    }
    default:
      return said[problem.is];
  }
}

function ofSyntax(name: string, { syntax }: Words): string {
  const known: Readonly<Record<string, string>> = syntax;
  return known[name.toLowerCase()] ?? syntax.other;
}

function knownOnes(known: readonly string[], said: Words): string {
  return known.length === 0 ? '' : said.known(known.map((one) => code(one)).join(', '));
}
