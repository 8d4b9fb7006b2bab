/**
 * The issue that a request to the model is about. Its marked blocks have a number per task, so what one request reveals
 * applies to all of them.
 */

/** @returns {(request: object) => { repository?: string, issue?: string, nonce?: string }} */
export function aboutOf({ model, repositories }) {
  const marks = new Map(model.map((request) => [request, marksOf(request)]));
  const tasks = new Map();
  for (const { nonce, repository, issue, title } of marks.values()) {
    if (nonce === undefined) continue;
    const known = tasks.get(nonce);
    tasks.set(nonce, {
      repository: known?.repository ?? repository,
      issue: known?.issue ?? issue,
      title: known?.title ?? title,
    });
  }
  for (const task of tasks.values()) task.repository ??= onlyWith(task, repositories);
  const atWork = new Map();
  for (const { repository, issue } of tasks.values())
    if (issue !== undefined) atWork.set(repository, new Set([...(atWork.get(repository) ?? []), issue]));
  return (request) => {
    const { nonce, repository } = marks.get(request) ?? {};
    const task = tasks.get(nonce) ?? { repository };
    const [only, ...others] = atWork.get(task.repository) ?? [];
    return { nonce, repository: task.repository, issue: task.issue ?? (others.length === 0 ? only : undefined) };
  };
}

function marksOf({ body }) {
  const text = [body?.system, body?.messages].map((part) => JSON.stringify(part ?? '')).join('\n');
  const [, nonce] = /<untrusted-([0-9a-f]{32}) /.exec(text) ?? [];
  const [, issue, title] = /<untrusted-[0-9a-f]{32} label=\\"issue #(\d+) by[^>]*>\\nTitle: (.*?)\\n/.exec(text) ?? [];
  const [, repository] = /on the GitHub repository ([\w.-]+\/[\w.-]*[\w-])/.exec(text) ?? [];
  return { nonce, issue, title, repository };
}

/** A task that only requested steps never named its place. */
function onlyWith({ issue, title }, repositories) {
  const found = repositories.filter(({ issues }) =>
    issues.some((one) => String(one.number) === issue && one.title === title),
  );
  return found.length === 1 ? found[0].name : undefined;
}
