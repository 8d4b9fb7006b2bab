/**
 * The issue and repository that a call, a push or a request to the model belongs to. A pull request belongs to its
 * issue.
 */
import { aboutOf } from './requests.mjs';

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

  const aboutRequest = aboutOf({ model, repositories });

  return {
    ofIssue: place,
    ofPush: ({ repository, ref }) => place(repository, issueOfBranch(ref.replace('refs/heads/', ''))),
    ofCall({ path, body }) {
      const [, owner, name, rest = ''] =
        /^\/(?:repos\/)?([^/?]+)\/([^/?]+?)(?:\.git)?((?:\/|\?|$).*)$/.exec(path) ?? [];
      const moved = /^\/repositories\/(\d+)(.*)$/.exec(path);
      const repository = moved === null ? `${owner}/${name}` : byId.get(moved[1]);
      if (repository === undefined || ![...byId.values()].includes(repository)) return 'everywhere';
      const way = moved === null ? rest : moved[2];
      const [, comment] = /^\/(?:issues|pulls)\/comments\/(\d+)/.exec(way) ?? [];
      const [, number] = /^\/(?:issues|pulls)\/(\d+)/.exec(way) ?? [];
      return place(
        repository,
        issueOfComment.get(comment) ?? number ?? issueOfBranch(`${way.replaceAll('%2F', '/')} ${body}`),
      );
    },
    ofRequest(request) {
      const { repository, issue } = aboutRequest(request);
      return repository === undefined ? 'everywhere' : place(repository, issue);
    },
    nonceOf: (request) => aboutRequest(request).nonce,
  };
}

function issueOfBranch(text) {
  return /\bplanwright\/(\d+)-/.exec(text ?? '')?.[1];
}
