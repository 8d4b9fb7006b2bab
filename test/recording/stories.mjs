/**
 * A record as comparable stories: per issue, groups of texts. The texts of a group are unordered; where order matters
 * it is a separate text, so that a group whose order varies is still compared.
 */
import { namesOf } from './names.mjs';
import { placesOf } from './places.mjs';
import { plainBy, withoutFigures } from './plain.mjs';

export function storiesOf(record) {
  const places = placesOf(record);
  const plains = new Map();
  const plainOf = (story) => {
    const [about] = story.split('#');
    if (!plains.has(about)) plains.set(about, plainBy(namesOf(record, places, about)));
    return plains.get(about);
  };
  const stories = new Map();
  const put = (story, group, ...texts) => {
    const groups = stories.get(story) ?? new Map();
    stories.set(story, groups.set(group, [...(groups.get(group) ?? []), ...texts]));
  };
  for (const repository of record.repositories) {
    put(repository.name, 'labels of the repository', JSON.stringify(repository.labels));
    for (const issue of repository.issues)
      putIssue(issue, places.ofIssue(repository.name, issue.number), plainOf(repository.name), put);
    for (const branch of repository.branches) {
      const story = places.ofPush({ repository: repository.name, ref: branch.name });
      const commits = branch.commits.map(({ tree, people, message, files }) => ({
        tree,
        people,
        message: plainOf(story)(message),
        files,
      }));
      put(story, 'commits', `${branch.name}\n${pretty(commits)}`);
    }
  }
  putCalls(record, places, plainOf, put);
  putRequests(record, places, plainOf, put);
  return stories;
}

function putIssue(issue, story, plain, put) {
  const { comments, reviews, reviewComments, id: _id, ...rest } = issue;
  const what = issue.pull === null ? `issue #${issue.number}` : `pull request #${issue.number}`;
  const { text, figures } = withoutFigures(plain(rest.body ?? ''));
  const { id: _pull, ...pull } = rest.pull ?? {};
  put(story, what, `${pretty(plain({ ...rest, body: undefined, pull }))}\n${text}`);
  put(story, `figures of ${what}`, ...figures);
  const order = comments.map((comment) => {
    const said = withoutFigures(plain(comment.body));
    put(story, `comments on ${what}`, `${comment.author}: ${said.text}\n${comment.reactions.join('\n')}`);
    put(story, `figures of ${what}`, ...said.figures);
    return headOf(comment.author, said.text);
  });
  put(story, `order of comments on ${what}`, order.join('\n'));
  put(
    story,
    `reviews of ${what}`,
    ...[...reviews, ...reviewComments].map((one) => pretty(plain({ ...one, id: undefined }))),
  );
}

function headOf(author, text) {
  const lines = text.split('\n').filter((line) => line !== '');
  return `${author}: ${lines.slice(0, 2).join(' / ')}`;
}

const READING = /\/access_tokens$|\/installation\/token$|\/attempts$|\/git-(?:upload|receive)-pack$/;

/** How often something is read, and how often a comment is edited before its last state, depends on time alone. */
function putCalls({ calls, pushes }, places, plainOf, put) {
  const isWrite = ({ method, path }) => method !== 'GET' && !READING.test(path);
  const isEdit = ({ method, path }) => method === 'PATCH' && /\/comments\/\d+$/.test(path);
  const orders = new Map();
  const reads = new Map();
  calls.forEach((call, at) => {
    const story = places.ofCall(call);
    const plain = plainOf(story);
    const what = plain(`${call.method} ${call.path}`);
    if (!isWrite(call)) {
      const read = READING.test(call.path) && !call.path.includes('.git/') ? `${what} ${plain(call.body)}` : what;
      reads.set(story, (reads.get(story) ?? new Set()).add(read));
      return;
    }
    if (isEdit(call) && calls.slice(at + 1).some((later) => isEdit(later) && later.path === call.path)) return;
    const answered = `${call.status}${call.fault === null ? '' : ` ${call.fault}`}${call.applied ? '' : ' not applied'}`;
    const said = withoutFigures(pretty(plain(parsed(call.body)))).text;
    put(story, 'writing calls', `${what} ${answered}\n${said}`);
    // Accepting a delivery reacts to it, beside the task itself.
    if (call.path.endsWith('/reactions')) return;
    const [, kind = ''] = /planwright:(\w+)/.exec(call.body) ?? [];
    orders.set(story, [...(orders.get(story) ?? []), `${what} ${kind} ${answered}`]);
  });
  for (const [story, order] of orders) put(story, 'order of writing calls', order.join('\n'));
  for (const [story, distinct] of reads) put(story, 'reading calls', ...distinct);
  for (const push of pushes) {
    const { atMs: _, ...rest } = push;
    const story = places.ofPush(push);
    put(story, 'pushes', pretty(plainOf(story)(rest)));
  }
}

function putRequests({ model }, places, plainOf, put) {
  const orders = new Map();
  for (const request of model) {
    const story = places.ofRequest(request);
    const tools = Array.isArray(request.body?.tools) ? request.body.tools.map((tool) => tool.name) : [];
    const kind = tools.find((tool) => tool.startsWith('submit_')) ?? 'next step';
    put(
      story,
      `requests to the model: ${kind}`,
      pretty(plainOf(story)({ path: request.path, beta: request.beta, body: request.body })),
    );
    orders.set(story, [...(orders.get(story) ?? []), kind]);
  }
  for (const [story, order] of orders) put(story, 'order of requests to the model', order.join('\n'));
}

function parsed(body) {
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function pretty(value) {
  return JSON.stringify(value, null, 1);
}
