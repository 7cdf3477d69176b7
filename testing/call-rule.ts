import { getArgumentValues, getVariableValues, parse } from 'graphql';
import type { GraphqlContext } from '@/graphql/graphql-context';
import { schema } from '@/graphql/schema';
import { UploadedFile } from '@/graphql/uploads';
import { authenticate } from '@/lib/server/auth/authenticate';
import { SignInLimiter } from '@/lib/server/auth/sign-in-limiter';
import type { Viewer } from '@/lib/server/auth/viewer';
import { AppError } from '@/lib/server/errors';
import type { ServerContext } from '@/lib/server/runtime/context';
import { ContentBudget } from '@/lib/server/workflows/views/content-budget';
import { type CallerKind, callers } from './callers';
import type { Operation } from './operations';
import { onlyField } from './tenancy/probe-document';
import type { TestWorld } from './test-world';

/** The context of a call's resolvers, without HTTP. */
export const contextOf = (context: ServerContext, viewer: Viewer | null): GraphqlContext => ({
  ...context,
  viewer,
  client: { address: '127.0.0.1', userAgent: null },
  call: { idempotencyKey: null, traceparent: null, signal: new AbortController().signal },
  signInLimiter: new SignInLimiter(),
  contents: new ContentBudget(),
});

/**
 * Calls the rule behind a field, past what the field declares.
 * @returns OK, or the code of the refusal
 * @throws whatever else the rule throws
 */
export async function callRule(
  context: ServerContext,
  { query }: Operation,
  variables: Record<string, unknown> | undefined,
  viewer: Viewer,
): Promise<string> {
  const { field: node, operation } = onlyField(parse(query));
  const roots = { ...schema.getQueryType()?.getFields(), ...schema.getMutationType()?.getFields() };
  const field = roots[node.name.value];
  if (!field) throw new Error(`The schema has no ${node.name.value}.`);
  const { resolve } = field.extensions.pothosOptions as {
    resolve(root: undefined, args: object, ctx: GraphqlContext, info: object): unknown;
  };
  const given = Object.entries(variables ?? {}).map(([name, value]) => [name, announced(value)]);
  const { variableValues } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    Object.fromEntries(given),
  );
  const args = getArgumentValues(field, node, variableValues);
  try {
    await resolve(undefined, args, contextOf(context, viewer), { operation, fragments: {} });
    return 'OK';
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

/** A file as a request announces it; any other value as it is. */
const announced = (value: unknown): unknown =>
  value instanceof File ? new UploadedFile(async () => value, value.size) : value;

/** A caller whose token has just been proven. */
export async function viewerOf(ctx: ServerContext, world: TestWorld, caller: CallerKind): Promise<Viewer> {
  const viewer = await authenticate(ctx, (await callers[caller](ctx, world)) ?? '');
  if (!viewer) throw new Error(`The token of ${caller} does not work.`);
  return viewer;
}
