/**
 * Endings that a person has to fix first; `{retry}` is what to comment afterwards, `{draft}` refers to a draft to look
 * at.
 */
import { ASK_OPERATOR } from './trouble-words.ts';

const title = { en: '❌ Failed', ja: '❌ 失敗' };

export const FAILURES = {
  empty_repository: {
    title,
    happened: {
      en: 'The repository has no commits yet, so there is nothing to branch from.',
      ja: 'リポジトリにまだコミットがないため、ブランチを作れません。',
    },
    next: {
      en: 'Push a first commit (a README is enough), then comment {retry}.',
      ja: '最初のコミット (README だけで十分です) を push してから、{retry} とコメントしてください。',
    },
  },
  unavailable_repository: {
    title,
    happened: { en: "I can't work on this repository right now.", ja: '現在このリポジトリでは作業できません。' },
    next: {
      en: 'Check that it is not archived and that the App is installed on it, then comment {retry}.',
      ja: 'アーカイブされていないか、App がインストールされているかを確認してから、{retry} とコメントしてください。',
    },
  },
  invalid_answers: {
    title,
    happened: {
      en: "The model kept giving answers that I couldn't read.",
      ja: 'モデルの回答を読み取れない状態が続きました。',
    },
    next: {
      en: 'Comment {retry}; if it happens again, the operator of this service should check the model in use.',
      ja: '{retry} とコメントしてください。繰り返す場合は、運用担当者による使用中のモデルの確認が必要です。',
    },
  },
  impossible_plan: {
    title,
    happened: {
      en: "I couldn't make a consistent plan. The remaining problems are in the technical details.",
      ja: '矛盾のない計画を立てられませんでした。残った問題は「技術的な詳細」にあります。',
    },
    next: {
      en:
        'Comment {retry}; if it happens again, split the issue into smaller ones ' +
        'or describe more precisely what you want.',
      ja:
        '{retry} とコメントしてください。繰り返す場合は、Issue を小さく分けるか、' +
        '求める内容をより正確に書いてください。',
    },
  },
  too_many_subtasks: {
    title,
    happened: {
      en: 'The work needs more subtasks than the limit allows.',
      ja: 'サブタスク数を上限以内に収められませんでした。',
    },
    next: {
      en:
        'Split the issue into smaller ones, or ask the operator of this service to raise `planning.max_subtasks`; ' +
        'then comment {retry}.',
      ja:
        'Issue を小さく分けるか、運用担当者に `planning.max_subtasks` を増やすよう依頼してから、' +
        '{retry} とコメントしてください。',
    },
  },
  secret: {
    title,
    happened: {
      en: 'I did not push the last change, because it contains what looks like a secret:',
      ja: '最後の変更の次の行に秘密情報と思われるものが含まれているため、push していません。',
    },
    next: {
      en:
        'Check the lines listed above. If a secret is real, ' +
        'revoke it and say in the issue where it should come from instead. ' +
        'If it is a made-up value, say so and ask for one that does not look like a secret. Then comment {retry}.',
      ja:
        '上の行を確認してください。本物であれば無効化し、代わりにどこから読み込むかを Issue に書いてください。' +
        '架空の値であれば、秘密情報に見えない値を使うように書いてください。その後で、{retry} とコメントしてください。',
    },
  },
  too_large: {
    title,
    happened: {
      en:
        'I did not push the last change, because it is too large to check: ' +
        'a file of more than 20 MB, more than 20,000 files, or more than 16 MB of new text.',
      ja:
        '最後の変更は大きすぎて確認できないため、push していません ' +
        '(20 MB を超えるファイル、20,000 件を超えるファイル、または 16 MB を超える追加テキスト)。',
    },
    next: {
      en:
        'Say in the issue what should not be committed (generated files, dependencies, data), ' +
        'or list it in .gitignore; ' +
        'then comment {retry}.',
      ja:
        'コミットしないもの (生成物、依存パッケージ、データなど) を Issue に書くか .gitignore に加えてから、' +
        '{retry} とコメントしてください。',
    },
  },
  push_refused: {
    title,
    happened: { en: "I couldn't push the last change.", ja: '最後の変更を push できませんでした。' },
    next: {
      en: 'Fix the cause given above, then comment {retry}.',
      ja: '上に示した原因を取り除いてから、{retry} とコメントしてください。',
    },
  },
  fault: {
    title,
    happened: {
      en: 'Something went wrong that I cannot fix myself.',
      ja: '私では解決できない問題が起きました。',
    },
    next: ASK_OPERATOR,
  },
  outage: {
    title,
    happened: {
      en: 'A service that I need did not come back in time.',
      ja: '必要なサービスが時間内に復旧しませんでした。',
    },
    next: {
      en: 'Comment {retry} later; I will continue from what is saved.',
      ja: '時間をおいて {retry} とコメントしてください。保存したところから続けます。',
    },
  },
  no_model_access: {
    title,
    happened: {
      en: 'I cannot use the model: its API rejected the key.',
      ja: 'モデルの API にキーを拒否されたため、モデルを使用できません。',
    },
    next: ASK_OPERATOR,
  },
  sandbox_lost: {
    title,
    happened: {
      en: 'The sandbox in which I work was lost repeatedly.',
      ja: '作業用のサンドボックスが何度も失われました。',
    },
    next: {
      en: 'The operator of this service should check its Docker engine. Once that is fixed, comment {retry}.',
      ja: '運用担当者による Docker エンジンの確認が必要です。解決後、{retry} とコメントしてください。',
    },
  },
  sandbox_failed: {
    title,
    happened: {
      en: 'The repository could not be prepared in the sandbox.',
      ja: 'サンドボックスでリポジトリを準備できませんでした。',
    },
    next: ASK_OPERATOR,
  },
  no_access: {
    title,
    happened: {
      en:
        'I did not push the last change, because the person who asked me no longer has write access to this ' +
        'repository.',
      ja: '依頼した方にこのリポジトリへの書き込み権限がなくなったため、最後の変更は push していません。',
    },
    next: {
      en: 'Somebody with write access can ask me again.',
      ja: '書き込み権限のある方が、もう一度依頼してください。',
    },
  },
};

/** A carried-out plan whose goal is not reached according to the model. */
export const DENIED = {
  title: { en: '⚠️ Incomplete: the goal is not fully reached', ja: '⚠️ 未完了: 目標の一部が未達成' },
  happened: {
    en: 'I carried out the plan, but by my own judgement not everything that was asked for is done.',
    ja: '計画は実行しましたが、結果を見直したところ、依頼の一部がまだ終わっていないと判断しました。',
  },
  next: {
    en: 'Look at what is missing{draft}. Merge what is there, finish it yourself, or ask me again and say what to do differently.',
    ja:
      '足りない点{draft}を確認してください。' +
      'このままマージするか、ご自身で仕上げるか、どう変えるべきかを書いてもう一度依頼してください。',
  },
};

/** A carried-out plan with acceptance criteria that lack evidence. */
export const UNSHOWN = {
  title: { en: '⚠️ Incomplete: not every criterion is shown to be met', ja: '⚠️ 未完了: 受け入れ条件の一部が未確認' },
  happened: {
    en: 'I carried out the plan, but nothing shows that these acceptance criteria are met.',
    ja: '計画は実行しましたが、次の受け入れ条件を満たすことを示せていません。',
  },
  next: DENIED.next,
};

/** A carried-out plan whose acceptance criteria were not judged. */
export const UNASSESSED = {
  title: { en: '⚠️ Finished, but not judged', ja: '⚠️ 終了しましたが、判定できていません' },
  happened: {
    en: 'I carried out the plan, and its tests passed, but the acceptance criteria could not be judged.',
    ja: '計画を実行し、テストに通りましたが、受け入れ条件を判定できませんでした。',
  },
  next: {
    en: 'Compare the draft pull request with the acceptance criteria, and merge it if you are happy with it.',
    ja: 'ドラフトのプルリクエストを受け入れ条件と照らし合わせ、問題がなければマージしてください。',
  },
};
