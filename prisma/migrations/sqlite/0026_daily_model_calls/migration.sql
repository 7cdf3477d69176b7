-- CreateTable. Its rows are read by ranges of the key, so they are stored in it.
CREATE TABLE "DailyModelCalls" (
    "accountId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "workflow" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "model" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "milliseconds" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "costNanos" BIGINT NOT NULL,
    "unknownCosts" INTEGER NOT NULL,
    "fallbacks" INTEGER NOT NULL,

    PRIMARY KEY ("accountId", "userId", "workflow", "day", "model", "outcome", "code", "milliseconds"),
    CONSTRAINT "DailyModelCalls_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
) WITHOUT ROWID;

-- The calls of the jobs that are still there: of the account, of each workflow, and of each user and workflow.
INSERT INTO "DailyModelCalls" ("accountId", "userId", "workflow", "day", "model", "outcome", "code", "milliseconds",
  "calls", "costNanos", "unknownCosts", "fallbacks")
SELECT "accountId", iif("grain" = 2, "userId", ''), iif("grain" = 0, '', "name"), "day", "model", "outcome", "code", "class",
  sum("calls"), sum("cost"), sum("unknown"), sum("fallback")
FROM (
  SELECT "accountId", "userId", "name",
    strftime('%Y-%m-%d', ("Attempt"."startedAt" + coalesce("milliseconds", 0)) / 1000, 'unixepoch') AS "day",
    -- Callers make up names of models: those that never replied are one.
    iif("model" LIKE 'sandbox/%' OR "model" IN (SELECT "model" FROM "Attempt" WHERE "outcome" = 'ANSWERED' OR "costNanos" > 0),
      "model", substr("model", 1, instr("model", '/')) || 'other') AS "model",
    "outcome", coalesce("code", '') AS "code",
    iif(coalesce("milliseconds", 0) < 1, 0, CAST(round(exp(round(ln("milliseconds") / ln(1.1)) * ln(1.1))) AS INTEGER)) AS "class",
    1 AS "calls", coalesce("Attempt"."costNanos", 0) AS "cost", "Attempt"."costNanos" IS NULL AS "unknown", 0 AS "fallback"
  FROM "Attempt" JOIN "Job" ON "Job"."id" = "jobId" WHERE "outcome" <> 'RUNNING'
  UNION ALL
  SELECT "accountId", "userId", "name", strftime('%Y-%m-%d', "JobStep"."finishedAt" / 1000, 'unixepoch'), "model",
    'ANSWERED', '', 0, 0, 0, 0, 1
  FROM "JobStep" JOIN "Job" ON "Job"."id" = "jobId"
  WHERE "JobStep"."status" = 'COMPLETED' AND "fallbacks" <> '[]' AND "model" IS NOT NULL
) CROSS JOIN (SELECT 0 AS "grain" UNION ALL SELECT 1 UNION ALL SELECT 2)
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
