/** The pages of the set-up: the form, what is about to be created, and the result. */
import { html, type Markup } from './html.ts';
import { creationUrl, manifestOf, settingsOf, type AppChoice, type AppTemplate } from './manifest.ts';
import { framed, type Page } from './page-frame.ts';
import { pageWords, permissionWords, type Language } from './page-words.ts';
import { mistakeWords, setupTroubleWords, type Trouble } from './trouble-on-page.ts';
import type { CreatedApp } from './exchange-code.ts';
import type { FormValues, Mistakes } from './read-choice.ts';
import type { BegunCreation } from './stored-app.ts';

/** Common parameters. */
export interface Surroundings {
  readonly githubUrl: string;
  readonly template: AppTemplate;
  readonly isModelKeyMissing: boolean;
  readonly triggerLabel: string;
  /** In production no relay is used. */
  readonly offersRelay: boolean;
}

const NEW_CHANNEL = 'https://smee.io/new';
const CHECK = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M5 12.5l4.5 4.5L19 7.5" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/></svg>`;
const CROSS = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 6.5v7M12 17.4v.1" fill="none" stroke="currentColor" stroke-width="2.8" stroke-linecap="round"/></svg>`;

interface Questions {
  readonly language: Language;
  readonly token: string;
  readonly path: string;
  readonly values: FormValues;
  readonly mistakes: Mistakes;
  readonly lost: BegunCreation | null;
}

export function choicePage(around: Surroundings, asked: Questions): Page {
  const { language, token, path, values, mistakes, lost } = asked;
  const words = pageWords(language);
  const host = new URL(around.githubUrl).host;
  const { field, choice } = fieldsOf(values, mistakes, language);
  const wrong = Object.keys(mistakes).length > 0;
  const content = html`<h1>${words.chooseTitle}</h1>
<p class="intro">${words.chooseIntro(host)}</p>
${around.isModelKeyMissing ? note('warn', words.modelKeyTitle, html`<p>${words.modelKeyMissing}</p>`) : null}
${lost === null ? null : note('warn', words.lostTitle, html`<p>${words.lost(lost.name)}</p><p><a href="${lost.settingsUrl}" target="_blank" rel="noreferrer">${words.lostLink}</a></p>`)}
${wrong ? note('bad', words.mistakesTitle, null) : null}
<form id="answers" method="post" action="${path}" novalidate>
<input type="hidden" name="token" value="${token}">
<input type="hidden" name="lang" value="${language}">
<fieldset>
<label class="label" for="name">${words.name}</label>
${field('name', 'text')}
<p class="hint" id="name-hint">${words.nameHint}</p>
</fieldset>
<fieldset>
<legend>${words.owner}</legend>
${choice('owner', 'personal', { label: words.personal, hint: words.personalHint })}
${choice('owner', 'organisation', {
  label: words.organisation,
  hint: words.organisationHint,
  more: html`<label class="label inner" for="organisation">${words.organisationName}</label>
${field('organisation', 'text', 'acme')}`,
})}
</fieldset>
<fieldset>
<legend>${words.way}</legend>
${choice('way', 'direct', {
  label: words.direct,
  hint: words.directHint,
  more: html`<label class="label inner" for="address">${words.address}</label>
${field('address', 'url', 'https://planwright.example.com/api/github/webhooks')}`,
})}
${
  around.offersRelay
    ? choice('way', 'relay', {
        label: words.relay,
        hint: words.relayHint,
        more: html`<label class="label inner" for="channel">${words.channel}</label>
${field('channel', 'url', 'https://smee.io/AbC123dEf456')}
<p class="hint"><a href="${NEW_CHANNEL}" target="_blank" rel="noreferrer">${words.newChannel}</a></p>`,
      })
    : null
}
</fieldset>
<div class="actions"><button class="button" type="submit">${words.next}</button><p class="hint">${words.nextHint}</p></div>
</form>
${host === 'github.com' ? html`<div class="foot"><p>${words.otherGitHub}</p></div>` : null}`;
  const frame = { language, title: words.title, stepsDone: 0, form: 'answers' };
  return { body: framed(frame, content), formsLeadTo: 'here' };
}

interface Choice {
  readonly label: string;
  readonly hint: string;
  /** Further fields if this option is chosen. */
  readonly more?: Markup;
}

function fieldsOf(values: FormValues, mistakes: Mistakes, language: Language) {
  const words = mistakeWords(language);
  return {
    field(name: keyof Mistakes, type: 'text' | 'url', example = ''): Markup {
      const mistake = mistakes[name];
      const invalid = mistake === undefined ? null : html` aria-invalid="true" aria-describedby="${name}-wrong"`;
      return html`<input type="${type}" id="${name}" name="${name}" value="${values[name]}" placeholder="${example}" maxlength="2000" autocomplete="off" autocapitalize="off" spellcheck="false"${invalid}>${
        mistake === undefined ? null : html`<p class="wrong" id="${name}-wrong">${words[mistake]}</p>`
      }`;
    },
    choice(name: 'owner' | 'way', value: string, { label, hint, more }: Choice): Markup {
      const checked = values[name] === value ? html` checked` : null;
      return html`<div class="choice"><label><input type="radio" name="${name}" value="${value}"${checked}><span>${label}</span><span class="hint">${hint}</span></label>${
        more === undefined ? null : html`<div class="more">${more}</div>`
      }</div>`;
    },
  };
}

interface Review {
  readonly language: Language;
  readonly choice: AppChoice;
  readonly state: string;
  readonly redirectUrl: string;
  /** To change something. */
  readonly back: string;
}

export function reviewPage({ githubUrl, template }: Surroundings, review: Review): Page {
  const { language, choice, state, redirectUrl, back } = review;
  const words = pageWords(language);
  const host = new URL(githubUrl).host;
  const manifest = JSON.stringify(manifestOf(template, choice, { redirectUrl, githubUrl }));
  const reasons: Readonly<Record<string, { readonly name: string; readonly why: string }>> = permissionWords(language);
  const content = html`<h1>${words.reviewTitle}</h1>
<p class="intro">${words.reviewIntro(host)}</p>
<dl>
<div><dt>${words.name}</dt><dd><strong>${choice.name}</strong></dd></div>
<div><dt>${words.ownerLabel}</dt><dd>${choice.organisation ?? words.personal}</dd></div>
<div><dt>${words.webhooks}</dt><dd><code>${choice.webhookUrl}</code></dd></div>
<div><dt>${words.redirect}</dt><dd><code>${redirectUrl}</code></dd></div>
</dl>
<h2>${words.permissions}</h2>
<p class="hint">${words.permissionsHint}</p>
<dl>${Object.entries(template.default_permissions).map(
    ([permission, access]) =>
      html`<div><dt>${reasons[permission]?.name ?? permission}</dt><dd class="split"><span class="hint">${reasons[permission]?.why ?? ''}</span> <span class="level ${access}">${words.access[access]}</span></dd></div>`,
  )}</dl>
<form method="post" action="${creationUrl(githubUrl, choice, state)}">
<input type="hidden" name="manifest" value="${manifest}">
<div class="actions"><button class="button" type="submit">${words.create(host)}</button><a href="${back}">${words.change}</a></div>
</form>`;
  return {
    body: framed({ language, title: words.title, stepsDone: 1, form: null }, content),
    formsLeadTo: 'github',
  };
}

interface Created {
  readonly language: Language;
  readonly app: CreatedApp;
  readonly base: string;
}

export function createdPage({ isModelKeyMissing, triggerLabel }: Surroundings, { language, app, base }: Created): Page {
  const words = pageWords(language);
  const content = html`<div class="mark good">${CHECK}</div>
<h1>${words.createdTitle(app.name)}</h1>
<p class="intro">${words.createdIntro}</p>
<div class="actions"><a class="button" href="${app.htmlUrl}/installations/new">${words.install}</a></div>
<h2>${words.thenTitle}</h2>
<ol class="next"><li>${words.thenAsk(triggerLabel, app.slug)}</li><li>${words.thenSeen}</li></ol>
<div class="foot">${
    isModelKeyMissing
      ? html`<p>${words.goesOnWithoutKey}</p>`
      : html`<p>${words.goesOn}</p><p><a href="${base}/readyz" target="_blank" rel="noreferrer">${words.readiness}</a></p>`
  }</div>`;
  return {
    body: framed({ language, title: words.createdTitle(app.name), stepsDone: 2, form: null }, content),
    formsLeadTo: 'nowhere',
  };
}

interface Refusal {
  readonly language: Language;
  readonly trouble: Trouble;
  /** The error message. */
  readonly reason?: string;
  /** Where to retry. */
  readonly again?: string;
  /** Whose list of Apps to look through; undefined if GitHub is not involved. */
  readonly organisation?: string | null;
}

export function troublePage({ githubUrl }: Surroundings, refusal: Refusal): Page {
  const { language, trouble, reason, again, organisation } = refusal;
  const words = pageWords(language);
  const { title, text } = setupTroubleWords(language)[trouble];
  const list = organisation === undefined ? null : settingsOf(githubUrl, organisation);
  const content = html`<div class="mark bad">${CROSS}</div>
<h1>${title}</h1>
<p>${text}</p>
${reason === undefined ? null : html`<p class="hint"><code>${reason}</code></p>`}
${again === undefined && list === null ? null : html`<div class="actions">${[again === undefined ? null : html`<a class="button" href="${again}">${words.tryAgain}</a>`, list === null ? null : html`<a href="${list}" target="_blank" rel="noreferrer">${words.lostLink}</a>`]}</div>`}`;
  return { body: framed({ language, title, stepsDone: null, form: null }, content), formsLeadTo: 'nowhere' };
}

/** For requests after the App was created: names the App to visitors with the link, and to nobody else. */
export function overPage(
  language: Language,
  app: { readonly name: string; readonly htmlUrl: string } | null,
  readiness: string,
): Page {
  const words = pageWords(language);
  const title = app === null ? words.overTitle : words.createdTitle(app.name);
  const status = html`<p><a href="${readiness}" target="_blank" rel="noreferrer">${words.readiness}</a></p>`;
  const content =
    app === null
      ? html`<h1>${title}</h1><p>${words.over}</p>${status}`
      : html`<div class="mark good">${CHECK}</div>
<h1>${title}</h1>
<p class="intro">${words.usedUp}</p>
<div class="actions"><a class="button" href="${app.htmlUrl}/installations/new">${words.install}</a></div>
<div class="foot">${status}</div>`;
  return {
    body: framed({ language, title, stepsDone: app === null ? null : 2, form: null }, content),
    formsLeadTo: 'nowhere',
  };
}

function note(kind: 'warn' | 'bad', title: string, text: Markup | null): Markup {
  return html`<div class="note ${kind}" role="status"><strong>${title}</strong>${text}</div>`;
}
