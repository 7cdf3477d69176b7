import { isPostgresUrl } from '@/lib/config/database-url';
import type { Environment } from '@/lib/config/environment';
import type { Catalog } from '@/lib/engine/models/catalog';
import { openLanguageModels } from '@/lib/providers/language-models/open-language-models';
import { keepOverlaps } from '@/lib/server/api-keys/previous-secret-calls';
import { openLinkLimiter } from '@/lib/server/approvals/respond-to-link';
import { pruneAuditDaily } from '@/lib/server/audit/prune-audit';
import { keepRefusals } from '@/lib/server/audit/write-refusals';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import { openDatabase } from '@/lib/server/database/open-database';
import { EmailLimiter } from '@/lib/server/email/email-limiter';
import { logRecordedJobs } from '@/lib/server/jobs/worker/log-recorded-jobs';
import type { WorkflowRuntime } from '@/lib/server/jobs/worker/workflow-runtime';
import { logger } from '@/lib/server/logging/logger';
import { ApiLimiter } from '@/lib/server/rate-limit/api-limiter';
import { memoryLimiter } from '@/lib/server/rate-limit/memory-limiter';
import { type PostgresLimiters, postgresLimiters } from '@/lib/server/rate-limit/postgres-limiters';
import { type ServerContext, serverContext } from '@/lib/server/runtime/context';
import { type ApiRuntime, jobCounts, runtime, traceCounts } from '@/lib/server/runtime/runtime';
import { observeWrites } from '@/lib/server/starting/observe-writes';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { pruneJobsDaily } from '@/lib/server/starting/prune-jobs-daily';
import { openJobTraces } from '@/lib/server/traces/open-job-traces';
import { TestReceiver } from '@/lib/server/webhooks/test-receiver';

/**
 * Opens the database, creates the limiters and starts the upkeep, once per process: later calls return the same.
 * @param environment of a migrated database
 * @param catalog of its MODELS_FILE
 */
export function startRuntime(environment: Environment, catalog: Catalog): ApiRuntime {
  runtime.api ??= start(environment, catalog);
  return runtime.api;
}

function start(environment: Environment, catalog: Catalog): ApiRuntime {
  const limiters = openLimiters(environment.databaseUrl);
  const db = observeWrites(openDatabase(environment.databaseUrl, environment));
  const logRecorded = logRecordedJobs(logger, catalog, jobCounts);
  const traces = openJobTraces(environment, db.sql, traceCounts);
  const context: ServerContext = {
    ...serverContext(db),
    listedModels: new Set(catalog.models.map(({ id }) => id)),
    onRecorded: (jobs) => {
      logRecorded(jobs);
      traces?.add(jobs);
    },
  };
  const workflows = openWorkflowRuntime(context, {
    catalog,
    runsJobs: environment.runJobs,
    languageModels: openLanguageModels(environment),
    callbacks: { allowsPrivate: environment.callbacksAllowPrivate },
    testReceiver: new TestReceiver(context, environment.publicUrl, limiters.makeLimiter),
  });
  void startWorkflows(workflows);
  const drains = [
    keepOverlaps(context),
    keepRefusals(context),
    pruneAuditDaily(context),
    pruneJobsDaily(context),
  ];
  return {
    context,
    workflows,
    signInLimiter: new SignInLimiter(limiters.makeLimiter),
    emailLimiter: new EmailLimiter(limiters.makeLimiter),
    linkLimiter: openLinkLimiter(limiters.makeLimiter),
    apiLimiter: new ApiLimiter(
      { perClient: environment.callsPerClient, perAccount: environment.callsPerAccount },
      limiters.makeCallLimiter,
    ),
    close: async () => {
      // Jobs that couldn't be given back mustn't keep what is in memory only from being written.
      try {
        await workflows.stop();
      } finally {
        await Promise.allSettled([...drains.map((drain) => drain()), traces?.close()]);
        try {
          await limiters.close();
        } finally {
          await context.db.close();
        }
      }
    },
  };
}

/** The site is served even if the jobs of an earlier process can't be recovered; the next look for them may succeed. */
async function startWorkflows(workflows: WorkflowRuntime): Promise<void> {
  try {
    await workflows.start();
  } catch (error) {
    logger.error({ err: error }, "The jobs of an earlier process couldn't be recovered");
  }
}

/** Several processes on one PostgreSQL database count together; the one process of a SQLite file in its memory. */
const openLimiters = (databaseUrl: string): PostgresLimiters =>
  isPostgresUrl(databaseUrl)
    ? postgresLimiters(databaseUrl)
    : { makeLimiter: memoryLimiter, makeCallLimiter: memoryLimiter, close: async () => {} };
