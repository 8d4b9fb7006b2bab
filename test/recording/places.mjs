/** Which issue of which repository a call, a push or a request to the model belongs to. A pull request belongs to the issue it is for. */

export function placesOf({ repositories, model }) {
  const byId = new Map(repositories.map((one) => [String(one.id), one.name]));
  const issueOfPull = new Map();
  const issueOfComment = new Map();
  for (const repository of repositories)
    for (const issue of repository.issues) {
      const number = issueOfBranch(issue.pull?.headRef) ?? issue.number;
      issueOfPull.set(`${repository.name}#${issue.number}`, number);
      for (const one of [...issue.comments, ...issue.reviewComments]) issueOfComment.set(String(one.id), number);
    }
  const place = (repository, number) =>
    number === undefined || number === null
      ? (repository ?? 'everywhere')
      : `${repository}#${issueOfPull.get(`${repository}#${number}`) ?? number}`;

  const issueOfNonce = new Map();
  for (const request of model) {
    const { nonce, issue } = marksOf(request);
    if (nonce !== undefined && issue !== undefined && !issueOfNonce.has(nonce)) issueOfNonce.set(nonce, issue);
  }
  const issuesAtWork = new Map();
  for (const request of model) {
    const { repository, nonce } = marksOf(request);
    const issue = issueOfNonce.get(nonce);
    if (issue !== undefined) issuesAtWork.set(repository, new Set([...(issuesAtWork.get(repository) ?? []), issue]));
  }

  return {
    ofIssue: place,
    ofPush: ({ repository, ref }) => place(repository, issueOfBranch(ref.replace('refs/heads/', ''))),
    ofCall({ path, body }) {
      const [, owner, name, rest = ''] = /^\/(?:repos\/)?([^/?]+)\/([^/?]+?)(?:\.git)?((?:\/|\?|$).*)$/.exec(path) ?? [];
      const moved = /^\/repositories\/(\d+)(.*)$/.exec(path);
      const repository = moved === null ? `${owner}/${name}` : byId.get(moved[1]);
      if (repository === undefined || ![...byId.values()].includes(repository)) return 'everywhere';
      const way = moved === null ? rest : moved[2];
      const [, comment] = /^\/(?:issues|pulls)\/comments\/(\d+)/.exec(way) ?? [];
      const [, number] = /^\/(?:issues|pulls)\/(\d+)/.exec(way) ?? [];
      return place(repository, issueOfComment.get(comment) ?? number ?? issueOfBranch(`${way.replaceAll('%2F', '/')} ${body}`));
    },
    ofRequest(request) {
      const { repository, nonce } = marksOf(request);
      const [only, ...others] = issuesAtWork.get(repository) ?? [];
      return place(repository, issueOfNonce.get(nonce) ?? (others.length === 0 ? only : undefined));
    },
  };
}

function issueOfBranch(text) {
  return /\bplanwright\/(\d+)-/.exec(text ?? '')?.[1];
}

/** What a request to the model says of where it belongs; the number of its marked blocks is one per task. */
export function marksOf({ body }) {
  const text = JSON.stringify([body?.system ?? null, body?.messages ?? null]);
  return {
    repository: /on the GitHub repository ([\w.-]+\/[\w.-]*[\w-])/.exec(text)?.[1],
    nonce: /<untrusted-([0-9a-f]{32}) /.exec(text)?.[1],
    issue: /<untrusted-[0-9a-f]{32} label=\\"issue #(\d+) by/.exec(text)?.[1],
  };
}
