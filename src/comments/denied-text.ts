/** Blocked network connections (GH-7), for the pull request. */
import { inBothLanguages } from './in-both-languages.ts';
import { code } from './safe-text.ts';
import { bulleted } from './say.ts';
import type { Task } from '../state/task.ts';

const words = inBothLanguages({
  denied: {
    en: "Network connections that the sandbox's rules blocked",
    ja: 'サンドボックスの設定でブロックされたネットワーク接続',
  },
  howToPermit: {
    en: 'To permit a host, add it to `network.allow` in `.github/planwright.yml`; the operator of this service has to permit it, too.',
    ja: 'ホストを許可するには、`.github/planwright.yml` の `network.allow` に追加してください (運用担当者の許可も必要です)。',
  },
});

/** '' if there were none. */
export function deniedText({ denied, settings }: Pick<Task, 'denied' | 'settings'>): string {
  return bulleted(
    `**${words(settings.language).denied}**\n`,
    denied.map((place) => code(place)),
  );
}

/** For readers in the repository: what to do if the work needs the connection. */
export function howToPermit({ denied, settings }: Pick<Task, 'denied' | 'settings'>): string {
  return denied.length === 0 ? '' : words(settings.language).howToPermit;
}
