/**
 * What is always asked and never assumed (PLAN-2): security settings with access control, credentials, connection
 * strings, personal data. A judgement marks such questions itself (`must_be_answered`, REPLAN-1); these word stems are
 * a safety net, and the only check for other questions. They err on the side of asking: an unnecessary question waits
 * for a person and a reminder, a missing one lets a guess decide.
 */
import type { ReplanDecision } from '../state/judgements.ts';

/** A blank matches any non-letter or nothing; `~` matches more letters; the last word may be a plural. */
const ENGLISH = matching(String.raw`
  credential, passw~, passphrase, passcode, secret, service account, htpasswd, kubeconfig, dsn, jdbc~,
  (?:api|access|account|private|encryption|signing|deploy|session|license|host|ssh|gpg|pgp|rsa|aws) key,
  key (?:vault|store|chain), (?:db|user|root) pwd, pin code,
  connection (?:string|info~|detail|data|setting|parameter|url|uri),
  (?:database|db|postgres~|mysql|maria db|mongo~|redis|smtp|imap|ldap|amqp|kafka|s?ftp)
    (?:ur[il]|host|host name|endpoint|user|user name|login|account|port),
  (?:smtp|imap|ldap|mail|ftp) server, (?:host name|ur[il]|user|account|port) of the (?:database|db),
  securit~, insecure~, permission, authenti~, authori[sz]~, unauth~, two factor, mfa, encrypt~, decrypt~, m?tls, ssl,
  (?:client|server|root|ca) certificate, certificate (?:verification|validation|check|authority|pinning), self signed,
  cors, cross origin, csrf, xsrf, hsts, firewall, rbac, iam, sso, single sign on, login, logon,
  (?:logged|logging|signed|signing) in, (?:to|must|can|may|users?|visitors?|people|they) (?:log|sign) in,
  (?:log|sign) in (?:required|needed|mandatory), anonymous~, guest, admin~, super user, privilege,
  (?:users?|access) role, roles? of (?:the )?users?, role based, access (?:control|right|rule|level|policy),
  (?:grant|restrict|limit|deny|revoke)~ (?:[a-z]+ )?access, access (?:be )?(?:grant|restrict|limit|den|revok)~,
  (?:who|whoever|(?:which|what) (?:user|role|group|member|account|team|people)s?|(?:any|every) ?(?:one|body))
    (?:[a-z]+ )?(?:may|can|could|should|must|shall|allowed|has|have|read|see|edit|delete|access)
    (?:be )?(?!written|named|sorted|dropped)[a-z]~,
  (?:visible|open|available|accessible|readable) (?:to|for|by) (?:the )?(?:public|internet|(?:every|any) ?(?:one|body)),
  (?:endpoint|bucket|repo|repository|route|page|dashboard)s? (?:be |is )?(?:public|private),
  public (?:endpoint|bucket|repo|repository|route|page|dashboard|access), publicly,
  personal (?:data|info~|detail), personally identif~, private data, pii, gdpr, hipaa, e ?mail address, mail address,
  (?:tele)?phone number, mobile number, (?:home|postal) address, birth~, date of birth, social security, ssn, passport,
  drivers? licen[sc]e, credit card, card number, bank account, account number, iban,
  (?:medical|health) (?:record|data), biometric~,
  (?:customer|patient|employee|client|member)s? (?:data|record|name),
  (?:name|address|age|gender|photo|contact)e?s of (?:the )?
    (?:customer|client|patient|employee|member|subscriber|visitor|student|user)s,
  (?:customer|client|patient|employee|member|subscriber|visitor|student|user)s
    (?:name|address|age|gender|photo|contact)e?s
`);
const JAPANESE = new RegExp(
  [
    '認証|認可|資格情報|クレデンシャル|パスワード|パスフレーズ|パスコード|暗証番号|シークレット|機密|秘密|証明書',
    '(?:API|SSH|アクセス|署名|暗号)(?:キー|鍵)|接続(?:文字列|情報|先|設定|用|ユーザ)|(?:データベース|DB)の(?:URL|ホスト|ユーザ)',
    'セキュリティ|アクセス(?:権|制御|許可|制限|レベル)|匿名|権限|特権|管理者|ログイン|ログオン|サイン(?:イン|オン)',
    '暗号化|復号|オリジン|ファイ[アヤ]ー?ウォール|公開(?:範囲|設定|対象)|(?:一般|外部)に?公開',
    '(?:エンドポイント|バケット|リポジトリ|ページ)[はをがも]?、?公開|(?:ユーザー?|利用者)の?(?:役割|ロール|情報)',
    '(?:誰|だれ|どなた|どの(?:ユーザー?|利用者|役割|ロール|メンバー|会員))(?:が|も|でも|まで)[^。？?!！\\n]{0,40}',
  ].join('|') +
    '(?:でき|可能|許|られ[るま]|[見読使]え[るま]|てよい)|' +
    [
      '個人(?:の|的な)?(?:情報|データ|を特定)|メールアドレス|電話番号|携帯番号|氏名|住所(?!録)|生年月日|誕生日',
      'マイナンバー|クレジットカード|カード番号|口座|免許証|旅券|パスポート|健康情報|病歴|(?:顧客|会員|患者)(?:情報|データ|名)',
    ].join('|'),
  'i',
);
/** `scheme://name:password@host` */
const URL_WITH_PASSWORD = /:\/\/[^\s/@:]{0,200}:[^\s/@]{1,200}@/;

/** "Token" may mean a credential, a piece of text, a design token or a billing unit. */
const TOKEN = / tokens? /;
const OTHER_TOKEN =
  / (?:pars[a-z]+|lex[a-z]*|grammars?|syntax|ast|tokeni[sz][a-z]*|keywords?|words?|characters?|designs?|themes?|css|colou?rs?|models?|prompts?|contexts?|llms?|budgets?|max|maximum|limits?|count|input|output|usage|how many) /;
const TOKEN_JAPANESE = /トークン/;
const OTHER_TOKEN_JAPANESE = /パーサ|構文|字句|解析|単語|文字|デザイン|配色|モデル|プロンプト|上限|予算|トークン数/;

/** The model marks its questions; the word list is a safety net (REPLAN-1). */
export function mustBeAnswered(
  { must_be_answered: isSaidSo }: Pick<ReplanDecision, 'must_be_answered'>,
  questions: readonly string[],
): boolean {
  return questions.length > 0 && (isSaidSo === true || isNeverAssumed(questions));
}

export function isNeverAssumed(texts: readonly string[]): boolean {
  return texts.some(isSensitive);
}

function isSensitive(text: string): boolean {
  const written = text.normalize('NFKC');
  if (JAPANESE.test(written) || URL_WITH_PASSWORD.test(written)) return true;
  const readings = [latinWords(text), latinWords(text, ' ')];
  if (readings.some((words) => ENGLISH.test(words))) return true;
  const isOther = OTHER_TOKEN_JAPANESE.test(written) || readings.some((words) => OTHER_TOKEN.test(words));
  return !isOther && (TOKEN_JAPANESE.test(written) || readings.some((words) => TOKEN.test(words)));
}

/**
 * Lower case, with one blank for everything else; also at the humps of `clientSecret`, if a blank is given for them.
 */
function latinWords(text: string, hump = ''): string {
  const words = text
    .replace(/[^\p{Script=Latin}]+/gu, ' ')
    .normalize('NFKC')
    .replace(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, hump)
    .toLowerCase();
  return ` ${words.trim()} `;
}

function matching(stems: string): RegExp {
  const each = stems.trim().replace(/\s+/g, ' ').split(', ').map(pattern);
  return new RegExp(` (?:${each.join('|')}) `);
}

function pattern(stem: string): string {
  const ends = stem.endsWith('~') ? stem : stem.replace(/y$/, '(?:y|ie)').concat('(?:e?s)?');
  return ends.replaceAll(/ (?!\?)/g, ' ?').replaceAll('~', '[a-z]*');
}
