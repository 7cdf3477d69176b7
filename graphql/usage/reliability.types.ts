import { builder } from '@/graphql/builder';
import { dollars } from '@/graphql/dollars';
import { limits } from '@/lib/config/limits';
import { errorDocs, isWorkflowError } from '@/lib/config/workflow-errors';
import { dollarsOfNanos } from '@/lib/rules/nano-dollars';
import {
  type CallFailures,
  type Circuit,
  MOST_CODES,
  type ModelReliability,
} from '@/lib/server/usage/model-reliability';
import type { TemplateReport } from '@/lib/server/usage/template-report';
import { UsageRecordType } from './usage.types';

const CallFailuresType = builder.objectRef<CallFailures>('CallFailures').implement({
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'An error code; LOST for calls that were lost with their process.',
    }),
    calls: t.expose('calls', { type: 'Count' }),
    docs: t.string({
      nullable: true,
      description: "The address of the code's documentation, on this server.",
      resolve: ({ code }) => (isWorkflowError(code) ? errorDocs(code) : null),
    }),
  }),
});

const CircuitType = builder.objectRef<Circuit>('Circuit').implement({
  description: 'An open circuit breaker: after failures in a row, calls of the model are paused.',
  fields: (t) => ({
    failures: t.expose('failures', { type: 'Count', description: 'In a row.' }),
    since: t.expose('since', { type: 'EpochMillis' }),
    until: t.expose('until', {
      type: 'EpochMillis',
      nullable: true,
      description: 'Until then, no call is let through; null if the next call tries the model.',
    }),
  }),
});

const latency = 'Milliseconds of the calls with a reply, to about 5 percent; null without any.';

export const ModelReliabilityType = builder.objectRef<ModelReliability>('ModelReliability').implement({
  description: "A model's calls, by the UTC day of their end. Calls of deleted jobs count, too.",
  fields: (t) => ({
    model: t.exposeString('model', {
      description:
        '`provider/other` sums up calls without a reply of models that the catalog lacks, unless they have replied lately.',
    }),
    provider: t.exposeString('provider'),
    calls: t.expose('calls', { type: 'Count', description: 'Without those that were canceled.' }),
    failed: t.expose('failed', {
      type: 'Count',
      description: 'Those of them that failed, or were lost with their process.',
    }),
    failures: t.expose('failures', {
      type: [CallFailuresType],
      extensions: { rows: MOST_CODES },
      description: 'Most frequent first.',
    }),
    p50: t.expose('p50', { type: 'Count', nullable: true, description: latency }),
    p95: t.expose('p95', { type: 'Count', nullable: true, description: latency }),
    skipped: t.expose('skipped', {
      type: 'Count',
      description:
        'How often it was passed over without a call: its circuit was open, or its context too small.',
    }),
    fallbacks: t.expose('fallbacks', {
      type: 'Count',
      description: 'Steps that it completed after other models had failed.',
    }),
    cost: t.float({
      description: 'US dollars, of the calls whose cost is known.',
      resolve: ({ costNanos }) => dollarsOfNanos(costNanos) ?? 0,
    }),
    failedCost: t.float({
      description: 'US dollars of the failed calls whose cost is known.',
      resolve: ({ failedCostNanos }) => dollarsOfNanos(failedCostNanos) ?? 0,
    }),
    unknownCostCount: t.expose('unknownCosts', {
      type: 'Count',
      description: 'Calls of a model without a known price.',
    }),
    circuit: t.expose('circuit', {
      type: CircuitType,
      nullable: true,
      description:
        "The account's circuit breaker of the model, as the process that returns this knows it; null if it's closed.",
    }),
  }),
});

export const TemplateReportType = builder.objectRef<TemplateReport>('TemplateReport').implement({
  fields: (t) => ({
    name: t.exposeString('name'),
    from: t.expose('from', { type: 'Date', description: 'The first UTC day that is counted.' }),
    to: t.expose('to', { type: 'Date', description: 'The last UTC day, included.' }),
    totalExecutions: t.field({ type: 'Count', resolve: ({ totals }) => totals.executions }),
    successCount: t.field({
      type: 'Count',
      description: "Those of them that didn't fail: canceled ones count too.",
      resolve: ({ totals }) => totals.succeeded,
    }),
    totalCost: t.float({
      description: 'US dollars, of the executions whose cost is known.',
      resolve: ({ totals }) => dollars(totals.costMicros),
    }),
    unknownCostCount: t.field({
      type: 'Count',
      description: 'Executions that used a model without a known price. Their cost is in no total.',
      resolve: ({ totals }) => totals.unknownCosts,
    }),
    days: t.expose('days', {
      type: [UsageRecordType],
      extensions: { rows: limits.usage.maxDays },
      description: 'Oldest first, days without executions included.',
    }),
    models: t.expose('models', {
      type: [ModelReliabilityType],
      extensions: { rows: limits.top.max },
      description: 'The models that its steps called, most calls first.',
    }),
    cheapestReliable: t.expose('cheapest', {
      type: ModelReliabilityType,
      nullable: true,
      description:
        'Of the models that its steps called without a failure in this range, the one with the lowest cost per call. Its calls may be of small steps only. Null if there is none.',
    }),
  }),
});
