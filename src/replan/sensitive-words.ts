/**
 * The words that `never-assumed.ts` looks for, in English and Japanese. A blank in an English phrase stands for
 * whatever is not a letter, or for nothing: `api key` is `API_KEY`, `apiKey` and `apikey`. The last word may be a plural.
 * They are looked for when something is to be asked, once: what was decided then is recorded with the question.
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

/** Who may do what (access control): `login` errs on the side of asking, `log in` and `public` count only in company. */
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
