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
