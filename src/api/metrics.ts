/** What /metrics tells (OPS-7), as Prometheus reads it. No repository, person or issue is named in it (S12). */
const COUNTERS = {
  planwright_webhooks_total: 'Webhooks by the status they were answered with.',
  planwright_github_calls_total: 'Calls of the REST API of GitHub by status; 0 is no answer.',
  planwright_model_calls_total: 'Calls of the model by how they ended.',
  planwright_model_tokens_total: 'Tokens by kind.',
  planwright_model_cost_usd_total: 'Cost of the model in US dollars, where its price is known.',
  planwright_tasks_ended_total: 'Tasks that this process brought to their end, by how they ended.',
} as const;
export type CounterName = keyof typeof COUNTERS;

type Labels = Readonly<Record<string, string | number>>;

export interface Sample {
  readonly labels?: Labels;
  readonly value: number;
}

export interface Gauge {
  readonly name: string;
  readonly help: string;
  readonly samples: readonly Sample[];
}

export interface Metrics {
  count(name: CounterName, labels?: Labels, by?: number): void;
  text(gauges: readonly Gauge[]): string;
}

export function createMetrics(): Metrics {
  const counted = new Map<CounterName, Map<string, number>>();
  return {
    count(name, labels = {}, by = 1) {
      const values = counted.get(name) ?? new Map<string, number>();
      const key = labelText(labels);
      counted.set(name, values.set(key, (values.get(key) ?? 0) + by));
    },
    text(gauges) {
      const counters = (Object.keys(COUNTERS) as CounterName[]).flatMap((name) => [
        `# HELP ${name} ${COUNTERS[name]}`,
        `# TYPE ${name} counter`,
        ...[...(counted.get(name) ?? [])].map(([labels, value]) => `${name}${labels} ${value}`),
      ]);
      const measured = gauges.flatMap(({ name, help, samples }) => [
        `# HELP ${name} ${help}`,
        `# TYPE ${name} ${name.endsWith('_total') ? 'counter' : 'gauge'}`,
        ...samples.map(({ labels = {}, value }) => `${name}${labelText(labels)} ${value}`),
      ]);
      return `${[...counters, ...measured].join('\n')}\n`;
    },
  };
}

function labelText(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${String(value).replaceAll(/["\\\n]/g, '')}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

/** What every process can say of itself. */
export function processGauges(): readonly Gauge[] {
  const { rss, heapUsed } = process.memoryUsage();
  const cpu = process.cpuUsage();
  const one = (name: string, help: string, value: number): Gauge => ({ name, help, samples: [{ value }] });
  return [
    one('process_resident_memory_bytes', 'Resident memory.', rss),
    one('nodejs_heap_size_used_bytes', 'Used heap.', heapUsed),
    one('process_cpu_seconds_total', 'Processor time.', (cpu.user + cpu.system) / 1_000_000),
    one('process_start_time_seconds', 'When the process began.', Math.round(performance.timeOrigin / 1_000)),
  ];
}
