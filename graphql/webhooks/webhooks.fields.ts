import { builder } from '@/graphql/builder';
import {
  CallbackType,
  RotatedWebhookSecretType,
  TestMessageType,
  TestReceiverType,
  TestWebhookType,
  WebhookEndpointType,
  WebhookSecretType,
} from '@/graphql/webhooks/webhooks.types';
import { limits } from '@/lib/config/limits';
import { requestNotes } from '@/lib/server/runtime/runtime';
import { callbacksShown, listDeliveries } from '@/lib/server/webhooks/list-deliveries';
import { endpointsShown, listWebhookEndpoints } from '@/lib/server/webhooks/list-webhook-endpoints';
import { resendDelivery, sendTestWebhook } from '@/lib/server/webhooks/resend-and-test';
import { getTestReceiver, listTestMessages } from '@/lib/server/webhooks/test-messages';
import { getWebhookSecret, rotateWebhookSecret } from '@/lib/server/webhooks/webhook-secrets';

const accountArg = { required: true, description: 'Your account: `account_id` of `me`.' } as const;

builder.queryFields((t) => ({
  listDeliveries: t.withAuth({ access: 'read' }).field({
    type: [CallbackType],
    extensions: { rows: callbacksShown },
    description: "A job's callbacks with their deliveries.",
    args: { jobId: t.arg.id({ required: true, description: 'The job.' }) },
    resolve: (_root, { jobId }, ctx) => listDeliveries(ctx, ctx.viewer, jobId),
  }),
  getWebhookSecret: t.withAuth({ access: 'admin:read' }).field({
    type: WebhookSecretType,
    nullable: true,
    description: 'Null while the account has none. The first message of the account makes one.',
    args: { accountId: t.arg.id(accountArg) },
    resolve: (_root, { accountId }, ctx) => getWebhookSecret(ctx, ctx.viewer, accountId),
  }),
  listWebhookEndpoints: t.withAuth({ access: 'admin:read' }).field({
    type: [WebhookEndpointType],
    extensions: { rows: endpointsShown },
    description:
      "The origins that the account's callbacks of the last 7 days went to, the last one first; at most 50, over the newest 2,000 callbacks.",
    args: { accountId: t.arg.id(accountArg) },
    resolve: (_root, { accountId }, ctx) => listWebhookEndpoints(ctx, ctx.viewer, accountId),
  }),
  getTestReceiver: t.withAuth({ access: 'admin:read' }).field({
    type: TestReceiverType,
    description: "The account's own test receiver.",
    args: { accountId: t.arg.id(accountArg) },
    resolve: (_root, { accountId }, ctx) => getTestReceiver(ctx, ctx.viewer, accountId),
  }),
  listTestMessages: t.withAuth({ access: 'admin:read' }).field({
    type: [TestMessageType],
    extensions: { rows: limits.testReceiver.kept },
    description: `The last ${limits.testReceiver.kept} messages of the account's test receiver, newest first.`,
    args: { accountId: t.arg.id(accountArg) },
    resolve: (_root, { accountId }, ctx) => listTestMessages(ctx, ctx.viewer, accountId),
  }),
}));

builder.mutationFields((t) => ({
  resendDelivery: t.withAuth({ access: 'write' }).field({
    type: CallbackType,
    description:
      "Sends a callback once more, whatever its state, and waits for the response. If that isn't 2xx, the callback stays as it was.",
    args: { id: t.arg.id({ required: true, description: 'Of the callback.' }) },
    resolve: (_root, { id }, ctx) => waiting(() => resendDelivery(ctx, ctx.viewer, id)),
  }),
  rotateWebhookSecret: t.withAuth({ access: 'admin:session' }).field({
    type: RotatedWebhookSecretType,
    description:
      "Makes the account's first webhook secret, or the next one. The one before it signs too for a day.",
    args: { accountId: t.arg.id(accountArg) },
    resolve: (_root, { accountId }, ctx) => rotateWebhookSecret(ctx, ctx.viewer, accountId),
  }),
  sendTestWebhook: t.withAuth({ access: 'admin:write' }).field({
    type: TestWebhookType,
    description: 'Sends a message like that of a completed job, and waits for the response.',
    args: {
      accountId: t.arg.id(accountArg),
      url: t.arg.string({ description: "Where to send it. Default: the account's own test receiver." }),
    },
    resolve: (_root, { accountId, url }, ctx) =>
      waiting(() => sendTestWebhook(ctx, ctx.viewer, accountId, url)),
  }),
}));

/** Other calls can begin while a receiver is waited for. */
function waiting<Result>(send: () => Promise<Result>): Promise<Result> {
  requestNotes.getStore()?.endTurn?.();
  return send();
}
