/** The product's own webhook server, accepting into a queue. */
import { pino } from 'pino';
import { createLogger } from '../../src/app/create-log.ts';
import { systemClock as clock } from '../../src/app/system-clock.ts';
import { createDoor } from '../../src/intake/door.ts';
import { createProbot, registerEvents } from '../../src/intake/register-events.ts';
import { createProducer } from '../../src/queue/producer.ts';
import { connectRedis } from '../../src/redis/connect-redis.ts';
import { createRedactor } from '../../src/secrets/redactor.ts';

export interface DoorInput {
  readonly socketPath: string;
  readonly secret: string;
  readonly privateKey: string;
  readonly logLevel: 'info' | 'warn';
}

export interface DoorReady {
  readonly port: number;
}

/** As the service opens it; its log goes through the redactor to a file that nobody reads. */
export async function openOurDoor({ socketPath, secret, privateKey, logLevel }: DoorInput): Promise<DoorReady> {
  const redactor = createRedactor([secret, privateKey]);
  const log = createLogger({
    level: logLevel,
    pretty: false,
    redactor,
    destination: pino.destination({ dest: '/dev/null', sync: true }),
  });
  const producer = createProducer(connectRedis(socketPath, 'accepting', log));
  const probot = await createProbot({ credentials: { appId: 1, privateKey, webhookSecrets: [secret] }, log });
  registerEvents(probot, {
    accept: (delivery) => producer.accept(delivery),
    identity: async () => ({ appId: 1, slug: 'planwright', aliases: [] }),
    settings: { triggerLabel: 'planwright', allowedBots: [] },
    mayBeTrigger: async () => false,
    clock,
    log,
  });
  const door = createDoor({ probot, secrets: [secret], host: '127.0.0.1', port: 0, log, readiness: async () => ({}) });
  return { port: Number(new URL(await door.listen()).port) };
}
