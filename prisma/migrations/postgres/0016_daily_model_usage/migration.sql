-- CreateTable
CREATE TABLE "DailyModelUsage" (
    "day" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "model" TEXT COLLATE "C" NOT NULL,
    "calls" INTEGER NOT NULL,
    "inputTokens" BIGINT NOT NULL,
    "cachedInputTokens" BIGINT NOT NULL,
    "cacheWriteTokens" BIGINT NOT NULL,
    "outputTokens" BIGINT NOT NULL,
    "reasoningTokens" BIGINT NOT NULL,
    "costNanos" BIGINT NOT NULL,
    "unknownCosts" INTEGER NOT NULL,

    CONSTRAINT "DailyModelUsage_pkey" PRIMARY KEY ("day","accountId","model")
);

-- AddForeignKey
ALTER TABLE "DailyModelUsage" ADD CONSTRAINT "DailyModelUsage_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the calls of the jobs that are still there have used.
INSERT INTO "DailyModelUsage" ("day", "accountId", "model", "calls",
  "inputTokens", "cachedInputTokens", "cacheWriteTokens", "outputTokens", "reasoningTokens", "costNanos", "unknownCosts")
SELECT to_char("Attempt"."startedAt" + coalesce("milliseconds", 0) * INTERVAL '1 millisecond', 'YYYY-MM-DD'), "accountId", "model",
  count(*), sum("inputTokens"), sum("cachedInputTokens"), sum("cacheWriteTokens"), sum("outputTokens"), sum("reasoningTokens"),
  coalesce(sum("Attempt"."costNanos"), 0), count(*) FILTER (WHERE "Attempt"."costNanos" IS NULL)
FROM "Attempt" JOIN "Job" ON "Job"."id" = "jobId"
WHERE "outcome" NOT IN ('RUNNING', 'PASSED_OVER') AND "inputTokens" + "cachedInputTokens" + "cacheWriteTokens" + "outputTokens" + "reasoningTokens" > 0
GROUP BY 1, 2, 3;
