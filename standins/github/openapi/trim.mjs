/**
 * Cuts GitHub's published OpenAPI description down to the routes this stand-in serves.
 *
 *   npm pack @octokit/openapi && tar xzf octokit-openapi-*.tgz
 *   node standins/github/openapi/trim.mjs package/generated/api.github.com.json
 *
 * Writes routes.json beside this file: JSON Schema (not OpenAPI: `nullable` becomes a `null` type), without prose.
 * Where the published text contradicts what GitHub does, it gives way: alternatives overlap (`oneOf`), an empty list
 * of labels is accepted (`minItems`), an account is a user or an enterprise, not both (`allOf`), and the address of a bot
 * has brackets (`email`).
 */
import { readFileSync, writeFileSync } from 'node:fs';

const REPO = '/repos/{owner}/{repo}';
const ROUTES = {
  '/app': ['get'],
  '/app/installations': ['get'],
  '/app/installations/{installation_id}': ['get'],
  '/app/installations/{installation_id}/access_tokens': ['post'],
  '/app/hook/config': ['get'],
  '/app/hook/deliveries': ['get'],
  '/app/hook/deliveries/{delivery_id}': ['get'],
  '/app/hook/deliveries/{delivery_id}/attempts': ['post'],
  '/app-manifests/{code}/conversions': ['post'],
  '/installation/repositories': ['get'],
  '/installation/token': ['delete'],
  '/rate_limit': ['get'],
  '/users/{username}': ['get'],
  '/user/{account_id}': ['get'],
  [REPO]: ['get'],
  [`${REPO}/installation`]: ['get'],
  [`${REPO}/collaborators/{username}/permission`]: ['get'],
  [`${REPO}/issues`]: ['get', 'post'],
  [`${REPO}/issues/{issue_number}`]: ['get', 'patch'],
  [`${REPO}/issues/comments`]: ['get'],
  [`${REPO}/issues/comments/{comment_id}`]: ['get', 'patch', 'delete'],
  [`${REPO}/issues/{issue_number}/comments`]: ['get', 'post'],
  [`${REPO}/issues/{issue_number}/reactions`]: ['get', 'post'],
  [`${REPO}/issues/{issue_number}/reactions/{reaction_id}`]: ['delete'],
  [`${REPO}/issues/comments/{comment_id}/reactions`]: ['get', 'post'],
  [`${REPO}/issues/comments/{comment_id}/reactions/{reaction_id}`]: ['delete'],
  [`${REPO}/pulls/comments/{comment_id}/reactions`]: ['get', 'post'],
  [`${REPO}/pulls/comments/{comment_id}/reactions/{reaction_id}`]: ['delete'],
  [`${REPO}/issues/{issue_number}/dependencies/blocked_by`]: ['get'],
  [`${REPO}/issues/{issue_number}/labels`]: ['get', 'post', 'put', 'delete'],
  [`${REPO}/issues/{issue_number}/labels/{name}`]: ['delete'],
  [`${REPO}/labels`]: ['get', 'post'],
  [`${REPO}/labels/{name}`]: ['get', 'patch', 'delete'],
  [`${REPO}/pulls`]: ['get', 'post'],
  [`${REPO}/pulls/{pull_number}`]: ['get', 'patch'],
  [`${REPO}/pulls/{pull_number}/files`]: ['get'],
  [`${REPO}/pulls/{pull_number}/commits`]: ['get'],
  [`${REPO}/pulls/{pull_number}/reviews`]: ['get'],
  [`${REPO}/pulls/{pull_number}/reviews/{review_id}`]: ['get'],
  [`${REPO}/pulls/{pull_number}/reviews/{review_id}/comments`]: ['get'],
  [`${REPO}/pulls/{pull_number}/comments`]: ['get'],
  [`${REPO}/pulls/{pull_number}/comments/{comment_id}/replies`]: ['post'],
  [`${REPO}/pulls/{pull_number}/requested_reviewers`]: ['post'],
  [`${REPO}/pulls/comments/{comment_id}`]: ['get'],
  [`${REPO}/branches/{branch}`]: ['get'],
  [`${REPO}/git/ref/{ref}`]: ['get'],
  [`${REPO}/git/refs`]: ['post'],
  [`${REPO}/git/refs/{ref}`]: ['patch', 'delete'],
  [`${REPO}/commits/{ref}`]: ['get'],
  [`${REPO}/commits/{ref}/check-runs`]: ['get'],
  [`${REPO}/commits/{ref}/check-suites`]: ['get'],
  [`${REPO}/check-runs/{check_run_id}`]: ['get'],
  [`${REPO}/check-runs/{check_run_id}/annotations`]: ['get'],
  [`${REPO}/actions/runs`]: ['get'],
  [`${REPO}/actions/jobs/{job_id}/logs`]: ['get'],
  [`${REPO}/contents/{path}`]: ['get'],
};
const PROSE = new Set([
  'description',
  'example',
  'examples',
  'title',
  'deprecated',
  'externalDocs',
  'default',
  'x-multi-segment',
  'readOnly',
  'minItems',
]);

const [source] = process.argv.slice(2);
if (source === undefined)
  throw new Error('Name the unpacked api.github.com.json of @octokit/openapi: node trim.mjs <file>');
const api = JSON.parse(readFileSync(source, 'utf8'));
const definitions = {};
const routes = [];
for (const [path, methods] of Object.entries(ROUTES)) {
  for (const method of methods) routes.push(trimRoute(path, method));
}
writeFileSync(
  new URL('./routes.json', import.meta.url),
  `${JSON.stringify({ version: api.info.version, routes, definitions })}\n`,
);

function trimRoute(path, method) {
  const operation = api.paths[path]?.[method];
  if (operation === undefined)
    throw new Error(`${method} ${path} is not in this description: rename it here as GitHub did.`);
  const body = operation.requestBody === undefined ? undefined : resolve(operation.requestBody);
  const responses = {};
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith('2')) continue;
    const schema = resolve(response).content?.['application/json']?.schema;
    responses[status] = schema === undefined ? null : trimSchema(schema);
  }
  return {
    method: method.toUpperCase(),
    path,
    parameters: (operation.parameters ?? []).map(resolve).map(trimParameter),
    body:
      body?.content?.['application/json'] === undefined ? null : trimSchema(body.content['application/json'].schema),
    bodyRequired: body?.required === true,
    responses,
  };
}

function trimParameter({ name, in: place, required, schema }) {
  return { name, in: place, required: required === true, schema: trimSchema(schema) };
}

function resolve(node) {
  if (node.$ref === undefined) return node;
  return node.$ref
    .split('/')
    .slice(1)
    .reduce((at, key) => at[key], api);
}

function trimSchema(schema) {
  if (Array.isArray(schema)) return schema.map(trimSchema);
  if (schema === null || typeof schema !== 'object') return schema;
  if (schema.$ref !== undefined) return { $ref: `#/definitions/${define(schema.$ref)}` };
  const trimmed = {};
  for (const [key, value] of Object.entries(schema)) {
    if (PROSE.has(key) || key === 'nullable' || (key === 'format' && value === 'email')) continue;
    trimmed[isUnion(key, value) ? 'anyOf' : key] =
      key === 'properties' || key === 'patternProperties'
        ? mapValues(value)
        : key === 'enum'
          ? value
          : trimSchema(value);
  }
  return schema.nullable === true ? orNull(trimmed) : trimmed;
}

function isUnion(key, value) {
  return key === 'oneOf' || (key === 'allOf' && value.some(({ title }) => title === 'Enterprise'));
}

function mapValues(properties) {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, trimSchema(schema)]));
}

function orNull(schema) {
  if (typeof schema.type !== 'string')
    return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
  const widened = { ...schema, type: [schema.type, 'null'] };
  return schema.enum === undefined || schema.enum.includes(null)
    ? widened
    : { ...widened, enum: [...schema.enum, null] };
}

function define(ref) {
  const name = ref.split('/').at(-1);
  if (definitions[name] === undefined) {
    definitions[name] = {};
    definitions[name] = trimSchema(resolve({ $ref: ref }));
  }
  return name;
}
