import { DAY_MS } from '@/lib/rules/day';
import { assertOwnAccount, authorize, type Viewer } from '@/lib/server/auth/viewer';
import { momentOf } from '@/lib/server/database/dialect';
import type { ServerContext } from '@/lib/server/runtime/context';
import { Prisma } from '@/prisma/generated/prisma/client';

/** How far back (ms) deliveries count, and of how many callbacks. */
const PERIOD = 7 * DAY_MS;
const CALLBACKS = 2_000;
export const endpointsShown = 50;

/** The results of the deliveries to an origin. */
export interface EndpointView {
  url: string;
  delivered: number;
  failed: number;
  lastDeliveryAt: Date;
  lastFailure: { at: Date; code: string; status: number | null; message: string | null } | null;
}

interface EndpointRow {
  endpoint: string;
  delivered: number | bigint;
  failed: number | bigint;
  lastAt: Date | number | bigint;
  failedAt: Date | number | bigint | null;
  code: string | null;
  status: number | bigint | null;
  message: string | null;
}

/**
 * The origins that the account's callbacks went to in the last seven days, those with the latest delivery first. Of very
 * many callbacks, the newest 2,000 count.
 * @throws AppError NOT_FOUND for another account
 */
export async function listWebhookEndpoints(
  ctx: ServerContext,
  viewer: Viewer,
  accountId: string,
): Promise<EndpointView[]> {
  authorize(viewer, 'admin:read');
  assertOwnAccount(viewer, accountId);
  const since = new Date(ctx.now().getTime() - PERIOD);
  const rows = await ctx.db.sql<EndpointRow>(Prisma.sql`
    WITH "recent" AS (
      SELECT "id", "endpoint" FROM "Callback" WHERE "accountId" = ${accountId} AND "createdAt" >= ${since}
      ORDER BY "createdAt" DESC LIMIT ${CALLBACKS}
    ), "made" AS (
      SELECT "endpoint", "startedAt", "Delivery"."status", "Delivery"."code", "message",
        row_number() OVER (
          PARTITION BY "endpoint", CASE WHEN "Delivery"."code" IS NULL THEN 0 ELSE 1 END
          ORDER BY "startedAt" DESC, "number" DESC) AS "place"
      FROM "recent" JOIN "Delivery" ON "Delivery"."callbackId" = "recent"."id"
    )
    SELECT "endpoint",
      sum(CASE WHEN "code" IS NULL THEN 1 ELSE 0 END) AS "delivered",
      sum(CASE WHEN "code" IS NULL THEN 0 ELSE 1 END) AS "failed",
      max("startedAt") AS "lastAt",
      max(CASE WHEN "code" IS NOT NULL THEN "startedAt" END) AS "failedAt",
      max(CASE WHEN "place" = 1 THEN "code" END) AS "code",
      max(CASE WHEN "place" = 1 AND "code" IS NOT NULL THEN "status" END) AS "status",
      max(CASE WHEN "place" = 1 AND "code" IS NOT NULL THEN "message" END) AS "message"
    FROM "made" GROUP BY "endpoint" ORDER BY max("startedAt") DESC, "endpoint" LIMIT ${endpointsShown}`);
  return rows.map((row) => {
    const at = momentOf(row.failedAt);
    return {
      url: row.endpoint,
      delivered: Number(row.delivered),
      failed: Number(row.failed),
      lastDeliveryAt: momentOf(row.lastAt) ?? since,
      lastFailure:
        at === null || row.code === null
          ? null
          : {
              at,
              code: row.code,
              status: row.status === null ? null : Number(row.status),
              message: row.message,
            },
    };
  });
}
