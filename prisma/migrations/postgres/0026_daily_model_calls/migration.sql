-- CreateTable
CREATE TABLE "DailyModelCalls" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "workflow" TEXT COLLATE "C" NOT NULL,
    "day" TEXT COLLATE "C" NOT NULL,
    "model" TEXT COLLATE "C" NOT NULL,
    "outcome" "AttemptOutcome" NOT NULL,
    "code" TEXT COLLATE "C" NOT NULL,
    "milliseconds" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "costNanos" BIGINT NOT NULL,
    "unknownCosts" INTEGER NOT NULL,
    "fallbacks" INTEGER NOT NULL,

    CONSTRAINT "DailyModelCalls_pkey" PRIMARY KEY ("accountId","userId","workflow","day","model","outcome","code","milliseconds")
);

-- AddForeignKey
ALTER TABLE "DailyModelCalls" ADD CONSTRAINT "DailyModelCalls_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- The calls of the jobs that are still there: of the account, of each workflow, and of each user and workflow.
INSERT INTO "DailyModelCalls" ("accountId", "userId", "workflow", "day", "model", "outcome", "code", "milliseconds",
  "calls", "costNanos", "unknownCosts", "fallbacks")
SELECT "accountId", CASE WHEN "grain" = 2 THEN "userId" ELSE '' END, CASE WHEN "grain" = 0 THEN '' ELSE "name" END, "day", "model",
  "outcome"::"AttemptOutcome", "code", "class", sum("calls"), sum("cost"), sum("unknown"), sum("fallback")
FROM (
  SELECT "accountId", "userId", "name",
    to_char("Attempt"."startedAt" + coalesce("milliseconds", 0) * interval '1 millisecond', 'YYYY-MM-DD') AS "day",
    -- Callers make up names of models: those that never replied are one.
    CASE WHEN "model" LIKE 'sandbox/%' OR "model" IN (SELECT "model" FROM "Attempt" WHERE "outcome" = 'ANSWERED' OR "costNanos" > 0)
      THEN "model" ELSE split_part("model", '/', 1) || '/other' END AS "model",
    "outcome"::text AS "outcome", coalesce("code", '') AS "code",
    CASE WHEN coalesce("milliseconds", 0) < 1 THEN 0 ELSE round(exp(round(ln("milliseconds"::float8) / ln(1.1::float8)) * ln(1.1::float8)))::int END AS "class",
    1 AS "calls", coalesce("Attempt"."costNanos", 0) AS "cost", CASE WHEN "Attempt"."costNanos" IS NULL THEN 1 ELSE 0 END AS "unknown", 0 AS "fallback"
  FROM "Attempt" JOIN "Job" ON "Job"."id" = "jobId" WHERE "outcome" <> 'RUNNING'
  UNION ALL
  SELECT "accountId", "userId", "name", to_char("JobStep"."finishedAt", 'YYYY-MM-DD'), "model", 'ANSWERED', '', 0, 0, 0, 0, 1
  FROM "JobStep" JOIN "Job" ON "Job"."id" = "jobId"
  WHERE "JobStep"."status" = 'COMPLETED' AND "fallbacks" <> '[]' AND "model" IS NOT NULL
) AS "ended" CROSS JOIN (SELECT 0 AS "grain" UNION ALL SELECT 1 UNION ALL SELECT 2) AS "grains"
GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
