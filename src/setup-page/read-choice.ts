/** Reads the form of the set-up page: a person's choices, or what is wrong with them, by field. */
import { isLocalUrl } from './check-request.ts';
import { isLocalHost } from '../net/local-host.ts';
import type { AppChoice } from './manifest.ts';

/** As typed, to be shown again. */
export interface FormValues {
  readonly name: string;
  readonly owner: 'personal' | 'organisation';
  readonly organisation: string;
  readonly way: 'direct' | 'relay';
  readonly address: string;
  readonly channel: string;
}

export type Mistake =
  | 'name_missing'
  | 'name_long'
  | 'name_without_letters'
  | 'organisation_missing'
  | 'organisation_wrong'
  | 'address_missing'
  | 'address_wrong'
  | 'address_plain'
  | 'address_local'
  | 'channel_missing'
  | 'channel_wrong';
export type Mistakes = Readonly<Partial<Record<'name' | 'organisation' | 'address' | 'channel', Mistake>>>;

const WEBHOOK_PATH = '/api/github/webhooks';
/** GitHub's own limit. */
export const LONGEST_NAME = 34;
const LOGIN = /^[A-Za-z0-9](?:[A-Za-z0-9-_]{0,98}[A-Za-z0-9])?$/;
const LONGEST_ADDRESS = 2_000;

interface Suggesting {
  readonly publicUrl: string | null;
  readonly webhookProxyUrl: string | null;
  readonly githubUrl: string;
  readonly template: { readonly name: string };
  readonly offersRelay: boolean;
}

/** The form's initial values. A GitHub on this machine reaches the address `near`; no other one does. */
export function suggestedValues(around: Suggesting, near: string): FormValues {
  const { publicUrl, webhookProxyUrl, githubUrl, template, offersRelay } = around;
  const reached = publicUrl ?? (isLocalUrl(githubUrl) ? near : null);
  return {
    name: template.name,
    owner: 'personal',
    organisation: '',
    way: offersRelay && publicUrl === null && webhookProxyUrl !== null ? 'relay' : 'direct',
    address: reached === null ? '' : `${reached}${WEBHOOK_PATH}`,
    channel: webhookProxyUrl ?? '',
  };
}

export function valuesOf(form: URLSearchParams): FormValues {
  const text = (name: string) => (form.get(name) ?? '').trim();
  return {
    name: text('name').replaceAll(/\s+/g, ' '),
    owner: text('owner') === 'organisation' ? 'organisation' : 'personal',
    organisation: text('organisation').replace(/^@/, ''),
    way: text('way') === 'relay' ? 'relay' : 'direct',
    address: text('address'),
    channel: text('channel'),
  };
}

/** github.com reaches only public addresses, by https; an Enterprise server reaches what its network reaches. */
export function readChoice(
  values: FormValues,
  { isPublicGitHub, offersRelay }: { readonly isPublicGitHub: boolean; readonly offersRelay: boolean },
): { readonly choice: AppChoice; readonly mistakes: Mistakes } {
  const isRelayed = offersRelay && values.way === 'relay';
  const found: { -readonly [Field in keyof Mistakes]: Mistakes[Field] | null } = {
    name: nameMistake(values.name),
    organisation: values.owner === 'personal' ? null : organisationMistake(values.organisation),
    address: isRelayed ? null : addressMistake(values.address, isPublicGitHub),
    channel: isRelayed ? channelMistake(values.channel) : null,
  };
  return {
    choice: {
      name: values.name,
      organisation: values.owner === 'personal' ? null : values.organisation,
      webhookUrl: isRelayed ? values.channel : withWebhookPath(values.address),
      isRelayed,
    },
    mistakes: Object.fromEntries(Object.entries(found).filter(([, mistake]) => mistake !== null)),
  };
}

function nameMistake(name: string): Mistake | null {
  if (name === '') return 'name_missing';
  if (name.length > LONGEST_NAME) return 'name_long';
  // GitHub derives the App's address and its mention from these.
  return /[A-Za-z0-9]/.test(name) ? null : 'name_without_letters';
}

function organisationMistake(login: string): Mistake | null {
  if (login === '') return 'organisation_missing';
  return LOGIN.test(login) ? null : 'organisation_wrong';
}

function addressMistake(address: string, isPublicGitHub: boolean): Mistake | null {
  if (address === '') return 'address_missing';
  const url = webAddressOf(address);
  if (url === null) return 'address_wrong';
  if (!isPublicGitHub) return null;
  if (isLocalHost(url.hostname)) return 'address_local';
  return url.protocol === 'https:' ? null : 'address_plain';
}

function channelMistake(channel: string): Mistake | null {
  if (channel === '') return 'channel_missing';
  const url = webAddressOf(channel);
  // https://smee.io/new only leads to a channel.
  return url === null || url.pathname === '/' || url.pathname === '/new' ? 'channel_wrong' : null;
}

function webAddressOf(text: string): URL | null {
  if (text.length > LONGEST_ADDRESS || !URL.canParse(text)) return null;
  const url = new URL(text);
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  return isWeb && url.username === '' && url.password === '' && url.hash === '' ? url : null;
}

/** A host alone means the standard webhook path there; another path is the business of a proxy. */
export function withWebhookPath(address: string): string {
  const url = webAddressOf(address);
  return url?.pathname === '/' && url.search === '' ? `${url.origin}${WEBHOOK_PATH}` : address;
}
