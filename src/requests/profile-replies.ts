/** Replies to an unknown model profile, or one that a running task does not use (MODEL-5). */
import { inBothLanguages } from '../comments/in-both-languages.ts';
import { code } from '../comments/safe-text.ts';
import { reactTo, reply, type Words } from './reply.ts';
import type { IntentOf } from '../people/intent.ts';
import type { ActingTools } from './acting-tools.ts';

const told = inBothLanguages({
  unknown: (name: string, offered: string, how: string) => ({
    en:
      `I have not started anything: there is no model profile ${name} here. The operator of this service offers ${offered}. ` +
      `Ask again with one of these (${how}), or with none, and the usual one is used.`,
    ja:
      `何も開始していません。モデルのプロファイル ${name} はありません。このサービスで選べるのは ${offered} です。` +
      `この中から選んでもう一度依頼するか (${how})、何も指定せずに依頼してください (その場合は通常のプロファイルを使います)。`,
  }),
  /** If it stood before a colon. */
  notMeant: (name: string) => ({
    en: ` If ${name} is part of what you want done, leave out the colon behind it.`,
    ja: `${name} が依頼内容の一部であれば、その後のコロンを省いてください。`,
  }),
  unclear: (labels: string) => ({
    en:
      `I have not started anything: the labels ${labels} each choose a model profile, and a task has one. ` +
      'Remove all but one of them, and ask again.',
    ja:
      `何も開始していません。ラベル ${labels} がそれぞれ別のモデルのプロファイルを指定していますが、タスクで使えるのは 1 つです。` +
      '1 つだけを残して、もう一度依頼してください。',
  }),
  kept: (name: string, current: string, again: string) => ({
    en:
      `I am already working on this ${current}, and a task keeps its models to the end, so I don't change to ${name}. ` +
      `To have it done with ${name}, end this task (${code(`${again} stop`)}), then comment ${code(`${again} with ${bare(name)}: retry`)}.`,
    ja:
      `${current}すでに作業中です。モデルはタスクの途中では変えられないため、${name} には切り替えません。` +
      `${name} で作業するには、このタスクを終了し (${code(`${again} 停止`)})、その後で ${code(`${again} ${bare(name)} で：やり直して`)} とコメントしてください。`,
  }),
  by: (current: string) => ({ en: `with the profile ${current}`, ja: `プロファイル ${current} で` }),
  byFixed: { en: "with the operator's model", ja: '運用担当者が指定したモデルで' },
  how: (slug: string, name: string, label: string) => ({
    en: `\`@${slug} with ${name}: …\`, or the label ${label}`,
    ja: `\`@${slug} ${name} で：…\`、またはラベル ${label}`,
  }),
});

const bare = (shown: string) => shown.replaceAll('`', '');

export interface RefusedProfile {
  readonly choice:
    | { readonly is: 'unknown'; readonly name: string; readonly hasColon: boolean }
    | { readonly is: 'unclear'; readonly labels: readonly string[] };
  readonly profiles: readonly string[];
  readonly triggerLabel: string;
}

export async function refuseProfile(
  intent: IntentOf<'start'>,
  { choice, profiles, triggerLabel }: RefusedProfile,
  tools: ActingTools,
): Promise<void> {
  const text = ({ language, botSlug }: Words): string => {
    const words = told(language);
    const listed = (names: readonly string[]) => names.map((name) => code(name)).join(language === 'ja' ? '、' : ', ');
    if (choice.is === 'unclear') return words.unclear(listed(choice.labels));
    const [first = ''] = profiles;
    const how = words.how(botSlug, first, code(`${triggerLabel}:${first}`));
    const name = code(choice.name);
    return `${words.unknown(name, listed(profiles), how)}${choice.hasColon ? words.notMeant(name) : ''}`;
  };
  await reactTo(intent, { target: intent.target, content: 'confused' }, tools);
  await reply(intent, { text, about: null }, tools);
}

/** `current`: null if one model is set for everything. */
export async function tellProfileKept(
  intent: IntentOf<'start'>,
  { name, current, about }: { readonly name: string; readonly current: string | null; readonly about: string },
  tools: ActingTools,
): Promise<void> {
  const text = ({ language, botSlug }: Words): string => {
    const words = told(language);
    const by = current === null ? words.byFixed : words.by(code(current));
    return words.kept(code(name), by, `@${botSlug}`);
  };
  await reply(intent, { text, about }, tools);
}
