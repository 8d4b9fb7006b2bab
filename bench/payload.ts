/** A webhook as GitHub sends it for a labelled issue: 20 KB, most of it addresses that nobody reads. */
export interface LabeledPayload {
  readonly action: 'labeled';
  readonly issue: {
    readonly id: number;
    readonly number: number;
    readonly title: string;
    readonly body: string;
    readonly updated_at: string;
    readonly user: { readonly id: number; readonly login: string; readonly type: string };
  };
  readonly label: { readonly name: string };
  readonly repository: {
    readonly id: number;
    readonly name: string;
    readonly full_name: string;
    readonly private: boolean;
    readonly owner: { readonly login: string };
  };
  readonly installation: { readonly id: number };
  readonly sender: { readonly id: number; readonly login: string; readonly type: string };
}

const BYTES = 20_480;

export function labeledPayload(issue: number, repositoryId = 2): LabeledPayload {
  const user = {
    login: 'mika',
    id: 3,
    type: 'User',
    site_admin: false,
    ...addresses('https://api.github.com/users/mika', 14),
  };
  const payload = {
    action: 'labeled',
    issue: {
      ...addresses(`https://api.github.com/repos/octo/bench/issues/${issue}`, 10),
      id: 1_000_000 + issue,
      number: issue,
      title: 'Discounts are added instead of subtracted',
      state: 'open',
      locked: false,
      comments: 0,
      created_at: '2026-10-01T10:00:00Z',
      updated_at: '2026-10-01T10:00:00Z',
      performed_via_github_app: null,
      user,
      labels: [{ id: 9, name: 'planwright', color: 'ededed' }],
      assignees: [user, user],
      body: '',
    },
    label: { id: 9, name: 'planwright', color: 'ededed' },
    repository: {
      id: repositoryId,
      name: 'bench',
      full_name: 'octo/bench',
      private: false,
      owner: { ...user, login: 'octo' },
      ...addresses('https://api.github.com/repos/octo/bench', 60),
      topics: [],
      license: null,
      default_branch: 'main',
    },
    installation: { id: 1, node_id: 'MDIzOkludGVncmF0aW9uSW5zdGFsbGF0aW9uMQ==' },
    sender: user,
  } as const;
  const sentence = 'A cart of 100 with a 10 % discount costs 110. It should cost 90.\n';
  const missing = BYTES - Buffer.byteLength(JSON.stringify(payload));
  return {
    ...payload,
    issue: { ...payload.issue, body: sentence.repeat(Math.max(1, Math.floor(missing / (sentence.length + 1)))) },
  };
}

function addresses(base: string, count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`address_${index}_url`, `${base}/something-${index}{/placeholder}`]),
  );
}
