import { type Answer, notFound, ok } from '../answer.ts';
import type { Deliveries, Delivery } from '../deliveries.ts';
import { pageSize } from '../paginate.ts';
import { type Call, numberParam, type Route, route } from '../route.ts';
import type { World } from '../world.ts';

const APP = { as: 'app' } as const;
const KEPT_MS = 3 * 24 * 3_600_000;

export function deliveryRoutes(deliveries: Deliveries): readonly Route[] {
  /** Newest first; deliveries in progress are not listed yet. */
  function kept(call: Call): readonly Delivery[] {
    return deliveries.all.filter((one) => one.outcome !== null && one.atMs > call.world.now() - KEPT_MS).toReversed();
  }

  function find(call: Call): Delivery {
    const id = numberParam(call, 'delivery_id');
    const found = kept(call).find((one) => one.id === id);
    if (found === undefined) throw notFound();
    return found;
  }

  return [
    route('GET', '/app/hook/config', APP, ({ world }) => ok(hookConfig(world))),
    route('GET', '/app/hook/deliveries', APP, (call) => list(call, kept(call))),
    route('GET', '/app/hook/deliveries/{delivery_id}', APP, (call) => ok(detail(find(call)))),
    route('POST', '/app/hook/deliveries/{delivery_id}/attempts', APP, (call) => {
      void deliveries.redeliver(find(call));
      return { status: 202, json: {} };
    }),
  ];
}

/** GitHub never shows the secret, only that there is one. */
function hookConfig({ app }: World) {
  if (app.webhookUrl === null) throw notFound();
  const secret = app.webhookSecret === '' ? {} : { secret: '********' };
  return { content_type: app.webhookContentType, insecure_ssl: '0', ...secret, url: app.webhookUrl };
}

function list(call: Call, all: readonly Delivery[]): Answer {
  const cursor = /^v1_(\d+)$/.exec(call.query.get('cursor') ?? '')?.[1];
  const status = call.query.get('status');
  const wanted = status === null ? all : all.filter((one) => (status === 'success') === isSuccess(one));
  const from = cursor === undefined ? 0 : wanted.findIndex((one) => one.id <= Number(cursor));
  const size = pageSize(call);
  const rest = from < 0 ? [] : wanted.slice(from);
  const shown = rest.slice(0, size).map(summary);
  const next = rest[size];
  if (next === undefined) return ok(shown);
  const query = new URLSearchParams(call.query);
  query.set('cursor', `v1_${next.id}`);
  return {
    status: 200,
    json: shown,
    headers: { link: `<${call.world.url}/api/v3${call.path}?${query.toString()}>; rel="next"` },
  };
}

function isSuccess(delivery: Delivery): boolean {
  return delivery.outcome?.status === 'OK';
}

function summary(delivery: Delivery) {
  return {
    id: delivery.id,
    guid: delivery.guid,
    delivered_at: new Date(delivery.atMs).toISOString(),
    redelivery: delivery.redelivery,
    duration: delivery.outcome?.durationSeconds ?? 0,
    status: delivery.outcome?.status ?? 'pending',
    status_code: delivery.outcome?.statusCode ?? 0,
    event: delivery.event,
    action: delivery.action,
    installation_id: delivery.installationId,
    repository_id: delivery.repositoryId,
    throttled_at: null,
  };
}

function detail(delivery: Delivery) {
  const { outcome } = delivery;
  return {
    ...summary(delivery),
    url: '',
    request: { headers: outcome?.requestHeaders ?? {}, payload: delivery.payload },
    response: { headers: outcome?.responseHeaders ?? {}, payload: outcome?.responseBody ?? '' },
  };
}
