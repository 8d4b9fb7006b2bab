/** Receives webhooks through a relay (`WEBHOOK_PROXY_URL`), for a machine that GitHub cannot reach. */
import { startRelay } from '../intake/webhook-relay.ts';
import { systemClock as clock } from './system-clock.ts';
import type { ServiceInput } from './service-input.ts';

/** Anybody who knows the channel can read and send webhooks through it. */
export function listenToRelay({ relay, service, log }: ServiceInput, doorUrl: string): { stop(): void } | null {
  if (relay === null) return null;
  if (service.nodeEnv !== 'production')
    return startRelay({ channel: relay, target: `${doorUrl}/api/github/webhooks`, clock, log });
  log.warn(
    { advice: 'Give GitHub an address of your own as "Webhook URL" on the page of the App.' },
    'WEBHOOK_PROXY_URL is not used in production: others may read what comes through a relay',
  );
  return null;
}
