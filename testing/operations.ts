import type { Access } from '@/lib/config/access';
import { rotateApiKey } from '@/lib/server/api-keys/rotate-api-key';
import { hashToken } from '@/lib/server/auth/tokens';
import { operatorViewer } from '@/lib/server/auth/viewer';
import { draftInvoice } from '@/lib/server/billing/write-invoices';
import { newId } from '@/lib/server/ids';
import { type WorkflowContext, workflowsOf } from '@/lib/server/jobs/worker/workflow-runtime';
import type { ServerContext } from '@/lib/server/runtime/context';
import { createUser } from '@/lib/server/users/create-user';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { bulkFile, createTriedRun } from './bulk-run';
import { askingStep, openApproval, waitingJob } from './job-rows';
import { keyOf, PASSWORD, sessionToken, type TestWorld } from './test-world';

type Variables = Record<string, unknown>;

export interface Operation {
  access: Access | 'anyone';
  /** Whether its arguments name a record of Acme, which another account mustn't find. */
  names?: boolean;
  query: string;
  /** Makes the record that the call needs, for each caller: one of Acme, and of the developer if it has an owner. */
  prepare?(ctx: WorkflowContext, world: TestWorld): Variables | Promise<Variables>;
}

const account = (_ctx: ServerContext, { acme }: TestWorld) => ({ id: acme.id });
const developer = (_ctx: ServerContext, { users }: TestWorld) => ({ id: users.developer.id });
const activeKey = async (ctx: ServerContext, { users }: TestWorld) => ({
  id: (await keyOf(ctx, users.developer, ['write'])).apiKey.id,
});
const rotatedKey = async (ctx: ServerContext, world: TestWorld) => {
  const { id } = await activeKey(ctx, world);
  await rotateApiKey(ctx, operatorViewer(world.users.developer), id, { grace: 60 });
  return { id };
};
const revokedKey = async (ctx: ServerContext, world: TestWorld) => {
  const { id } = await activeKey(ctx, world);
  await ctx.db.write((tx) => tx.apiKey.update({ where: { id }, data: { status: 'REVOKED' } }));
  return { id };
};
let people = 0;
const someone = async (ctx: ServerContext, { users, acme }: TestWorld) => {
  people += 1;
  const input = { email: `person-${people}@acme.example`, password: PASSWORD };
  return { id: (await createUser(ctx, operatorViewer(users.admin), acme.id, input)).id };
};

/** Another operation cancels the subscription, and workflows need an active account. */
const activeAccount = async (ctx: ServerContext, { acme }: TestWorld) => {
  await ctx.db.write((tx) => tx.account.update({ where: { id: acme.id }, data: { status: 'ACTIVE' } }));
  return {};
};
/** A job of the developer that has ended. */
const endedJob = async (ctx: WorkflowContext, world: TestWorld) => {
  await activeAccount(ctx, world);
  return { id: (await orchestrate(ctx, operatorViewer(world.users.developer), aWorkflow, {})).id };
};
/** A callback of the developer's, to the account's own test receiver. */
const endedCallback = async (ctx: WorkflowContext, world: TestWorld) => {
  await activeAccount(ctx, world);
  const url = await workflowsOf(ctx).testReceiver.addressOf(world.acme.id);
  const callbacks = [{ status: 'COMPLETED', url }] as const;
  const viewer = operatorViewer(world.users.developer);
  const job = await orchestrate(ctx, viewer, { ...aWorkflow, callbacks }, {});
  return ctx.db.prisma.callback.findFirstOrThrow({ where: { jobId: job.id }, select: { id: true } });
};
/** A job of the developer that waits for a rate limit until long after the test. */
const parkedJob = async (ctx: WorkflowContext, { users }: TestWorld) => {
  const job = {
    ...waitingJob(users.developer, newId(ctx, 'job')),
    queueState: 'PARKED',
    parkedUntil: new Date('2999-01-01'),
  } as const;
  return ctx.db.write((tx) => tx.job.create({ data: job, select: { id: true } }));
};
/** A job of the developer with a step that waits for a person. */
const askingJob = async (ctx: WorkflowContext, world: TestWorld) => {
  const { id } = await parkedJob(ctx, world);
  await ctx.db.write(async (tx) => {
    await tx.jobStep.create({ data: askingStep(id) });
    await tx.approval.create({ data: openApproval(world.users.developer, id, newId(ctx, 'approval')) });
  });
  return { id };
};
/** A bulk file, and a run, of the developer's. */
const aBulkFile = async (ctx: WorkflowContext, world: TestWorld) => {
  await activeAccount(ctx, world);
  return { id: (await createTriedRun(ctx, world.users.developer)).fileId };
};
const triedRun = async (ctx: WorkflowContext, world: TestWorld) => {
  await activeAccount(ctx, world);
  return { id: (await createTriedRun(ctx, world.users.developer)).runId };
};
const aWorkflow = {
  input: 'The arm stalls.',
  steps: [{ id: 'reply', task: 'generation', model: 'sandbox/fast' }],
};
const startArguments = 'input: { input: "The arm stalls.", steps: [{ id: "reply", task: "generation" }] }';

const id = '$id: ID!';
const rowWorkflow = '{ steps: [{ id: "reply", task: "generation", input: "{{ variables.text }}" }] }';
/** A legal call of every operation. */
export const operations: Record<string, Operation> = {
  me: { access: 'anyone', query: '{ me { id } }' },
  userDashboardStats: {
    access: 'read',
    names: true,
    query: `query (${id}) { userDashboardStats(userId: $id) { totalExecutions } }`,
    prepare: developer,
  },
  usageByUser: {
    access: 'read',
    names: true,
    query: `query (${id}) { usageByUser(userId: $id, timeframe: "daily") { date } }`,
    prepare: developer,
  },
  usageByApiKey: {
    access: 'read',
    names: true,
    query: `query (${id}) { usageByApiKey(apiKeyId: $id, timeframe: "daily") { date } }`,
    prepare: activeKey,
  },
  repriceUsage: {
    access: 'read',
    names: true,
    query: `query (${id}) { repriceUsage(userId: $id, model: "sandbox/quality") { wouldBe } }`,
    prepare: developer,
  },
  topTemplatesByUser: {
    access: 'read',
    names: true,
    query: `query (${id}) { topTemplatesByUser(userId: $id) { name } }`,
    prepare: developer,
  },
  getAccount: {
    access: 'read',
    names: true,
    query: `query (${id}) { getAccount(id: $id) { id } }`,
    prepare: account,
  },
  myApiKeys: { access: 'read', query: '{ myApiKeys { id } }' },
  listAccountPlans: { access: 'read', query: '{ listAccountPlans { id } }' },
  accountLimit: { access: 'read', query: '{ accountLimit { limitedExecutions } }' },
  accountOverview: { access: 'admin:read', query: '{ accountOverview { accountId } }' },
  usageByAccount: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { usageByAccount(accountId: $id, timeframe: "daily") { date } }`,
    prepare: account,
  },
  failuresByUser: {
    access: 'read',
    names: true,
    query: `query (${id}) { failuresByUser(userId: $id, by: TEMPLATE) { name } }`,
    prepare: developer,
  },
  failuresByAccount: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { failuresByAccount(accountId: $id, by: TEMPLATE) { name } }`,
    prepare: account,
  },
  reliabilityByAccount: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { reliabilityByAccount(accountId: $id) { model } }`,
    prepare: account,
  },
  templateByAccount: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { templateByAccount(accountId: $id, name: "Triage") { totalExecutions } }`,
    prepare: account,
  },
  templateByUser: {
    access: 'read',
    names: true,
    query: `query (${id}) { templateByUser(userId: $id, name: "Triage") { totalExecutions } }`,
    prepare: developer,
  },
  sumJobs: { access: 'read', query: '{ sumJobs { jobs } }' },
  topUsersByUsage: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { topUsersByUsage(accountId: $id) { userId } }`,
    prepare: account,
  },
  topTemplatesByUsage: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { topTemplatesByUsage(accountId: $id) { name } }`,
    prepare: account,
  },
  accountDashboardStats: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { accountDashboardStats(accountId: $id) { daysRemaining } }`,
    prepare: account,
  },
  updateUsageAlerts: {
    access: 'admin:write',
    names: true,
    query: `mutation (${id}) { updateUsageAlerts(accountId: $id, percents: [50]) { id } }`,
    prepare: account,
  },
  getBillingProfile: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { getBillingProfile(accountId: $id) { email } }`,
    prepare: account,
  },
  amountsOwed: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { amountsOwed(accountId: $id) { amount } }`,
    prepare: account,
  },
  getInvoice: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { getInvoice(id: $id) { id } }`,
    prepare: async (ctx, { acme }) => ({ id: (await draftInvoice(ctx, acme.id, '2026-05-01')).id }),
  },
  listInvoices: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { listInvoices(accountId: $id) { id } }`,
    prepare: account,
  },
  listUsers: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { listUsers(accountId: $id) { id } }`,
    prepare: account,
  },
  getUser: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { getUser(id: $id) { id } }`,
    prepare: developer,
  },
  getUserAccess: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { getUserAccess(userId: $id) { activeKeys } }`,
    prepare: developer,
  },
  getAPIKey: {
    access: 'read',
    names: true,
    query: `query (${id}) { getAPIKey(id: $id) { id } }`,
    prepare: activeKey,
  },
  listAPIKeys: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { listAPIKeys(accountId: $id) { id } }`,
    prepare: account,
  },
  getAllAuditLogs: { access: 'admin:read', query: '{ getAllAuditLogs { id } }' },
  signIn: {
    access: 'anyone',
    query: `mutation { signIn(email: "dev@acme.example", password: "${PASSWORD}") { token } }`,
  },
  signOut: { access: 'session', query: 'mutation { signOut }' },
  mySessions: { access: 'session', query: '{ mySessions { id } }' },
  endSession: {
    access: 'session',
    names: true,
    query: `mutation (${id}) { endSession(id: $id) }`,
    prepare: async (ctx, { users }) => {
      const tokenHash = hashToken(await sessionToken(ctx, users.developer));
      return { id: (await ctx.db.prisma.session.findUniqueOrThrow({ where: { tokenHash } })).id };
    },
  },
  endOtherSessions: { access: 'session', query: 'mutation { endOtherSessions }' },
  updateMyProfile: { access: 'write', query: 'mutation { updateMyProfile(first_name: "New") { id } }' },
  createAPIKey: {
    access: 'write:session',
    query: 'mutation { createAPIKey(scopes: { write: true }) { rawKey } }',
  },
  deleteAPIKey: {
    access: 'write',
    names: true,
    query: `mutation (${id}) { deleteAPIKey(id: $id) }`,
    prepare: revokedKey,
  },
  updateAccount: {
    access: 'admin:write',
    names: true,
    query: `mutation (${id}) { updateAccount(id: $id, updates: { settings: { seen: 1 } }) { id } }`,
    prepare: account,
  },
  updateBillingProfile: {
    access: 'admin:write',
    names: true,
    query: `mutation (${id}) { updateBillingProfile(accountId: $id, updates: { city: "Bath" }) { city } }`,
    prepare: account,
  },
  cancelSubscription: {
    access: 'admin:write',
    names: true,
    query: `mutation (${id}) { cancelSubscription(accountId: $id) { success } }`,
    prepare: account,
  },
  createUser: {
    access: 'admin:session',
    names: true,
    query: `mutation (${id}, $email: String!) { createUser(accountId: $id, email: $email, password: "${PASSWORD}") { id } }`,
    prepare: (_ctx, { acme }) => {
      people += 1;
      return { id: acme.id, email: `invited-${people}@acme.example` };
    },
  },
  updateUser: {
    access: 'admin:session',
    names: true,
    query: `mutation (${id}) { updateUser(id: $id, updates: { first_name: "New" }) { id } }`,
    prepare: someone,
  },
  disableUser: {
    access: 'admin:write',
    names: true,
    query: `mutation (${id}) { disableUser(id: $id) { id } }`,
    prepare: someone,
  },
  enableUser: {
    access: 'admin:session',
    names: true,
    query: `mutation (${id}) { enableUser(id: $id) { id } }`,
    prepare: (_ctx, { users }) => ({ id: users.developer.id }),
  },
  resetUserPassword: {
    access: 'admin:session',
    names: true,
    query: `mutation (${id}) { resetUserPassword(userId: $id) { password } }`,
    prepare: someone,
  },
  updateAPIKeyScopes: {
    access: 'write:session',
    names: true,
    query: `mutation (${id}) { updateAPIKeyScopes(id: $id, scopes: { write: true }) { id } }`,
    prepare: activeKey,
  },
  renameAPIKey: {
    access: 'write:session',
    names: true,
    query: `mutation (${id}) { renameAPIKey(id: $id, name: "Renamed") { id } }`,
    prepare: activeKey,
  },
  revokeAPIKey: {
    access: 'write',
    names: true,
    query: `mutation (${id}) { revokeAPIKey(id: $id) { id } }`,
    prepare: activeKey,
  },
  reactivateAPIKey: {
    access: 'write:session',
    names: true,
    query: `mutation (${id}) { reactivateAPIKey(id: $id) { id } }`,
    prepare: revokedKey,
  },
  rotateAPIKey: {
    access: 'write',
    names: true,
    query: `mutation (${id}) { rotateAPIKey(id: $id) { rawKey } }`,
    prepare: activeKey,
  },
  endPreviousSecret: {
    access: 'write',
    names: true,
    query: `mutation (${id}) { endPreviousSecret(id: $id) { id } }`,
    prepare: rotatedKey,
  },
  orchestrate: {
    access: 'write',
    query: `mutation { orchestrate(${startArguments}) { jobId } }`,
    prepare: activeAccount,
  },
  enqueueWorkflow: {
    access: 'write',
    query: `mutation { enqueueWorkflow(${startArguments}) { jobId } }`,
    prepare: activeAccount,
  },
  queueAsyncWorkflow: {
    access: 'write',
    query: `mutation { queueAsyncWorkflow(${startArguments}) { jobId } }`,
    prepare: activeAccount,
  },
  planWorkflow: { access: 'read', query: `{ planWorkflow(${startArguments}) { estimatedTokens } }` },
  getJobResult: {
    access: 'read',
    names: true,
    query: `query (${id}) { getJobResult(jobId: $id) { jobId } }`,
    prepare: endedJob,
  },
  listJobs: { access: 'read', query: '{ listJobs { jobId } }' },
  searchJobs: { access: 'read', query: '{ searchJobs { continueFrom jobs(limit: 1) { jobId } } }' },
  listApprovals: {
    access: 'read',
    query: '{ listApprovals { id jobId stepId name user_id requestedAt expiresAt } }',
  },
  listAttempts: {
    access: 'read',
    names: true,
    query: `query (${id}) { listAttempts(jobId: $id) { number } }`,
    prepare: endedJob,
  },
  getJobPlan: {
    access: 'read',
    names: true,
    query: `query (${id}) { getJobPlan(jobId: $id) { estimatedTokens } }`,
    prepare: endedJob,
  },
  drillJob: {
    access: 'read',
    names: true,
    query: `query (${id}) { drillJob(jobId: $id, providersDown: ["sandbox"]) { status cost } }`,
    prepare: endedJob,
  },
  planRerun: {
    access: 'read',
    names: true,
    query: `query (${id}) { planRerun(jobId: $id) { estimatedTokens } }`,
    prepare: endedJob,
  },
  cancelJob: {
    access: 'write',
    names: true,
    query: `mutation (${id}) { cancelJob(jobId: $id) { jobId } }`,
    prepare: parkedJob,
  },
  decideApproval: {
    access: 'write',
    names: true,
    query: `mutation (${id}) { decideApproval(jobId: $id, stepId: "check", decision: APPROVE) { jobId } }`,
    prepare: askingJob,
  },
  rerunJob: {
    access: 'write',
    names: true,
    query: `mutation (${id}) { rerunJob(jobId: $id) { jobId } }`,
    prepare: endedJob,
  },
  rerunJobs: { access: 'write', query: 'mutation { rerunJobs { started } }', prepare: endedJob },
  planRerunJobs: { access: 'read', query: '{ planRerunJobs { jobs } }' },
  deleteJob: {
    access: 'write',
    names: true,
    query: `mutation (${id}) { deleteJob(jobId: $id) { success } }`,
    prepare: endedJob,
  },
  uploadBulkFile: {
    access: 'write',
    query: 'mutation ($file: Upload!) { uploadBulkFile(file: $file) { fileId } }',
    prepare: () => ({ file: bulkFile() }),
  },
  getBulkFile: {
    access: 'read',
    names: true,
    query: `query (${id}) { getBulkFile(fileId: $id) { fileId } }`,
    prepare: aBulkFile,
  },
  listBulkFiles: { access: 'read', query: '{ listBulkFiles { fileId } }' },
  planBulkWorkflow: {
    access: 'read',
    names: true,
    query: `query (${id}) { planBulkWorkflow(input: { fileId: $id, workflow: ${rowWorkflow} }) { rowCount } }`,
    prepare: aBulkFile,
  },
  startBulkWorkflow: {
    access: 'write',
    names: true,
    query: `mutation (${id}) { startBulkWorkflow(input: { fileId: $id, workflow: ${rowWorkflow} }) { id } }`,
    prepare: aBulkFile,
  },
  listBulkJobs: { access: 'read', query: '{ listBulkJobs { id } }' },
  getBulkJob: {
    access: 'read',
    names: true,
    query: `query (${id}) { getBulkJob(id: $id) { id } }`,
    prepare: triedRun,
  },
  getBulkRowResults: {
    access: 'read',
    names: true,
    query: `query (${id}) { getBulkRowResults(id: $id) { id } }`,
    prepare: triedRun,
  },
  getBulkFailures: {
    access: 'read',
    names: true,
    query: `query (${id}) { getBulkFailures(id: $id) { id } }`,
    prepare: triedRun,
  },
  groupBulkFailures: {
    access: 'read',
    names: true,
    query: `query (${id}) { groupBulkFailures(id: $id) { code } }`,
    prepare: triedRun,
  },
  continueBulkJob: {
    access: 'write',
    names: true,
    query: `mutation (${id}) { continueBulkJob(id: $id) { id } }`,
    prepare: triedRun,
  },
  retryBulkFailures: {
    access: 'write',
    names: true,
    query: `mutation (${id}) { retryBulkFailures(id: $id) { id } }`,
    prepare: triedRun,
  },
  cancelBulkJob: {
    access: 'write',
    names: true,
    query: `mutation (${id}) { cancelBulkJob(id: $id) { id } }`,
    prepare: triedRun,
  },
  listDeliveries: {
    access: 'read',
    names: true,
    query: `query (${id}) { listDeliveries(jobId: $id) { state } }`,
    prepare: endedJob,
  },
  resendDelivery: {
    access: 'write',
    names: true,
    query: `mutation (${id}) { resendDelivery(id: $id) { state } }`,
    prepare: endedCallback,
  },
  getWebhookSecret: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { getWebhookSecret(accountId: $id) { hint } }`,
    prepare: account,
  },
  rotateWebhookSecret: {
    access: 'admin:session',
    names: true,
    query: `mutation (${id}) { rotateWebhookSecret(accountId: $id) { rawSecret } }`,
    prepare: account,
  },
  listWebhookEndpoints: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { listWebhookEndpoints(accountId: $id) { url } }`,
    prepare: account,
  },
  sendTestWebhook: {
    access: 'admin:write',
    names: true,
    query: `mutation (${id}) { sendTestWebhook(accountId: $id) { status } }`,
    prepare: account,
  },
  getTestReceiver: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { getTestReceiver(accountId: $id) { url } }`,
    prepare: account,
  },
  listTestMessages: {
    access: 'admin:read',
    names: true,
    query: `query (${id}) { listTestMessages(accountId: $id) { id } }`,
    prepare: account,
  },
};

/** Calls whose arguments ask for more access than their fields declare, by what they do. */
export const variants: Record<string, Operation> = {
  'updateMyProfile with an email address': {
    access: 'write:session',
    query: 'mutation ($email: String) { updateMyProfile(email: $email) { id } }',
    prepare: () => {
      people += 1;
      return { email: `renamed-${people}@acme.example` };
    },
  },
  'updateMyProfile with a password': {
    access: 'write:session',
    query: `mutation { updateMyProfile(password: "${PASSWORD}") { id } }`,
  },
  'createAPIKey for someone else': {
    access: 'admin:session',
    names: true,
    query: `mutation (${id}) { createAPIKey(userId: $id, scopes: { write: true }) { rawKey } }`,
    prepare: someone,
  },
};
