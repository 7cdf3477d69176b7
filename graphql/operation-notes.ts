import type { ExecutionArgs, GraphQLResolveInfo } from 'graphql';
import { isAsyncIterable, type Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '@/graphql/graphql-context';
import { rootFields } from '@/graphql/root-fields';
import type { ErrorCode } from '@/lib/config/error-codes';
import { type NotedJob, requestNotes } from '@/lib/server/runtime/runtime';
import type { JobView } from '@/lib/server/workflows/views/job-view';

/**
 * Yoga plugin: notes for the log and metrics who called which root fields, and how each ended. Fields are noted by
 * their names in the schema; the client's own names (operation, aliases) and its variables never are. Runs after
 * `codedErrors`, whose codes it reads.
 */
export function operationNotes(): Plugin<GraphqlContext> {
  /** The root fields of each operation under way, by response key, and when it began. */
  const executed = new WeakMap<object, { fields: Map<string, string>; since: number }>();
  const note = ({ args }: { args: ExecutionArgs & { contextValue: GraphqlContext } }) => {
    const notes = requestNotes.getStore();
    if (!notes) return;
    const { viewer } = args.contextValue;
    if (viewer) Object.assign(notes, { accountId: viewer.accountId, userId: viewer.user.id });
    executed.set(notes, {
      fields: rootFields(args.document, args.operationName),
      since: performance.now(),
    });
  };
  return {
    onExecute: note,
    onSubscribe: note,
    onResultProcess: ({ result }) => {
      const notes = requestNotes.getStore();
      const isStream = isAsyncIterable(result);
      if (!notes || Array.isArray(result) || !(isStream || 'data' in result || 'errors' in result)) return;
      // A stream has begun; how its events turn out isn't known yet.
      const errors = (isStream ? undefined : result.errors) ?? [];
      const operation = executed.get(notes);
      executed.delete(notes);
      const codes = new Map<string | number | undefined, string>();
      for (const { path, extensions } of errors.toReversed()) codes.set(path?.[0], codeOf(extensions));
      if (!operation || codes.has(undefined)) {
        notes.fields.push({ field: 'none', code: codes.get(undefined) ?? 'OK' });
        return;
      }
      const seconds = (performance.now() - operation.since) / 1_000;
      for (const [key, field] of operation.fields) {
        const job = notes.jobs?.get(key);
        notes.fields.push({
          field,
          code: codes.get(key) ?? codeOfJob(field, job),
          seconds,
          ...(job && { job }),
        });
      }
      delete notes.jobs;
    },
  };
}

/** A call that waited for a job which then failed hasn't done what it was for, although it returned the job. */
const codeOfJob = (field: string, job: NotedJob | undefined): string =>
  field === 'orchestrate' && (job?.status === 'FAILED' || job?.status === 'CANCELED')
    ? `JOB_${job.status}`
    : 'OK';

function codeOf({ code }: Record<string, unknown>): string {
  return typeof code === 'string' ? code : ('INTERNAL' satisfies ErrorCode);
}

/** Notes for the log and metrics which job a root field returns, and its status. */
export async function noteJob(job: Promise<JobView>, { path }: GraphQLResolveInfo): Promise<JobView> {
  const found = await job;
  const notes = requestNotes.getStore();
  if (notes) {
    notes.jobs ??= new Map();
    notes.jobs.set(path.key, { jobId: found.id, status: found.status, code: found.error?.code });
  }
  return found;
}
