/** The manifest for GitHub: app.yml, which alone says what the App may do, and a person's choices on the page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageRoot } from '../package-root.ts';

/** Strict: an unknown key would silently be left out of the App. */
export const AppTemplate = z.strictObject({
  name: z.string().min(1),
  url: z.url(),
  description: z.string(),
  public: z.boolean(),
  default_permissions: z.record(z.string(), z.enum(['read', 'write', 'admin'])),
  default_events: z.array(z.string()),
});
export type AppTemplate = z.infer<typeof AppTemplate>;

export interface AppChoice {
  readonly name: string;
  /** Null for the personal account of the person signed in at GitHub. */
  readonly organisation: string | null;
  /** Where GitHub sends webhooks. */
  readonly webhookUrl: string;
  /** Whether that is a relay's channel, which the service then listens to. */
  readonly isRelayed: boolean;
}

export function readAppTemplate(text: string): AppTemplate {
  return AppTemplate.parse(parse(text));
}

export function appTemplateHere(): AppTemplate {
  return readAppTemplate(readFileSync(join(packageRoot(), 'app.yml'), 'utf8'));
}

/** Servers before GitHub Enterprise 3.19 refuse a manifest with it; it only saves time. */
const NEWEST_EVENT = 'issue_dependencies';

export function manifestOf(template: AppTemplate, choice: AppChoice, at: { redirectUrl: string; githubUrl: string }) {
  const { redirectUrl, githubUrl } = at;
  const { default_events: events } = template;
  return {
    ...template,
    default_events: githubUrl === 'https://github.com' ? events : events.filter((name) => name !== NEWEST_EVENT),
    name: choice.name,
    hook_attributes: { url: choice.webhookUrl, active: true },
    redirect_url: redirectUrl,
  };
}

/** GitHub's page that takes a manifest. */
export function creationUrl(
  githubUrl: string,
  { organisation }: Pick<AppChoice, 'organisation'>,
  state: string,
): string {
  return `${settingsOf(githubUrl, organisation)}/new?state=${state}`;
}

/** GitHub's page that lists the Apps of an account. */
export function settingsOf(githubUrl: string, organisation: string | null): string {
  const account = organisation === null ? '' : `/organizations/${encodeURIComponent(organisation)}`;
  return `${githubUrl}${account}/settings/apps`;
}
