/**
 * What people write for yes and no, in English and Japanese: whole phrases, in small letters. What is about the plan
 * says nothing where money is asked for.
 */
export const YES = listed(`
  y, yes, yep, yeah, yup, agreed, i agree, agree, approve, approved, i approve, accept, accepted, confirm, confirmed,
  go ahead, go for it, please do, do it, do so, proceed, lgtm, looks good, looks good to me, sounds good, fine by me, +1,
  👍, ✅, 🆗, はい, お願いします, お願い, おねがいします, お願い致します, お願いいたします, よろしくお願いします, 進めて,
  進めてください, 進めて下さい, 承認, 承認します, 承認です, 賛成, 賛成です, 同意, 同意します, okです, オッケーです,
  どうぞ, やって, やってください, やって下さい, そうしてください, そうして, いいですよ, 良いです, 問題ありません,
  問題ないです, yes i do, i do, yes i agree, do that, yes to that, absolutely, definitely, certainly, of course, correct,
  right, approve it, approved by me, please go ahead, go, go on then, no problem, no objection, no objections,
  by all means, why not, try it, try that, please try, do try, that makes sense, makes sense, sounds right, that is fine,
  that works, works for me, ok go, はい承認します, もちろん, もちろんです, ぜひ, ぜひお願いします, それでお願いします,
  それでいいです, それでいい, それで大丈夫です, 構いません, かまいません, 問題なし, 異論ありません,
  よろしくお願いいたします, よろしくお願い致します, よろしくおねがいします, 進めましょう, 実行してください, :+1:,
  :thumbsup:, :white_check_mark:
`);

/** May also mean no more than "I have read it", when something follows. */
export const WEAK_YES = listed(`
  sure, ok, okay, k, fine, うん, ええ, 了解, 了解です, 了解しました, 承知しました, オーケー, オッケー
`);

export const NO = listed(`
  n, no, nope, nah, don't, dont, do not, don't do it, don't do that, do not do it, no way, reject, rejected, disagree,
  i disagree, decline, declined, not now, -1, 👎, ❌, 🙅, いいえ, だめ, ダメ, だめです, ダメです, 駄目, 駄目です, ng,
  ngです, やめて, やめてください, やめて下さい, 止めてください, しないで, しないでください, 却下, 却下します, 反対,
  反対です, 拒否, 拒否します, no need, no need to, no need for that, please no, not necessary, absolutely not,
  of course not, certainly not, i do not agree, i don't agree, not approved, don't do this, やめておきます, やめときます,
  やめましょう, 必要ないです, その必要はありません, お断りします, 承認しません, いいえ結構です, :-1:, :thumbsdown:, :x:
`);

/** May also only begin a second thought. */
export const WEAK_NO = listed(`
  いや, いえ, never, 不要, 不要です, 必要ありません
`);

/** Yes, where the question is whether the plan changes. */
export const CHANGE = listed(`
  change it, change the plan, replan, re-plan, revise the plan, 計画を変えて, 計画を変更して, 計画を変更してください,
  変更してください, 変更して, change, change it please, go ahead and change it, go ahead and re-plan,
  go ahead and replan, please re-plan, please replan, replan it, re-plan it, make the change, make a new plan,
  plan again, plan anew, new plan, try again, retry, do the change, use the new plan, take the new plan,
  that would be better, go ahead with the change, go ahead with the new plan, go with the new plan, go with the change,
  変更で, 変更でお願いします, 変更をお願いします, 変更お願いします, 変更しましょう, 変えて, 変えてください, 変えて下さい,
  変えましょう, 計画を変えてください, 計画変更をお願いします, 計画の変更をお願いします, 計画を変更しましょう,
  変更して下さい, 見直してください, 計画を見直してください, 再計画してください, 再計画をお願いします, 新しい計画で,
  新しい計画でお願いします, 新しい計画で進めてください, 計画を立て直してください, やり直してください
`);

/** No, there. */
export const KEEP = listed(`
  keep, keep it, keep the plan, keep the current plan, keep current plan, keep the old plan, keep it as it is,
  keep it as is, leave it, leave it as it is, leave it as is, stay with the plan, stick to the plan, stick with the plan,
  don't change it, don't change the plan, do not change the plan, そのまま, そのままで, そのままでいいです,
  そのままでお願いします, そのままにして, そのままにしてください, 今のまま, 今のままで, 今のままでお願いします, 現状維持,
  現状維持で, 現状のまま, 現状のままで, 変えないで, 変えないでください, 変更しないで, 変更しないでください,
  keep going as it is, keep going with the current plan, keep going with the plan, continue with the current plan,
  continue with the plan, continue as planned, continue as it is, continue as is, go on as planned,
  go on with the current plan, go on with the plan, carry on with the current plan, stay with the current plan,
  stick with the current plan, stick to the current plan, stay as it is, it is fine as it is, it's fine as it is,
  fine as it is, the current plan is fine, the plan is fine as it is, no change, no changes, no need to change,
  no need to change it, no need to change the plan, no change needed, no change is needed, no changes needed, no re-plan,
  no replan, no re-planning, don't re-plan, don't replan, do not re-plan, do not replan, do not change, do not change it,
  don't change, use the current plan, use the old plan, please keep it, please keep the current plan,
  proceed with the current plan, go with the current plan, そのまま進めて, そのまま進めてください, そのまま進めて下さい,
  そのまま続けて, そのまま続けてください, そのまま続けて下さい, そのままの計画で, そのままで大丈夫です,
  そのままで構いません, そのままで問題ありません, 計画はそのままで, 計画はそのままでお願いします,
  計画はそのままにしてください, 今の計画のまま, 今の計画のままで, 今の計画のままでお願いします,
  今の計画のまま進めてください, 今の計画のまま続けてください, 今の計画で, 今の計画で進めてください,
  今の計画で続けてください, 今の計画でお願いします, 今のまま進めてください, 今のまま続けてください, 今のままでいいです,
  今のままで大丈夫です, 現在の計画のまま, 現在の計画のままで, 現在の計画のままで進めてください,
  現在の計画のまま進めてください, 現在の計画のままでお願いします, 現在の計画で, 現在の計画で進めてください,
  現在の計画で続けてください, 現在の計画でお願いします, 現在の計画を続けてください, 現状のまま進めてください, 変更不要,
  変更不要です, 変更は不要, 変更は不要です, 変更なし, 変更なしで, 変更なしでお願いします, 変更の必要はありません,
  変更する必要はありません, 変更は必要ありません, 変更しなくていいです, 変更しなくて大丈夫です, 変えなくていい,
  変えなくていいです, 変えなくて大丈夫です, 計画を変えないでください, 計画を変更しないでください, 変更しないで下さい
`);

/** Yes, where the question is whether the work goes on; whether the plan changes it leaves open. */
export const GO_ON = listed(`
  keep going, keep on, continue, please continue, go on, please go on, carry on, resume, 続けて, 続けてください,
  続けて下さい, 続行, 続行してください, 再開, 再開してください
`);

/** And nothing more. */
export const POLITE = listed(`
  please, thanks, thank you, thx, 結構です, ありがとう, ありがとうございます, すみません, 🙏, 🙇, それで, thanks a lot,
  thank you very much, many thanks, cheers, hi, hello, i think, i think so, for me, from me, よろしく, 助かります,
  お疲れ様です, お疲れさまです
`);

function listed(phrases: string): readonly string[] {
  return phrases.split(',').map((phrase) => phrase.trim());
}
