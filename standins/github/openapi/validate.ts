import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly schema: object;
}

interface Description {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: object | null;
  readonly bodyRequired: boolean;
  readonly responses: Readonly<Record<string, object | null>>;
}

export interface Validator {
  /** What is wrong with a request, in GitHub's words; `undefined` if nothing is, or the route is not described. */
  request(method: string, template: string, query: URLSearchParams, body: unknown): string | undefined;
  /** What is wrong with an answer of this stand-in. */
  response(method: string, template: string, status: number, json: unknown): string | undefined;
}

export function createValidator(): Validator {
  const described = JSON.parse(readFileSync(descriptionFile(), 'utf8')) as {
    routes: Description[];
    definitions: object;
  };
  const routes = new Map(described.routes.map((one) => [`${one.method} ${one.path}`, one]));
  const forBodies = createAjv(described.definitions, false);
  const forQueries = createAjv(described.definitions, true);
  const compiled = new Map<string, ValidateFunction>();

  function check(ajv: Ajv, key: string, schema: object, value: unknown): readonly ErrorObject[] {
    const validate = compiled.get(key) ?? ajv.compile(withDefinitions(schema));
    compiled.set(key, validate);
    return validate(value) ? [] : (validate.errors ?? []);
  }

  return {
    request(method, template, query, body) {
      const key = `${method} ${template}`;
      const description = routes.get(key);
      if (description === undefined) return undefined;
      const wrongQuery = check(forQueries, `${key} query`, querySchema(description), queryValues(description, query));
      if (wrongQuery.length > 0) return inWords(wrongQuery);
      if (description.body === null || (body === undefined && !description.bodyRequired)) return undefined;
      const wrongBody = check(forBodies, `${key} body`, description.body, body ?? {});
      return wrongBody.length > 0 ? inWords(wrongBody) : undefined;
    },
    response(method, template, status, json) {
      const key = `${method} ${template}`;
      const schema = routes.get(key)?.responses[String(status)];
      if (schema === undefined || schema === null) return undefined;
      const wrong = check(forBodies, `${key} ${status}`, schema, json);
      return wrong.length === 0
        ? undefined
        : `${key} ${status}: ${wrong.map((one) => `${one.instancePath} ${one.message}`).join('; ')}`;
    },
  };
}

/** The built stand-in (dist/standins) reads the description from the source tree, since the compiler copies no JSON. */
function descriptionFile(): string {
  const beside = fileURLToPath(new URL('./routes.json', import.meta.url));
  return existsSync(beside) ? beside : beside.replace('/dist/standins/', '/standins/');
}

function createAjv(definitions: object, coerceTypes: boolean): Ajv {
  // Each schema is compiled for a few answers; without inlining and optimisation this takes a quarter of the time.
  const code = { optimize: false };
  const ajv = new Ajv({ strict: false, allErrors: false, coerceTypes, validateFormats: true, inlineRefs: false, code });
  (addFormats as unknown as (target: Ajv) => void)(ajv);
  for (const format of ['timestamp', 'repo.nwo']) ajv.addFormat(format, true);
  ajv.addSchema({ $id: 'github', definitions });
  return ajv;
}

/** References in a route's schema point into the shared definitions. */
function withDefinitions(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/definitions/', '"github#/definitions/')) as object;
}

function querySchema({ parameters }: Description): object {
  const inQuery = parameters.filter((one) => one.in === 'query');
  return {
    type: 'object',
    properties: Object.fromEntries(inQuery.map((one) => [one.name, one.schema])),
    required: inQuery.filter((one) => one.required).map((one) => one.name),
  };
}

function queryValues({ parameters }: Description, query: URLSearchParams): Readonly<Record<string, string>> {
  const names = new Set(parameters.filter((one) => one.in === 'query').map((one) => one.name));
  return Object.fromEntries([...query].filter(([name]) => names.has(name)));
}

function inWords(errors: readonly ErrorObject[]): string {
  const sentences = errors.map((error) => {
    if (error.keyword === 'required') return `"${String(error.params['missingProperty'])}" wasn't supplied.`;
    const at = error.instancePath
      .split('/')
      .filter(Boolean)
      .map((part) => `properties/${part}`)
      .join('/');
    return `For '${at}', the value ${error.message ?? 'is invalid'}.`;
  });
  return `Invalid request.\n\n${[...new Set(sentences)].join('\n')}`;
}
