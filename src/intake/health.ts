/** GET /healthz: this process is alive. GET /readyz: what it needs is available (OPS-9). */
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';

export interface ReadinessCheck {
  readonly ok: boolean;
  /** Shown to anybody who asks: no secrets, no addresses with passwords. */
  readonly detail: string;
  /** Checks that are not required are shown but do not affect the status. */
  readonly required: boolean;
}

type Checks = Readonly<Record<string, ReadinessCheck>>;
export type Readiness = () => Promise<Checks>;

export interface HealthDeps {
  readonly readiness: () => Promise<Checks | 'too_late'>;
  readonly log: Logger;
}

export function registerHealthRoutes(app: FastifyInstance, deps: HealthDeps): void {
  app.get('/healthz', (_request, reply) => reply.send({ status: 'alive' }));
  app.get('/readyz', async (_request, reply) => {
    const checks = await runChecks(deps);
    const ready = Object.values(checks).every((check) => check.ok || !check.required);
    return reply.code(ready ? 200 : 503).send({ ready, checks });
  });
}

async function runChecks({ readiness, log }: HealthDeps): Promise<Checks> {
  try {
    const checks = await readiness();
    return checks === 'too_late' ? failed('The checks did not answer in time.') : checks;
  } catch (error) {
    log.error({ err: error }, 'readiness checks failed');
    return failed('The checks could not be run; the log says why.');
  }
}

function failed(detail: string): Checks {
  return { readiness: { ok: false, detail, required: true } };
}
