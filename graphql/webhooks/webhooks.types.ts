import { builder } from '@/graphql/builder';
import { CallbackDeliveryType, CallbackStatusType } from '@/graphql/workflows/workflow.inputs';
import { errorDocs, isCallbackError } from '@/lib/config/workflow-errors';
import { type CallbackView, deliveriesShown } from '@/lib/server/webhooks/list-deliveries';
import type { EndpointView } from '@/lib/server/webhooks/list-webhook-endpoints';
import type { SentTest } from '@/lib/server/webhooks/resend-and-test';
import { keptHeaders } from '@/lib/server/webhooks/test-receiver';
import type { SecretView } from '@/lib/server/webhooks/webhook-secrets';
import type { TestMessage } from '@/prisma/generated/prisma/client';

const CallbackStateType = builder.enumType('CallbackState', {
  values: {
    WAITING: { description: "Its job hasn't ended." },
    PENDING: { description: 'The server is sending it, or sends it again at `nextAt`.' },
    DELIVERED: { description: 'A try had a 2xx response.' },
    FAILED: { description: 'The server has given it up. `code` says why.' },
  },
});

const BulkEventType = builder.enumType('BulkEvent', {
  values: {
    ENDED: { description: 'It takes no further rows.' },
    PROGRESS_25: { description: '25 % of all rows have ended.' },
    PROGRESS_50: { description: '50 % of all rows have ended.' },
    PROGRESS_75: { description: '75 % of all rows have ended.' },
  },
});

const docsOf = (code: string | null): string | null =>
  code !== null && isCallbackError(code) ? errorDocs(code) : null;

const DeliveryType = builder.objectRef<CallbackView['deliveries'][number]>('Delivery').implement({
  description: 'One try of a callback.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Within its callback, from 1.' }),
    isManual: t.exposeBoolean('isManual', { description: 'Whether it was sent again by hand.' }),
    startedAt: t.expose('startedAt', { type: 'EpochMillis' }),
    milliseconds: t.exposeInt('milliseconds', { nullable: true }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'HTTP status of the response; null without one.',
    }),
    code: t.exposeString('code', { nullable: true, description: 'Null if it was delivered.' }),
    message: t.exposeString('message', { nullable: true }),
    response: t.exposeString('response', {
      nullable: true,
      description:
        "The first KiB of the response's body; null if the caller may not decide the request that was sent.",
    }),
    docs: t.string({
      nullable: true,
      description: 'The address of the documentation of its code, on this server.',
      resolve: ({ code }) => docsOf(code),
    }),
  }),
});

export const CallbackType = builder.objectRef<CallbackView>('Callback').implement({
  description: 'A message to a receiver on a job or a bulk job.',
  fields: (t) => ({
    id: t.exposeID('id', { description: '`webhook-id` of its messages.' }),
    jobId: t.exposeID('jobId', { nullable: true, description: 'Null if it is on a bulk job.' }),
    bulkJobId: t.exposeID('runId', { nullable: true, description: 'Null if it is on a single job.' }),
    status: t.field({
      type: CallbackStatusType,
      nullable: true,
      description:
        'The end of its job that it waits for, or AWAITING_APPROVAL for a request to a person; null if it is on a bulk job.',
      resolve: ({ status, position }) =>
        position === null ? (status as 'COMPLETED' | 'FAILED' | 'CANCELED' | null) : 'AWAITING_APPROVAL',
    }),
    event: t.expose('event', {
      type: BulkEventType,
      nullable: true,
      description: 'What it reports of a bulk job; null if it is on a single job.',
    }),
    url: t.exposeString('url'),
    delivery: t.expose('delivery', { type: CallbackDeliveryType }),
    state: t.expose('state', { type: CallbackStateType }),
    nextAt: t.expose('nextAt', {
      type: 'EpochMillis',
      nullable: true,
      description: 'When it is tried next.',
    }),
    code: t.exposeString('code', { nullable: true, description: 'Why it was given up.' }),
    deliveries: t.field({
      type: [DeliveryType],
      extensions: { rows: deliveriesShown },
      description: 'Its last 20, oldest first.',
      resolve: ({ deliveries }) => deliveries,
    }),
  }),
});

export const WebhookSecretType = builder.objectRef<SecretView>('WebhookSecret').implement({
  description: 'The secret that signs the callbacks of an account.',
  fields: (t) => ({
    createdAt: t.expose('createdAt', { type: 'EpochMillis' }),
    hint: t.exposeString('hint', {
      nullable: true,
      description:
        '`whsec_…` and its last four characters before the `=` at its end; null if the server can no longer read it.',
    }),
    previousExpiresAt: t.expose('previousExpiresAt', {
      type: 'EpochMillis',
      nullable: true,
      description: 'Until when the secret before it signs too; null if none does.',
    }),
  }),
});

export const RotatedWebhookSecretType = builder
  .objectRef<{ secret: SecretView; rawSecret: string }>('RotatedWebhookSecret')
  .implement({
    fields: (t) => ({
      secret: t.expose('secret', { type: WebhookSecretType }),
      rawSecret: t.exposeString('rawSecret', { description: 'Shown this one time.' }),
    }),
  });

const EndpointFailureType = builder
  .objectRef<NonNullable<EndpointView['lastFailure']>>('WebhookEndpointFailure')
  .implement({
    fields: (t) => ({
      at: t.expose('at', { type: 'EpochMillis' }),
      code: t.exposeString('code'),
      status: t.exposeInt('status', { nullable: true }),
      message: t.exposeString('message', { nullable: true }),
    }),
  });

export const WebhookEndpointType = builder.objectRef<EndpointView>('WebhookEndpoint').implement({
  description: 'An origin that callbacks of the account go to.',
  fields: (t) => ({
    url: t.exposeString('url'),
    delivered: t.expose('delivered', { type: 'Count', description: 'Deliveries with a 2xx response.' }),
    failed: t.expose('failed', { type: 'Count', description: 'The others.' }),
    successRate: t.float({
      description: 'Of its deliveries, 0 to 1.',
      resolve: ({ delivered, failed }) => delivered / Math.max(1, delivered + failed),
    }),
    lastDeliveryAt: t.expose('lastDeliveryAt', { type: 'EpochMillis' }),
    lastFailure: t.expose('lastFailure', { type: EndpointFailureType, nullable: true }),
  }),
});

interface Header {
  name: string;
  value: string;
}

const headersIn = (headers: Readonly<Record<string, string>>): Header[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

const WebhookHeaderType = builder.objectRef<Header>('WebhookHeader').implement({
  fields: (t) => ({ name: t.exposeString('name'), value: t.exposeString('value') }),
});

export const TestWebhookType = builder.objectRef<SentTest>('TestWebhook').implement({
  description: 'A test message exactly as it was sent, and what came of it.',
  fields: (t) => ({
    url: t.string({ resolve: ({ request }) => request.url }),
    headers: t.field({
      type: [WebhookHeaderType],
      extensions: { rows: keptHeaders.length },
      resolve: ({ request }) => headersIn(request.headers),
    }),
    body: t.string({ resolve: ({ request }) => request.body }),
    signedText: t.string({
      description: 'What was signed: id, timestamp and body with a dot between.',
      resolve: ({ request }) => request.signedText,
    }),
    signature: t.string({
      description: 'The header webhook-signature.',
      resolve: ({ request }) => request.headers['webhook-signature'] ?? '',
    }),
    status: t.int({ nullable: true, resolve: ({ outcome }) => outcome.status }),
    milliseconds: t.int({ resolve: ({ outcome }) => outcome.milliseconds }),
    code: t.string({
      nullable: true,
      description: 'Null if it was delivered.',
      resolve: ({ outcome }) => outcome.code,
    }),
    message: t.string({ nullable: true, resolve: ({ outcome }) => outcome.message }),
    response: t.string({
      nullable: true,
      description: "The first KiB of the response's body.",
      resolve: ({ outcome }) => outcome.response,
    }),
    docs: t.string({
      nullable: true,
      description: 'The address of the documentation of its code, on this server.',
      resolve: ({ outcome }) => docsOf(outcome.code),
    }),
  }),
});

export const TestReceiverType = builder.objectRef<{ url: string }>('TestReceiver').implement({
  description: "A receiver of this server's, for messages of one account.",
  fields: (t) => ({ url: t.exposeString('url', { description: 'Nobody can guess it.' }) }),
});

export const TestMessageType = builder.objectRef<TestMessage>('TestMessage').implement({
  description: 'A message that a test receiver got.',
  fields: (t) => ({
    id: t.exposeID('id'),
    receivedAt: t.expose('receivedAt', { type: 'EpochMillis' }),
    headers: t.field({
      type: [WebhookHeaderType],
      extensions: { rows: keptHeaders.length },
      description: 'Those that a receiver needs.',
      resolve: ({ headers }) => headersIn(JSON.parse(headers)),
    }),
    body: t.exposeString('body'),
    problem: t.exposeString('problem', {
      nullable: true,
      description: "Why its signature doesn't hold; null if it does.",
    }),
  }),
});
