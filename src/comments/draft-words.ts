/** Words about a pull request that is a draft, or should be one. */
import { inBothLanguages } from './in-both-languages.ts';

export const draftWords = inBothLanguages({
  reasons: {
    unfinished: { en: 'the work is not finished', ja: '作業が途中のため' },
    denied: {
      en: 'by my own judgement not everything that was asked for is done',
      ja: '依頼の一部がまだ終わっていないと判断したため',
    },
    unshown: {
      en: 'nothing shows yet that every acceptance criterion is met',
      ja: '受け入れ条件をすべて満たすことを示せていないため',
    },
    asWanted: { en: 'the repository wants every pull request to be one', ja: 'リポジトリの設定により' },
    conflicts: { en: 'it conflicts with the base branch', ja: 'ベースブランチと競合しているため' },
    unassessed: { en: 'the acceptance criteria could not be judged', ja: '受け入れ条件を判定できなかったため' },
    refused: { en: 'the review rejected the change', ja: 'レビューで不合格になったため' },
    unreviewed: { en: 'the review could not be made', ja: 'レビューを行えなかったため' },
  },
  is: (why: string) => ({
    en: why === '' ? 'It is a draft.' : `It is a draft, because ${why}.`,
    ja: why === '' ? 'ドラフトです。' : `${why}、ドラフトです。`,
  }),
  /** Whether it is one or not. */
  isMeant: (why: string) => ({ en: `This is meant as a draft, because ${why}.`, ja: `${why}、ドラフト扱いです。` }),
  isNot: (why: string) => ({
    en:
      `It should be a draft${why === '' ? '' : `, because ${why}`}, but GitHub did not let me make it one. ` +
      'Do not merge it yet. If the pull request offers “Convert to draft”, please do that by hand; ' +
      "GitHub's free plan has no drafts in private repositories.",
    ja:
      `${why === '' ? '' : `${why}、`}ドラフトにすべきものですが、GitHub でドラフトにできませんでした。まだマージしないでください。` +
      'プルリクエストに「Convert to draft」が表示されていれば、手動でドラフトにしてください。' +
      'GitHub の無料プランでは、非公開リポジトリでドラフトを使えません。',
  }),
  /** At the beginning of its description. */
  notice: (why: string) => ({
    en:
      `**Do not merge this yet.** It is meant as a draft${why === '' ? '' : `, because ${why}`}, ` +
      "but GitHub did not let me make it one: for example, GitHub's free plan has no drafts in private repositories.",
    ja:
      `**まだマージしないでください。**${why === '' ? '' : `${why}、`}ドラフトにすべきものですが、GitHub でドラフトにできませんでした` +
      ' (例えば GitHub の無料プランでは、非公開リポジトリでドラフトを使えません)。',
  }),
  isStill: {
    en:
      'It is ready for review, but GitHub did not let me change it from a draft. ' +
      'Please mark it as ready for review by hand, at the end of the pull request.',
    ja:
      'レビューできる状態ですが、GitHub でドラフトを解除できませんでした。' +
      'プルリクエストの末尾にある「Ready for review」から、手動で解除してください。',
  },
});
