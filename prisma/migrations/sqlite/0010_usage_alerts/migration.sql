-- AlterTable
ALTER TABLE "Account" ADD COLUMN "usageAlerts" JSONB;

-- CreateTable
CREATE TABLE "UsageAlert" (
    "accountId" TEXT NOT NULL,
    "month" TEXT NOT NULL,
    "percent" INTEGER NOT NULL,
    "executions" INTEGER NOT NULL,
    "limit" INTEGER NOT NULL,
    "reachedAt" DATETIME NOT NULL,

    PRIMARY KEY ("accountId", "month", "percent"),
    CONSTRAINT "UsageAlert_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
