import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '@/lib/server/database/database';
import { type CallerKind, callers } from '@/testing/callers';
import { openChangeLog } from '@/testing/change-log';
import { twoAccounts } from '@/testing/tenancy/two-accounts';
import { openTestServer } from '@/testing/test-server';
import type { Outcome } from './fault-of';
import { withNesting } from './hostile-values';
import { withIds } from './input-values';
import type { FuzzRequest } from './requests';

/** The API over a database of its own, with callers of every kind, to send hostile inputs to. */
interface FuzzWorld {
  /** @returns its outcome, and the body as it was sent */
  send(request: FuzzRequest): Promise<{ outcome: Outcome; body: string }>;
  close(): Promise<void>;
}

/** A job that an input has started keeps running afterwards, and mustn't look like the effect of the next input. */
async function untilJobsEnd({ prisma: read }: Database): Promise<void> {
  while ((await read.job.count({ where: { queueState: 'DISPATCHED' } })) > 0) await nextTurn();
}

/** Starts one. If an input ends a caller's session or disables its user, both are restored before its next input. */
export async function openFuzzWorld(): Promise<FuzzWorld> {
  const server = await openTestServer();
  const { context } = server;
  const sideOf = await twoAccounts(context);
  const people = await context.db.prisma.user.findMany({ where: { status: 'ACTIVE' } });
  const tokens = new Map<CallerKind, string | undefined>();

  const revive = async (caller: CallerKind) => {
    await context.db.write(async (tx) => {
      for (const { id, role, status, scopeRead, scopeWrite, scopeAdmin, email } of people) {
        await tx.user.update({
          where: { id },
          data: { role, status, scopeRead, scopeWrite, scopeAdmin, email },
        });
      }
    });
    const { world } = sideOf(caller === "another account's admin" ? 'admin' : caller);
    const token = await callers[caller](context, world);
    tokens.set(caller, token);
    await server.call({ query: '{ me { id } }', token });
  };

  const changes = await openChangeLog(context);
  return {
    send: async ({ caller, headers, body: named, encoding }) => {
      if (!tokens.has(caller)) await revive(caller);
      const body = withNesting(withIds(named, sideOf(caller)));
      const token = tokens.get(caller);
      await untilJobsEnd(context.db);
      await changes.take();
      const before = process.cpuUsage();
      const response = await server.post(Buffer.from(body, encoding), {
        ...(token && { authorization: `Bearer ${token}` }),
        ...headers,
      });
      const text = await response.text();
      const { user, system } = process.cpuUsage(before);
      if (text.includes('"UNAUTHENTICATED"')) tokens.delete(caller);
      const outcome = {
        status: response.status,
        type: response.headers.get('content-type'),
        text,
        cpu: (user + system) / 1e6,
        changes: await changes.take(),
      };
      return { outcome, body };
    },
    close: async () => {
      await server.close();
    },
  };
}
