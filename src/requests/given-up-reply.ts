/** The reply about a delivery that was given up because handling it stopped the service every time. */
import { inBothLanguages, type Language } from '../comments/in-both-languages.ts';

interface GivenUp {
  readonly login: string;
  readonly deliveryId: string;
  readonly slug: string;
  readonly times: number;
}

const givenUp = inBothLanguages({
  said: ({ login, deliveryId, times }: GivenUp) => ({
    en:
      `I could not act on what @${login} said here. Handling it stopped the service ${times} times, so I do not try it ` +
      'again. Say it again in other words, or tell whoever runs this service: it is delivery ' +
      `\`${deliveryId}\` in the log.`,
    ja:
      `ここでの @${login} さんの発言を処理できませんでした。処理しようとするたびにサービスが停止し、${times} 回に達したため、これ以上は試みません。` +
      `別の言い方でもう一度書くか、このサービスの運用担当者に連絡してください (ログでの配信 ID: \`${deliveryId}\`)。`,
  }),
  labelled: ({ login, deliveryId, slug, times }: GivenUp) => ({
    en:
      `I have not started anything for the label that @${login} set. Handling it stopped the service ${times} times, so I ` +
      `do not try it again. Ask in other words, with \`@${slug} <what you want>\` or by setting the label again after ` +
      `changing the issue, or tell whoever runs this service: it is delivery \`${deliveryId}\` in the log.`,
    ja:
      `@${login} さんが付けたラベルについて、何も開始していません。処理しようとするたびにサービスが停止し、${times} 回に達したため、これ以上は試みません。` +
      `\`@${slug} <依頼内容>\` とコメントして別の言い方で依頼するか、Issue の内容を変えてからラベルを付け直してください。` +
      `それでも進まない場合は、このサービスの運用担当者に連絡してください (ログでの配信 ID: \`${deliveryId}\`)。`,
  }),
  withdrawn: ({ login, deliveryId, slug, times }: GivenUp) => ({
    en:
      `I could not act on what @${login} did here, which should have stopped my work. Handling it stopped the service ` +
      `${times} times, so I do not try it again. To stop my work, comment \`@${slug} stop\`, or tell whoever runs ` +
      `this service: it is delivery \`${deliveryId}\` in the log.`,
    ja:
      `@${login} さんの操作 (本来は作業を停止するもの) を処理できませんでした。処理しようとするたびにサービスが停止し、${times} 回に達したため、これ以上は試みません。` +
      `作業を停止するには \`@${slug} 停止\` とコメントするか、このサービスの運用担当者に連絡してください (ログでの配信 ID: \`${deliveryId}\`)。`,
  }),
});

export function givenUpText(kind: keyof ReturnType<typeof givenUp>, language: Language, given: GivenUp): string {
  return givenUp(language)[kind](given);
}
