import { readEnvironment } from '@/lib/config/environment';
import { limits } from '@/lib/config/limits';
import { models } from '@/lib/config/models';
import type { ModelConfig } from '@/lib/config/models/model-config';
import { openCatalog } from '@/lib/engine/models/catalog';
import { openLanguageModels } from '@/lib/providers/language-models/open-language-models';
import { createAccount } from '@/lib/server/account/create-account';
import { operatorViewer, type Viewer } from '@/lib/server/auth/viewer';
import { openDatabase } from '@/lib/server/database/open-database';
import type { WorkflowContext } from '@/lib/server/jobs/worker/workflow-runtime';
import { serverContext } from '@/lib/server/runtime/context';
import { openWorkflowRuntime } from '@/lib/server/starting/open-workflow-runtime';
import { readJob } from '@/lib/server/workflows/get-job';
import { type AttemptView, listAttempts } from '@/lib/server/workflows/list-attempts';
import type { StartInput } from '@/lib/server/workflows/plan-input';
import { orchestrate } from '@/lib/server/workflows/start-workflow';
import { catalogModel } from '@/testing/engine/catalog-model';
import { sharedTextWorker } from '@/testing/shared-text-worker';
import type { TestDatabase } from '@/testing/test-database';
import { type WholeJob, wholeJob } from '@/testing/whole-job';
import type { FormatName } from './formats/wire-format';
import { type LoopbackProvider, openLoopbackProvider } from './loopback-provider';
import type { LoopbackSettings } from './settings';

/** The outcome of a workflow: its job, and its recorded attempts. */
export interface Ran {
  job: WholeJob;
  attempts: AttemptView[];
}

/** The engine of the product on a database, with all four providers at a loopback address. */
export interface LoopbackWorld {
  provider: LoopbackProvider;
  context: WorkflowContext;
  viewer: Viewer;
  /** Runs a workflow, and waits for its end. @param wait_ms at most; by default, the longest allowed */
  run(input: StartInput, wait_ms?: number): Promise<Ran>;
  close(): Promise<void>;
}

export const formats = ['openai', 'compatible', 'anthropic', 'gemini'] as const satisfies FormatName[];

/** A model of the catalog whose replies must match a schema, with a price of its own for each kind of token. */
export const pricedModel = (id: string): ModelConfig => ({
  ...catalogModel('', { context: 128_000, maxOutput: 16_000 }),
  id,
});

/** The key with which each provider is called. */
export const keyFor = (format: FormatName): string => `key-for-${format}`;

/**
 * @param database migrated, with the plans; removed when the world is closed
 * @param options.models in the catalog, in addition to the product's
 * @param options.settings of the loopback provider
 */
export async function openLoopbackWorld(
  database: TestDatabase,
  {
    models: own = [],
    settings = {},
  }: { models?: readonly ModelConfig[]; settings?: Partial<LoopbackSettings> } = {},
): Promise<LoopbackWorld> {
  const provider = await openLoopbackProvider(settings);
  const ctx = serverContext(openDatabase(database.url));
  const workflows = openWorkflowRuntime(ctx, {
    textWorker: sharedTextWorker,
    catalog: openCatalog([...own, ...models]),
    languageModels: openLanguageModels(
      readEnvironment({
        OPENAI_API_KEY: keyFor('openai'),
        OPENAI_BASE_URL: provider.url('openai'),
        ANTHROPIC_API_KEY: keyFor('anthropic'),
        ANTHROPIC_BASE_URL: provider.url('anthropic'),
        GEMINI_API_KEY: keyFor('gemini'),
        GEMINI_BASE_URL: provider.url('gemini'),
        OPENAI_COMPATIBLE_API_KEY: keyFor('compatible'),
        OPENAI_COMPATIBLE_BASE_URL: provider.url('compatible'),
      }),
    ),
  });
  await workflows.start();
  const context: WorkflowContext = { ...ctx, workflows };
  const { admin } = await createAccount(
    ctx,
    { name: 'Acme', planId: 'plan_enterprise', demo: false },
    { email: 'ada@acme.example', password: 'correct horse battery', first_name: 'Ada' },
  );
  const viewer = operatorViewer(admin);
  return {
    provider,
    context,
    viewer,
    run: async (input, wait_ms = limits.orchestrate.max) => {
      const { id } = await orchestrate(context, viewer, input, { wait_ms });
      const job = await wholeJob(await readJob(context, viewer, id));
      return { job, attempts: await listAttempts(context, viewer, id) };
    },
    close: async () => {
      await workflows.stop();
      await ctx.db.close();
      await provider.close();
      await database.remove();
    },
  };
}
