/** The common frame of the set-up's pages, and their headers. */
import { createHash } from 'node:crypto';
import { html, type Markup } from './html.ts';
import { PAGE_STYLE } from './page-style.ts';
import { pageWords, type Language } from './page-words.ts';

/** A page, and where its forms may lead. */
export interface Page {
  readonly body: Markup;
  readonly formsLeadTo: 'nowhere' | 'here' | 'github';
}

interface Frame {
  readonly language: Language;
  readonly title: string;
  /** How many of the three steps are done; null if there are none to show. */
  readonly stepsDone: number | null;
  /** The form that shows this page in another language, with what was typed; null if it cannot be shown again. */
  readonly form: string | null;
}

export function framed({ language, title, stepsDone, form }: Frame, content: Markup): Markup {
  const words = pageWords(language);
  return html`<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Planwright</title>
<style>${STYLE}</style>
</head>
<body>
<div class="page">
<header class="top">
<div class="brand">${LOGO} Planwright</div>
${form === null ? null : languageSwitch(language, form)}
</header>
${stepsDone === null ? null : steps(words, stepsDone)}
<main>
${content}
</main>
</div>
</body>
</html>
`;
}

/**
 * Buttons of the form, so that typed text is kept. The Enter key presses a form's first button: a hidden one, which
 * does the same as the last.
 */
function languageSwitch(language: Language, form: string): Markup {
  const names: readonly (readonly [Language, string])[] = [
    ['en', 'English'],
    ['ja', '日本語'],
  ];
  return html`<button class="unseen" form="${form}" tabindex="-1" aria-hidden="true"></button>
<nav class="language" aria-label="Language">${names.map(([one, name]) =>
    one === language
      ? html`<span lang="${one}" aria-current="true">${name}</span>`
      : html`<button lang="${one}" form="${form}" name="${SHOWN_IN}" value="${one}">${name}</button>`,
  )}</nav>`;
}

/** The field by which a form requests itself in another language. */
export const SHOWN_IN = 'shown_in';

function steps(words: ReturnType<typeof pageWords>, done: number): Markup {
  const state = (index: number) => (index < done ? 'done' : index === done ? 'now' : 'later');
  return html`<ol class="steps" aria-label="${words.steps}">${[
    words.stepChoose,
    words.stepCreate,
    words.stepInstall,
  ].map(
    (name, index) =>
      html`<li class="${state(index)}"${index === done ? CURRENT_STEP : null}>${index + 1}. ${name}</li>`,
  )}</ol>`;
}

const CURRENT_STEP = html` aria-current="step"`;
/** Unescaped: it contains no HTML syntax, and its hash is in the policy. */
const STYLE = html([PAGE_STYLE] as unknown as TemplateStringsArray);
const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

const LOGO = html`<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#1f6feb"/><path d="M8 10.5l2 2 3.4-3.6M8 20.5l2 2 3.4-3.6" fill="none" stroke="#fff" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/><path d="M17 11.5h7M17 21.5h7" stroke="#fff" stroke-opacity=".75" stroke-width="2.2" stroke-linecap="round"/></svg>`;

/**
 * Nothing is loaded and nothing runs. Where a form leads to GitHub, its sign-in (SAML on an Enterprise server) may
 * redirect to another host, and browsers apply the policy to the whole way; so any https address is allowed.
 */
export function pageHeaders(formsLeadTo: Page['formsLeadTo'], githubUrl: string): Readonly<Record<string, string>> {
  const forms = { nowhere: "'none'", here: "'self'", github: `${new URL(githubUrl).origin} https:` }[formsLeadTo];
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${forms}; base-uri 'none'; frame-ancestors 'none'`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    // The token is in the address; other sites get at most the origin.
    'referrer-policy': 'strict-origin',
  };
}
