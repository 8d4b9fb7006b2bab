/** Names for things in a record, the same in every run although ids, commits and tasks differ. */

/**
 * Known values with their names, for texts about one repository: the same commit made in two of them within a second
 * has one hash. Unknown values are numbered in `plain.mjs`.
 */
export function namesOf({ world, repositories, pushes, model }, places, about) {
  const names = new Map();
  const name = (value, called) => {
    if (!names.has(String(value))) names.set(String(value), `<${called}>`);
  };
  for (const [label, secret] of Object.entries(world.secrets)) name(secret, `secret:${label}`);
  world.folders.forEach((folder, at) => name(folder, `folder:${at + 1}`));
  const servers = ['github', 'model'];
  world.urls.forEach((url, at) => {
    name(url, servers[at]);
    name(url.replace('http://', ''), `${servers[at]}:host`);
  });
  for (const repository of repositories) {
    name(repository.id, `id:${repository.name}`);
    for (const issue of repository.issues) nameWhatIsOn(issue, `${repository.name}#${issue.number}`, name);
  }
  for (const branch of repositories.find((one) => one.name === about)?.branches ?? [])
    branch.commits.forEach((commit, at) => name(commit.sha, `commit:${branch.name}:${at + 1}`));
  nameInTurn(
    pushes.filter((push) => push.repository === about).map(({ ref, after }) => [after, `commit:${ref}:pushed`]),
    name,
  );
  nameInTurn(tasksOf(repositories, places), name);
  nameInTurn(
    model
      .map((request) => [places.nonceOf(request), `nonce:${places.ofRequest(request)}`])
      .filter(([nonce]) => nonce !== undefined),
    name,
  );
  return names;
}

function nameWhatIsOn(issue, place, name) {
  name(issue.id, `id:${place}`);
  if (issue.pull !== null) name(issue.pull.id, `pull:${place}`);
  for (const [kind, list] of [
    ['comment', issue.comments],
    ['review', issue.reviews],
    ['line', issue.reviewComments],
  ])
    list.forEach((one, at) => name(one.id, `${kind}:${place}:${at + 1}`));
}

function tasksOf(repositories, places) {
  return repositories.flatMap(({ name, issues }) =>
    issues.flatMap(({ number, comments }) =>
      comments.flatMap(({ body }) =>
        [...body.matchAll(/(?<=<!-- planwright:.*)(task|id)=([0-9a-f-]{36})/g)].map(([, kind, id]) => [
          id,
          `${kind}:${places.ofIssue(name, number)}`,
        ]),
      ),
    ),
  );
}

/** Of one kind, the first is number 1. */
function nameInTurn(pairs, name) {
  const turn = new Map();
  const seen = new Set();
  for (const [value, kind] of pairs) {
    if (seen.has(value)) continue;
    seen.add(value);
    turn.set(kind, (turn.get(kind) ?? 0) + 1);
    name(value, `${kind}:${turn.get(kind)}`);
  }
}
