/**
 * The words that `never-assumed.ts` looks for, in English and Japanese. A blank in an English phrase stands for
 * whatever is not a letter, or for nothing: `api key` is `API_KEY`, `apiKey` and `apikey`. The last word may be a
 * plural. They are looked for when something is to be asked, once: what was decided then is recorded with the
 * question.
 */

const CREDENTIALS = listed(`
  credential, password, passwd, db pwd, user pwd, admin pwd, root pwd, passphrase, passcode, pin code, secret,
  api key, access key, account key, private key, encryption key, decryption key, signing key, deploy key,
  session key, license key, ssh key, gpg key, pgp key, rsa key, host key, aws key, key vault, key store, key
  chain, service account, login data, login detail, log in detail, authorized keys, known hosts, htpasswd,
  kubeconfig, npmrc, netrc
`);

/** What makes a token one that opens something. */
const TOKENS = listed(`
  access, api, app, auth, authentication, authorization, bearer, bot, ci, client, csrf, deploy, deployment,
  device, github, git hub, gh, gitlab, id, identity, installation, jwt, login, npm, oauth, personal, publish,
  publishing, push, pypi, refresh, registry, reset, security, service, session, slack, user, vault, webhook,
  xsrf
`);

const CONNECTIONS = listed(`
  connection string, connection info, connection information, connection detail, connection data, connection
  setting, connection parameter, connection url, connection uri, dsn, jdbc, smtp server, imap server, ldap
  server, mail server, ftp server
`);

const SERVERS = listed(`
  database, db, postgres, postgresql, mysql, maria db, mongo, mongo db, redis, smtp, imap, ldap, amqp, kafka,
  ftp, sftp
`);

const PLACES = listed(`
  url, uri, host, host name, endpoint, user, user name, login, account, port
`);

const SECURITY = listed(`
  security setting, security policy, security configuration, security config, security rule, security header,
  security group, security level, security control, security option, security requirement, security check,
  security measure, security feature, security mode, settings for security, settings of security, access
  control, access right, access rule, permission, authentication, authorisation, authorization, two factor,
  mfa, encryption, decryption, tls, mtls, ssl, client certificate, server certificate, root certificate, ca
  certificate, self signed, reject unauthorized, insecure, certificate verification, certificate validation,
  certificate check, certificate authority, certificate pinning, cors, cross origin, csrf, xsrf, content
  security policy, hsts, firewall, rbac, iam, oauth scope
`);

/**
 * Who may do what (access control): `login` errs on the side of asking, `log in` and `public` count only in
 * company.
 */
const ACCESS = listed(`
  login, logon, logged in, signed in, single sign on, sso, authenticate, authenticated, authenticating,
  unauthenticated, authorise, authorize, authorised, authorized, authorising, authorizing, unauthorised,
  unauthorized, anonymous access, anonymous user, anonymous visitor, guest access, guest user, access level,
  access policy, admin endpoint, admin page, admin right, admin area, admin panel, admin console,
  admin interface, admin dashboard, admin route, admin api, admin only, admin role, admin user, admin account,
  admin access, admin privilege, is admin, be admin, as admin, an admin, administrator, superuser, super user,
  privilege, user role, users role, role of user, roles of user, role of the user, roles of the user, role
  based, public endpoint, public route, public bucket, public repository, public repo, public access, public
  dashboard, publicly accessible, publicly reachable, publicly readable, publicly writable, publicly visible
`);

const PERSONAL = listed(`
  personal data, personal information, personal detail, personally identifiable information, personally
  identifiable data, private data, pii, gdpr, ccpa, hipaa, appi, e mail address, mail address, phone number,
  telephone number, mobile number, home address, postal address, birth date, birthdate, birth day, date of
  birth, dates of birth, social security number, ssn, passport, driver license, drivers license, credit card,
  card number, bank account, account number, iban, medical record, health record, health data, biometric,
  customer data, customer record, customer name, patient data, patient record, patient name, employee data,
  employee record, employee name
`);

/** `names of customers`, both in the plural: the name of the user table is for anybody to decide. */
const ABOUT = listed(`
  names, addresses, ages, genders, photos, contacts
`);

const WHOM = listed(`
  customers, clients, patients, employees, members, subscribers, visitors, students, users
`);

export const TOKEN = 'token';
export const ENGLISH_PHRASES: readonly string[] = [
  CREDENTIALS,
  TOKENS.map((kind) => `${kind} ${TOKEN}`),
  CONNECTIONS,
  SERVERS.flatMap((server) => PLACES.map((place) => `${server} ${place}`)),
  SECURITY,
  ACCESS,
  PERSONAL,
  ABOUT.flatMap((what) => WHOM.flatMap((whom) => [`${what} of ${whom}`, `${what} of the ${whom}`, `${whom} ${what}`])),
].flat();

export const JAPANESE_WORDS: readonly string[] = listed(`
  認証, 資格情報, クレデンシャル, パスワード, パスフレーズ, パスコード, 暗証番号, シークレット,
  機密, 秘密情報, 秘密鍵, 署名鍵, 暗号鍵, アクセス鍵, SSH鍵, APIキー, アクセスキー,
  SSHキー, 秘密キー, 暗号化キー, 署名キー, 接続文字列, 接続情報, 接続先, 接続設定, 接続ユーザー,
  接続用, データベースのURL, データベースのホスト, データベースのユーザー, DBのホスト,
  DBのユーザー, セキュリティ設定, セキュリティの設定, セキュリティポリシー, セキュリティ要件,
  セキュリティヘッダ, セキュリティグループ, セキュリティ対策, セキュリティルール, セキュリティレベル,
  アクセス権, アクセス制御, アクセス許可, アクセス制限, アクセスレベル, 匿名アクセス,
  匿名ユーザ, 権限, 特権,
  認可, 管理者, ログイン, ログオン, サインイン, サインオン, 公開範囲, 公開設定, 公開対象, 一般公開, 一般に公開,
  外部公開, 外部に公開, ユーザーの役割, ユーザーロール, ユーザーのロール, 利用者の役割, 暗号化, 復号, 証明書, クロスオリジン,
  許可するオリジン, ファイアウォール, ファイヤーウォール, 個人情報, 個人データ, 個人を特定,
  メールアドレス, 電話番号, 携帯番号, 氏名, 生年月日, 誕生日, 患者名, マイナンバー,
  クレジットカード, カード番号, 口座番号, 銀行口座, 免許証, 旅券, パスポート, 健康情報, 病歴,
  顧客情報, 顧客データ, 顧客名, 会員情報, 会員データ, 利用者情報, 利用者の情報, ユーザー情報,
  ユーザーの情報, ユーザ情報, 患者情報, 患者データ
`);

function listed(words: string): readonly string[] {
  return words.split(',').map((word) => word.trim().replace(/\s+/g, ' '));
}

/**
 * Words of access control that mean it only in company (PLAN-2): `log in` is no log in a file, `public` no word of a
 * programming language. They are looked for in words of small letters with one blank between, as
 * those of `sensitive-words.ts`.
 */
const DO =
  '(?:read|see|view|access|reach|open|use|call|list|search|download|upload|export|import|creat[a-z]*|add|write|edit|chang[a-z]*|modify|updat[a-z]*|delet[a-z]*|remov[a-z]*|publish|approve|merge|deploy|invit[a-z]*|manag[a-z]*|assign|grant|revoke|reset|log|sign|register|join|do|run|start|stop|trigger)';
const MAY =
  '(?:may|can|could|should|must|shall|(?:is|are|should be|will be) (?:allowed|permitted|entitled|able)(?: to)?)(?: (?:not|only|also|ever|be able to|be allowed to|be permitted to|have the right to))*';
const PEOPLE =
  '(?:users?|people|persons?|roles?|groups?|members?|accounts?|teams?|visitors?|customers?|employees?|clients?|of them)';
const ANYBODY =
  '(?:anyone|anybody|everyone|everybody|any user|all users|every user|guests?|strangers?|outsiders?|non members?)';

const MAY_WHO = new RegExp(
  ` (?:who|whoever|(?:which|what) (?:[a-z]+ )?${PEOPLE}) (?:else )?(?:${MAY} ${DO}|(?:ha(?:s|ve)|gets?|needs?) (?:[a-z]+ ){0,2}access) `,
);
const MAY_ANYBODY = new RegExp(` ${ANYBODY} (?:${MAY} )?(?:be (?:able|allowed|permitted) to )?${DO} `);
const ONLY = / only (?:for |by |to )?(?:the )?(?:admins?|owners?|staff|moderators?|logged) /;
const LOG_IN =
  / (?:to|must|can|may|should|users?|people|they|visitors?|not|who|without|before|after|having) (?:(?:first|to|they|users?|have) ){0,3}(?:log|sign) ?in /;
const LOGGING_IN = / (?:logging|signing) in /;
const REQUIRED = / (?:log|sign) ?in (?:[a-z]+ ){0,3}(?:required|needed|necessary|mandatory|optional|enforced) /;
const OF_CODE =
  '(?:class(?:es)?|methods?|interfaces?|functions?|fields?|modules?|types?|members?|constructors?|objects?|propert(?:y|ies)|names?)';
const IS_PUBLIC = new RegExp(
  ` (?:endpoints?|buckets?|repositor(?:y|ies)|repos?|pages?|routes?|dashboards?|sites?|servers?|registr(?:y|ies)|profiles?) (?:(?!${OF_CODE} )[a-z]+ ){0,3}(?:public|private) (?!(?:static|api|key|${OF_CODE}) )`,
);
const OPEN_TO =
  / (?:open|visible|available|accessible|reachable|readable|shown) (?:to|for|by|from) (?:the )?(?:public|everyone|everybody|anyone|anybody|internet|all users|outside|outsiders|guests) /;
const RESTRICTED = / (?:restrict[a-z]*|limit[a-z]*|grant[a-z]*|den(?:y|ied)|revok[a-z]*) (?:[a-z]+ ){0,2}access /;

export const ACCESS_IN_COMPANY: readonly RegExp[] = [
  MAY_WHO,
  MAY_ANYBODY,
  ONLY,
  LOG_IN,
  LOGGING_IN,
  REQUIRED,
  IS_PUBLIC,
  OPEN_TO,
  RESTRICTED,
];

const WHO_JAPANESE =
  '(?:(?:誰|だれ|どなた)(?:が|も|まで|でも|に|は)|どの(?:ユーザー?|利用者|役割|ロール|メンバー|会員|グループ|チーム)(?:が|も|まで|でも|に|は))';
const MAY_JAPANESE = '(?:でき|出来|可能|許|られ[るまて]|[見読使]え[るま]|て(?:も)?(?:よい|良い|いい))';
const PUBLIC_JAPANESE =
  '(?:エンドポイント|バケット|リポジトリ|レポジトリ|ページ|ダッシュボード)[はをがも]?、?(?:公開|誰でも)';
/** `誰が…できますか`; what is between is of one sentence. */
export const ACCESS_JAPANESE = `${WHO_JAPANESE}[^。？?!！\\n]{0,40}${MAY_JAPANESE}|${PUBLIC_JAPANESE}`;
