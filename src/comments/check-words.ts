/** Words about the tests, the build and the linter (EXEC-6). */
import { inBothLanguages } from './in-both-languages.ts';

export const checkWords = inBothLanguages({
  heading: {
    tests: { en: 'Tests', ja: 'テスト' },
    all: { en: 'Tests, build and lint', ja: 'テスト・ビルド・リント' },
  },
  output: {
    test: { en: 'Test output', ja: 'テストの出力' },
    build: { en: 'Build output', ja: 'ビルドの出力' },
    lint: { en: 'Linter output', ja: 'リントの出力' },
  },
  /** With the printed totals, or ''. */
  passed: (command: string, totals: string) => ({
    en: `✅ ${command} passed${totals === '' ? '' : `: ${totals}`}.`,
    ja: `✅ ${command} は成功しました${totals === '' ? '' : ` (${totals})`}。`,
  }),
  failed: (command: string, exit: string) => ({
    en: `❌ ${command} failed (${exit}).`,
    ja: `❌ ${command} は失敗しました (${exit})。`,
  }),
  asOnBase: (command: string, exit: string) => ({
    en: `⚠️ ${command} failed (${exit}), but it fails in the same way without this change.`,
    ja: `⚠️ ${command} は失敗しました (${exit}) が、この変更がなくても同じように失敗します。`,
  }),
  /** The set-up failed and was not fixed, which is the likely cause. */
  asOnBaseWithoutSetUp: (command: string, exit: string) => ({
    en: `⚠️ ${command} failed (${exit}) with this change and without it. The environment setup had failed, so something it needs may not be installed.`,
    ja: `⚠️ ${command} は、この変更があってもなくても失敗します (${exit})。環境構築に失敗したため、必要なものが入っていない可能性があります。`,
  }),
  flaky: (command: string) => ({
    en: `⚠️ ${command} failed, and passed when run again on the same files. It is flaky, so this proves nothing by itself.`,
    ja: `⚠️ ${command} は一度失敗し、同じファイルのまま再実行すると成功しました。結果が不安定なため、これだけでは検証になりません。`,
  }),
  noTests: {
    en: '⚠️ I know no test command for this repository, so no tests were run.',
    ja: '⚠️ このリポジトリのテストコマンドが分からないため、テストは実行していません。',
  },
  nothing: {
    en: '⚠️ I know no test command for this repository, so nothing was verified.',
    ja: '⚠️ このリポジトリのテストコマンドが分からないため、検証していません。',
  },
  notRun: (command: string) => ({
    en: `⚠️ ${command} was not run, because the work ended before that.`,
    ja: `⚠️ 作業が途中で終わったため、${command} は実行していません。`,
  }),
  /** How the work is described if there are no tests. */
  withoutTests: {
    checks: {
      en: 'I carried out the plan. I know no test command, but what else could be run (build or linter) passed.',
      ja: '計画を実行しました。テストコマンドは分かりませんが、ほかに実行できるもの (ビルドやリント) は成功しました。',
    },
    review: {
      en: 'I carried out the plan, and the review of the change passed. I know no command to test it with, so nothing was run.',
      ja: '計画を実行し、変更のレビューも合格でした。テストなどのコマンドが分からないため、実行による確認はしていません。',
    },
  },
  unjudged: {
    en: 'The acceptance criteria could not be judged.',
    ja: '受け入れ条件は判定できませんでした。',
  },
  /** Why tests that ran say nothing about the result. */
  unverifiedBy: {
    as_on_base: {
      en: "I carried out the plan, but the tests fail in the same way without my change, so I can't say that the result is right.",
      ja: '計画は実行しましたが、テストは変更前から同じように失敗しているため、結果が正しいとは言い切れません。',
    },
    flaky: {
      en: "I carried out the plan, but the tests failed and then passed on the same files, so I can't say that the result is right.",
      ja: '計画は実行しましたが、同じファイルでもテストが失敗したり成功したりするため、結果が正しいとは言い切れません。',
    },
  },
  fail: {
    test: { en: 'the tests fail', ja: 'テストが失敗' },
    build: { en: 'the build fails', ja: 'ビルドが失敗' },
    lint: { en: 'the linter reports errors', ja: 'リントでエラーが発生' },
  },
});
