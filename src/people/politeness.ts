/**
 * What courtesy puts around a word, in English and Japanese: `could you please stop?` and
 * `停止してください。` are `stop` and 停止.
 */
import { asciiLowerCase } from './same-label.ts';

const LONGEST_MESSAGE = 64;
/** Each is taken off from the outside, the first that fits. */
const LAYERS = [
  /^(?:\s|[🙏🙇]\p{Emoji_Modifier}?)+/u,
  /(?:[\s.,!?~〜…。、]|[🙏🙇]\p{Emoji_Modifier}?)+$/u,
  /^(?:please|pls|plz|kindly|(?:can|could|would|will) you)[\s,]+/u,
  /^(?:(?:どうか|すみませんが?|恐れ入りますが|申し訳(?:ありません|ございません)が|お手数(?:ですが|を(?:おかけ|お掛け)しますが))[\s、,。]*)/u,
  /[\s,.!]+(?:please|pls|plz|thanks(?: a lot| so much)?|thank you(?: very much| so much)?|thx)$/u,
  /(?:ありがとう(?:ございます)?|(?:どうぞ)?(?:よろしく|宜しく)(?:(?:お願い|おねがい)(?:し|致し|いたし)ます)?)$/u,
  /を?(?:お願い|おねがい)(?:(?:し|致し|いたし)ます|(?:でき|出来)ますか)?$/u,
  /を?(?:ください|下さい)(?:ませ)?$/u,
  // What ends a verb leaves its `て`.
  /(?<=て)(?:もらえ|いただけ|頂け|くれ)(?:ますか|ませんか|ますでしょうか|ませんでしょうか)$/u,
  /を?して$/u,
];

/**
 * What is left when one layer of courtesy after the other is taken off, with each step on the way:
 * `やり直して` is a word, `停止して` is not.
 */
export function plainForms(message: string): readonly string[] {
  const trimmed = message.trim();
  if (trimmed.length > LONGEST_MESSAGE) return [];
  const forms: string[] = [];
  let form = asciiLowerCase(trimmed.normalize('NFKC'));
  while (form !== '' && forms.at(-1) !== form) {
    forms.push(form);
    const outermost = LAYERS.find((layer) => layer.test(form));
    if (outermost !== undefined) form = form.replace(outermost, '');
  }
  return forms;
}
