/** Which network calls were blocked (GH-7): a part of the pull request. */
import { inBothLanguages } from './in-both-languages.ts';
import { code } from './safe-text.ts';
import { bulleted } from './say.ts';
import type { Task } from '../state/task.ts';

const words = inBothLanguages({
  denied: {
    en: "Network connections that the sandbox's rules blocked",
    ja: 'サンドボックスの設定でブロックされたネットワーク接続',
  },
});

/** '' when none was. */
export function deniedText({ denied, settings }: Pick<Task, 'denied' | 'settings'>): string {
  return bulleted(
    `**${words(settings.language).denied}**\n`,
    denied.map((place) => code(place)),
  );
}
