/**
 * What is never assumed, always asked (PLAN-2): security settings, credentials, connection strings, personal data.
 * Known by its words, in the two languages that people are asked in; one question too many is better than one too few. Pure.
 */
const ENGLISH =
  /\b(?:credentials?|passwords?|passphrases?|secrets?|api[ _-]?keys?|(?:access|auth(?:entication)?|bearer|refresh)[ _-]tokens?|(?:private|encryption|signing)[ _-]keys?|connection[ _-]strings?|database[ _-]urls?|personal(?:ly identifiable)? (?:data|information)|pii|gdpr|security (?:settings?|polic(?:y|ies)|configuration|rules?|headers?)|access control|(?:disable|weaken|bypass|turn off) (?:authentication|authorization|encryption|security))\b/i;
const JAPANESE =
  /認証情報|資格情報|パスワード|秘密鍵|署名鍵|暗号鍵|シークレット|(?:API|アクセス|認証)\s*(?:キー|トークン)|接続文字列|個人(?:情報|データ)|セキュリティ(?:の)?(?:設定|ポリシー|要件|ヘッダー?)|アクセス(?:権|制御)|(?:認証|認可|暗号化)を(?:無効|外|緩)/i;
/** Read at most: texts come from models. */
const MAX_READ_CHARACTERS = 20_000;

export function isNeverAssumed(texts: readonly string[]): boolean {
  const text = texts.join('\n').slice(0, MAX_READ_CHARACTERS).normalize('NFKC');
  return ENGLISH.test(text) || JAPANESE.test(text);
}
