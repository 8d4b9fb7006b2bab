/** The settings that apply in a repository: the service's, its organisation's and its own (GH-9). */
import { applyConfig, mergeConfigs, permittedBy } from '../repository-config/apply-config.ts';
import { NO_FILE, parseConfig, type ParsedConfig } from '../repository-config/parse-config.ts';
import { CONFIG_PATH } from '../repository-config/repository-schema.ts';
import { dailyBudgetOf, taskSettings } from './task-settings.ts';
import type { Logger } from 'pino';
import type { LoadedSettings } from '../config/load.ts';
import type { UserSettings } from '../config/user-settings.ts';
import type { Permitted } from '../repository-config/permitted.ts';
import type { ActingTools } from '../requests/acting-tools.ts';
import type { FoundFile, GitHub } from '../ports/github.ts';

interface Sources {
  readonly settings: LoadedSettings['settings'];
  readonly github: Pick<GitHub, 'defaultFile' | 'identity'>;
  /** Null if the operator has no such service. */
  readonly userSettings: UserSettings | null;
  readonly log: Logger;
}

export function createSettingsReader({ settings, github, userSettings, log }: Sources): ActingTools['settingsOf'] {
  const may = permittedBy(settings);
  return async (repo) => {
    const found = await Promise.all([
      github.defaultFile(repo, CONFIG_PATH, 'owner'),
      github.defaultFile(repo, CONFIG_PATH, 'repository'),
    ]);
    const files = found.filter((file) => file !== null).map((file) => ({ file, ...parsed(file, may) }));
    // An unusable file does not count and nothing starts, but replies use the other file's language.
    const config = mergeConfigs(files.flatMap((file) => file.config ?? []));
    const { settings: applied, lowered } = applyConfig(settings, config);
    const labels = files.flatMap(({ triggerLabel }) => triggerLabel ?? []);
    return {
      enabled: config.enabled ?? true,
      triggerLabel: labels.at(-1) ?? settings.trigger_label,
      profiles: usualFirst(applied, config.models?.profile ?? null),
      plansFirst: config.plan_approval ?? false,
      allowedBots: applied.allowed_bots,
      ...dailyBudgetOf(applied),
      mistaken: files
        .filter(({ mistakes }) => mistakes.length > 0)
        .map(({ file, mistakes }) => ({ repository: file.repository, isPrivate: file.isPrivate, mistakes })),
      async forTask({ issueText, requester, profile } = {}) {
        const { slug } = await github.identity();
        const issue = applied.language === 'auto' && issueText !== undefined ? await issueText() : null;
        const warn = (why: string) => log.warn({ user: requester?.id, why }, 'personal settings were not used');
        const planning =
          userSettings === null || requester === undefined
            ? applied.planning
            : await userSettings(requester, applied.planning, warn);
        // Approving every plan implies making one.
        const enabled = config.plan_approval === true ? applied.planning.enabled : planning.enabled;
        return taskSettings({ ...applied, planning: { ...planning, enabled } }, slug, {
          issue,
          profile: profile ?? null,
          config,
          files: files.map(({ file: { repository, commit } }) => ({ repository, commit })),
          lowered,
        });
      },
    };
  };
}

function usualFirst({ models }: LoadedSettings['settings'], ofRepository: string | null): readonly string[] {
  const names = models.profiles.map(({ name }) => name);
  const usual = ofRepository ?? models.active_profile ?? names[0];
  return names.toSorted((one, other) => Number(other === usual) - Number(one === usual));
}

function parsed({ isFile, text, bytes }: FoundFile, may: Permitted): ParsedConfig {
  return isFile ? parseConfig({ text, bytes }, may) : NO_FILE;
}
