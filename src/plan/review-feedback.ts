/**
 * Whether a failed review asks for anything (MODEL-4): praise, or no text, gives nothing to work on. Only unmistakable
 * praise counts as such; anything else is work.
 */

const VERDICT =
  /["'*_`]{0,3}(?:最終判定|判定結果|判定|結果|decision|result|verdict)["'*_`]{0,3}\s{0,5}[:：]\s{0,5}["'*_`]{0,3}(?:PASS|FAIL)[A-Z_]{0,30}["'*_`]{0,3}/gi;
const LABEL = /\b(?:final|decision|result|feedback|verdict|PASS|FAIL)\b|不合格/gi;
const SENTENCE_END = /[.!?]\s|[.!?]$|[。！？\n;；]/;

/** Phrases that say there is nothing to say. */
const NOTHING = /^(?:none|n\/a|nothing|no (?:comments?|feedback|remarks?)|(?:特に)?(?:なし|無し|ありません))$/i;
const FAULTS = 'issues?|problems?|errors?|bugs?|concerns?|objections?|complaints?|changes?|remarks?|faults?';
const FAULTLESS = new RegExp(
  String.raw`\b(?:no|nothing|without)\b(?: \w+){0,4} (?:${FAULTS}|wrong|missing|to (?:add|change|correct|do|fix|improve|mend))\b` +
    '|問題(?:点)?(?:は|も)?(?:特に)?(?:ありません|ない|なし|無し|見当たりません|見つかりません)',
  'i',
);
const PRAISE = [
  FAULTLESS,
  /\b(?:does|did|implements?|fulfil+s|meets?|matches|satisfies|covers?|solves?|fixes)\b.{0,80}\b(?:asked|requested|required|wanted|needed|expected|described|requests?|requirements?|goals?|criteri(?:a|on)|issue)\b/i,
  /\b(?:is|are|looks?|seems?|was|were|reads?)\b(?: \w+){0,2} (?:good|great|nice|fine|excellent|perfect|clean|correct|right|solid|sound|reasonable|complete|ok|okay)(?=\s{0,5}(?:$|[,:)]|and\b|as\b|here\b|now\b|to me\b))/i,
  /\b(?:lgtm|well done|(?:good|great|nice) (?:work|job))\b|\bworks? (?:as|well|fine|correctly)\b|\btests pass\b/i,
  /(?:要求|要件|依頼|指示|仕様|期待|目標|条件)(?:の)?(?:どおり|通り|を(?:すべて|全て)?満た|に沿)|適切|妥当|正し[いく]|良好|良[いく]|完璧|十分/,
];
const FAULT =
  /\b(?:not|no|never|none|nor|but|however|although|though|except|unless|until|without|instead|only|yet|should|must|needs?|could|would|please|miss(?:es|ing)?|lacks?|fail(?:s|ed|ing|ure)?|wrong|broken?|breaks?|bugs?|errors?|incorrect(?:ly)?|incomplete|invalid|add|remove|rename|fix|change it|replace|move|update|revert|use|make|handle|write|todo|still|too)\b|n['’]t\b/i;
const FAULT_JA = /不|しかし|ただし|ません|ない|なく|誤|間違|欠|抜け|漏れ|必要|べき|ください|修正|追加|削除|直し|直す/;

/** A review's finding in one line, without the verdict and list marks. */
export function foundInOneLine(feedback: string): string {
  return withoutVerdict(feedback)
    .replace(/^[ \t]{0,20}(?:[-*+•]|\d{1,3}[.)])[ \t]{1,20}/gm, '')
    .replace(/\s+/g, ' ')
    .trim();
}

export function asksForNothing(feedback: string): boolean {
  return withoutVerdict(feedback)
    .split(SENTENCE_END)
    .every((sentence) => !hasWords(sentence) || isPraise(sentence.trim()));
}

function withoutVerdict(feedback: string): string {
  return feedback.replace(VERDICT, '\n');
}

function hasWords(sentence: string): boolean {
  return /[\p{L}\p{N}]/u.test(sentence.replace(LABEL, ''));
}

function isPraise(sentence: string): boolean {
  if (NOTHING.test(sentence)) return true;
  const rest = sentence.replace(FAULTLESS, '');
  return PRAISE.some((praise) => praise.test(sentence)) && !FAULT.test(rest) && !FAULT_JA.test(rest);
}
