/** What courtesy puts around a word, in English and Japanese: `could you please stop?` and `停止してください。` are `stop` and 停止. Pure. */

const LONGEST_MESSAGE = 64;
const MARKS_BEFORE = /^(?:\s|[🙏🙇]\p{Emoji_Modifier}?)+/u;
const MARKS_AFTER = /(?:[\s.,!?~〜…。、]|[🙏🙇]\p{Emoji_Modifier}?)+$/u;
const BEFORE = [
  /^(?:please|pls|plz|kindly|(?:can|could|would|will) you)[\s,]+/u,
  /^(?:(?:どうか|すみませんが?|恐れ入りますが|申し訳(?:ありません|ございません)が|お手数(?:ですが|を(?:おかけ|お掛け)しますが))[\s、,。]*)/u,
];
const AFTER = [
  /[\s,.!]+(?:please|pls|plz|thanks(?: a lot| so much)?|thank you(?: very much| so much)?|thx)$/u,
  /(?:ありがとう(?:ございます)?|(?:どうぞ)?(?:よろしく|宜しく)(?:(?:お願い|おねがい)(?:し|致し|いたし)ます)?)$/u,
  /を?(?:お願い|おねがい)(?:(?:し|致し|いたし)ます|(?:でき|出来)ますか)?$/u,
  /を?(?:ください|下さい)(?:ませ)?$/u,
  // What ends a verb leaves its `て`.
  /(?<=て)(?:もらえ|いただけ|頂け|くれ)(?:ますか|ませんか|ますでしょうか|ませんでしょうか)$/u,
  /を?して$/u,
] as const;

/** What is left when a layer of courtesy after the other is taken off, with each step of it: `やり直して` is a word, `停止して` is not. */
export function plainForms(message: string): readonly string[] {
  const trimmed = message.trim();
  if (trimmed.length > LONGEST_MESSAGE) return [];
  const forms: string[] = [];
  let form = trimmed.normalize('NFKC').replace(/[A-Z]+/gu, (letters) => letters.toLowerCase());
  while (form !== '' && forms.at(-1) !== form) {
    forms.push(form);
    form = unwrapped(form);
  }
  return forms;
}

/** One layer less; the same when there is none left. */
function unwrapped(form: string): string {
  for (const layer of [MARKS_BEFORE, MARKS_AFTER, ...BEFORE, ...AFTER]) {
    const rest = form.replace(layer, '');
    if (rest !== form) return rest;
  }
  return form;
}
