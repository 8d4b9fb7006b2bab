/** What a route answers, and how GitHub refuses. */
export interface Answer {
  readonly status: number;
  readonly json?: unknown;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ValidationError {
  readonly resource: string;
  readonly code: string;
  readonly field?: string;
  readonly message?: string;
  readonly value?: unknown;
}

/** Thrown by routes; the server turns it into GitHub's error body. */
export class Refused extends Error {
  readonly answer: Answer;

  constructor(answer: Answer, message: string) {
    super(message);
    this.name = 'Refused';
    this.answer = answer;
  }
}

const DOCUMENTATION = 'https://docs.github.com/rest';

export function ok(json: unknown): Answer {
  return { status: 200, json };
}

export function created(json: unknown): Answer {
  return { status: 201, json };
}

export function noContent(): Answer {
  return { status: 204 };
}

export function refuse(status: number, message: string, extra: Readonly<Record<string, unknown>> = {}): Refused {
  return new Refused({ status, json: errorBody(status, message, extra) }, message);
}

export function errorBody(status: number, message: string, extra: Readonly<Record<string, unknown>> = {}): unknown {
  return { message, ...extra, documentation_url: DOCUMENTATION, status: String(status) };
}

export function notFound(): Refused {
  return refuse(404, 'Not Found');
}

export function notAccessible(): Refused {
  return refuse(403, 'Resource not accessible by integration');
}

export function invalid(error: ValidationError): Refused {
  return refuse(422, 'Validation Failed', { errors: [error] });
}

const BODY_LIMIT = 65_536;

export function checkBodyLength(body: string, resource: string): void {
  // oxlint-disable-next-line no-misused-spread -- GitHub counts code points
  if (body.length <= BODY_LIMIT || [...body].length <= BODY_LIMIT) return;
  throw invalid({
    resource,
    code: 'custom',
    field: 'body',
    message: `body is too long (maximum is ${BODY_LIMIT} characters)`,
  });
}
