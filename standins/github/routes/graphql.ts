import { type Answer, ok } from '../answer.ts';
import { allows, reaches } from '../auth.ts';
import { NO_DRAFTS, setDraft } from '../deeds/pulls.ts';
import { theApp } from '../deeds/stage.ts';
import type { Call } from '../route.ts';
import { nodeId } from '../shapes/user.ts';
import type { Issue, Pull, Repository } from '../world.ts';

const MUTATIONS = { markPullRequestReadyForReview: false, convertPullRequestToDraft: true } as const;

/** The two mutations that REST lacks, for a pull request's draft state. No other part of GraphQL exists here. */
export async function graphql(call: Call): Promise<Answer> {
  const query = typeof call.body['query'] === 'string' ? call.body['query'] : '';
  const name = (Object.keys(MUTATIONS) as (keyof typeof MUTATIONS)[]).find((one) => query.includes(one));
  if (name === undefined)
    return failed('INVALID', 'This stand-in knows only markPullRequestReadyForReview and convertPullRequestToDraft.');
  const id = nodeIdIn(query, call.body['variables']);
  const found = id === undefined ? undefined : findPull(call, id);
  if (found === undefined)
    return failed('NOT_FOUND', `Could not resolve to a node with the global id of '${id ?? ''}'`);
  const { repository, issue, pull } = found;
  if (
    call.auth.kind !== 'installation' ||
    !reaches(call.auth, repository) ||
    !allows(call.auth.token, 'pull_requests', 'write') ||
    !allows(call.auth.token, 'contents', 'write')
  ) {
    return failed('FORBIDDEN', 'Resource not accessible by integration');
  }
  if (MUTATIONS[name] && !repository.hasDrafts) return failed('UNPROCESSABLE', NO_DRAFTS);
  await setDraft(call, repository, issue, pull, MUTATIONS[name], theApp(call.world));
  const url = `${call.world.url}/${repository.owner.login}/${repository.name}/pull/${issue.number}`;
  return ok({
    data: { [name]: { clientMutationId: null, pullRequest: { id, number: issue.number, isDraft: pull.draft, url } } },
  });
}

function failed(type: string, message: string): Answer {
  return ok({ data: null, errors: [{ type, path: [], locations: [], message }] });
}

/** From the variables, at any depth, or from the query itself. */
function nodeIdIn(query: string, variables: unknown): string | undefined {
  const inQuery = /pullRequestId:\s*"([^"]+)"/.exec(query)?.[1];
  if (inQuery !== undefined) return inQuery;
  if (typeof variables !== 'object' || variables === null) return undefined;
  for (const value of Object.values(variables)) {
    const found = typeof value === 'string' ? value : nodeIdIn('', value);
    if (found !== undefined) return found;
  }
  return undefined;
}

function findPull(
  { world }: Call,
  id: string,
): { readonly repository: Repository; readonly issue: Issue; readonly pull: Pull } | undefined {
  for (const repository of world.repositories) {
    for (const issue of repository.issues) {
      if (issue.pull !== null && nodeId('PullRequest', issue.pull.id) === id)
        return { repository, issue, pull: issue.pull };
    }
  }
  return undefined;
}
