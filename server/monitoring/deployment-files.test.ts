import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { parser } from '@prometheus-io/lezer-promql';
import client from 'prom-client';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { variables } from '@/lib/config/environment';
import { providerLabels } from '@/lib/config/models/model-providers';
import { failureRules } from '@/lib/engine/calls/failures';
import { openJobStates } from '@/lib/server/workflows/count-jobs';
import { createMetrics } from './metrics';

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string };
}
interface Panel {
  type: string;
  title: string;
  targets?: { expr: string; legendFormat: string }[];
}

const read = (name: string) => readFileSync(`docs/deployment/${name}`, 'utf8');
const { groups } = parse(read('alerts.yaml')) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
interface Collector extends Record<'receivers' | 'processors' | 'exporters', object> {
  service: { pipelines: Record<string, Record<'receivers' | 'processors' | 'exporters', string[]>> };
}
const collector = parse(read('otel-collector.yaml')) as Collector;
const { panels } = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] };
/** Grafana replaces these with durations. */
const durations = /\$__(rate_interval|range)/g;
const queries = panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => [title, expr.replace(durations, '5m'), legendFormat] as const),
);
/** The labels and metrics that Prometheus adds. */
const ofPrometheus = { metrics: ['up'], labels: ['instance', 'job'] };

/** The metrics of a server with their labels, as they are registered. */
function registered(): Map<string, Set<string>> {
  const found = new Map(ofPrometheus.metrics.map((name) => [name, new Set<string>()]));
  for (const metric of createMetrics(createServer(), 'SQLite').register.getMetricsAsArray()) {
    const { name, labelNames = [] } = metric as typeof metric & { labelNames?: string[] };
    const suffixes = metric instanceof client.Histogram ? ['_bucket', '_sum', '_count'] : [''];
    for (const suffix of suffixes)
      found.set(name + suffix, new Set([...labelNames, ...(suffix === '_bucket' ? ['le'] : [])]));
  }
  return found;
}
const metrics = registered();

/** The parts of a query of these kinds in PromQL's grammar. @throws if it isn't PromQL */
function partsOf(query: string, ...kinds: string[]): string[] {
  const parts: string[] = [];
  parser.parse(query).iterate({
    enter: ({ type, from, to }) => {
      if (type.isError) throw new Error(`${query} isn't PromQL, at ${from}.`);
      if (kinds.includes(type.name)) parts.push(query.slice(from, to));
    },
  });
  return parts;
}

/** Values of the labels that alerts and panels choose by. */
const values: Record<string, readonly string[]> = {
  code: ['OK', ...Object.values(failureRules).map(({ code }) => code)],
  job: ['switchyard'],
  provider: Object.keys(providerLabels),
  result: [
    ...['OK', 'CANCELED', 'LOST', 'committed', 'refused', 'failed', 'queue_full'],
    ...Object.values(failureRules).map(({ code }) => code),
  ],
  route: ['api', 'stream', 'email', 'monitoring', 'asset', 'page', 'other'],
  state: openJobStates,
  status: ['COMPLETED', 'FAILED', 'CANCELED', '2xx', '3xx', '4xx', '5xx', 'aborted'],
};

/** @returns the labels that the series of a query have */
function expectKnown(query: string): Set<string> {
  const named = partsOf(query, 'Identifier');
  expect(named.length, query).toBeGreaterThan(0);
  const labels = new Set(ofPrometheus.labels);
  for (const name of named) {
    expect([...metrics.keys()], query).toContain(name);
    for (const label of metrics.get(name) ?? []) labels.add(label);
  }
  for (const label of partsOf(query, 'LabelName')) expect([...labels], query).toContain(label);
  for (const matcher of partsOf(query, 'UnquotedLabelMatcher')) {
    const [, label = '', chosen = ''] = /^(\w+)\s*[=!~]+\s*"(.*)"$/.exec(matcher) ?? [];
    for (const value of chosen.split('|')) expect(values[label], matcher).toContain(value);
  }
  const kept = partsOf(query, 'GroupingLabels').flatMap((list) => list.match(/\w+/g) ?? []);
  return /\b(sum|max|count|histogram_quantile)\b/.test(query) ? new Set(kept) : labels;
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{ ?(?:\$labels\.)?([a-z]+) ?\}\}/g)].map(([, label]) => label);

test.each(rules.map((rule) => [rule.alert, rule] as const))(
  'the alert %s asks for what a server counts, and names labels that remain',
  (_, { expr, annotations }) => {
    const labels = expectKnown(expr);
    expect(annotations.summary).toMatch(/\.( \{\{ \$labels\.instance \}\})?$/);
    for (const label of placeholders(annotations.summary)) expect([...labels]).toContain(label);
  },
);

test.each(queries)('the panel %s asks for what a server counts: %s', (_title, query, legend) => {
  const labels = expectKnown(query);
  for (const label of placeholders(legend)) expect([...labels]).toContain(label);
});

test('every metric of jobs, models, and workers is on the dashboard or has an alert', () => {
  const asked = [...queries.map(([, query]) => query), ...rules.map(({ expr }) => expr)].join('\n');
  const ours = [...metrics.keys()].filter((name) => /^(jobs?|model|workers|circuit|switchyard)_/.test(name));
  const families = new Set(ours.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
  expect([...families].filter((name) => !asked.includes(name))).toEqual([]);
});

test("the collector takes traces where the variable's example sends them, metrics from the server, and has what its pipelines name", () => {
  const { receivers, service } = collector;
  expect(receivers).toMatchObject({
    otlp: { protocols: { http: { endpoint: new URL(variables.otlpEndpoint.example).host } } },
    prometheus: {
      config: {
        scrape_configs: [
          {
            job_name: 'switchyard',
            metrics_path: '/api/metrics',
            static_configs: [{ targets: [`${variables.host.default}:${variables.port.default}`] }],
          },
        ],
      },
    },
  });
  for (const pipeline of Object.values(service.pipelines))
    for (const kind of ['receivers', 'processors', 'exporters'] as const)
      for (const name of pipeline[kind]) expect(Object.keys(collector[kind])).toContain(name);
  expect(Object.keys(service.pipelines)).toEqual(['traces', 'metrics']);
});
