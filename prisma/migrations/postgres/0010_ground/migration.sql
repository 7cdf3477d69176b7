-- What the first ten migrations of SQLite lead to. Texts are compared byte by byte, as there.

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('ADMIN', 'DEVELOPER');

-- CreateEnum
CREATE TYPE "UserStatus" AS ENUM ('ACTIVE', 'DISABLED');

-- CreateEnum
CREATE TYPE "StoredKeyStatus" AS ENUM ('ACTIVE', 'REVOKED');

-- CreateEnum
CREATE TYPE "AccountStatus" AS ENUM ('ACTIVE', 'CANCELED');

-- CreateEnum
CREATE TYPE "InvoiceStatus" AS ENUM ('DRAFT', 'OPEN', 'PAID', 'VOID');

-- CreateEnum
CREATE TYPE "ExecutionStatus" AS ENUM ('COMPLETED', 'FAILED');

-- CreateEnum
CREATE TYPE "UsageGrain" AS ENUM ('ACCOUNT', 'API_KEY', 'MODEL', 'TEMPLATE', 'USER', 'USER_API_KEY', 'USER_MODEL', 'USER_TEMPLATE');

-- CreateEnum
CREATE TYPE "EmailKind" AS ENUM ('CONTACT', 'WAITLIST');

-- CreateTable
CREATE TABLE "Plan" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "monthlyPriceMicros" BIGINT NOT NULL,
    "includedExecutions" INTEGER,
    "overagePriceMicros" BIGINT,
    "position" INTEGER NOT NULL,

    CONSTRAINT "Plan_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Account" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "planId" TEXT COLLATE "C" NOT NULL,
    "status" "AccountStatus" NOT NULL,
    "settings" JSONB NOT NULL,
    "demo" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "usageAlerts" JSONB,

    CONSTRAINT "Account_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PlanDay" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "day" TEXT COLLATE "C" NOT NULL,
    "billedPlanId" TEXT COLLATE "C" NOT NULL,
    "planId" TEXT COLLATE "C",

    CONSTRAINT "PlanDay_pkey" PRIMARY KEY ("accountId","day")
);

-- CreateTable
CREATE TABLE "UsageAlert" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "month" TEXT COLLATE "C" NOT NULL,
    "percent" INTEGER NOT NULL,
    "executions" INTEGER NOT NULL,
    "limit" INTEGER NOT NULL,
    "reachedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "UsageAlert_pkey" PRIMARY KEY ("accountId","month","percent")
);

-- CreateTable
CREATE TABLE "BillingProfile" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "fullName" TEXT COLLATE "C",
    "email" TEXT COLLATE "C",
    "companyName" TEXT COLLATE "C",
    "taxId" TEXT COLLATE "C",
    "taxIdLabel" TEXT COLLATE "C",
    "addressLine1" TEXT COLLATE "C",
    "addressLine2" TEXT COLLATE "C",
    "city" TEXT COLLATE "C",
    "state" TEXT COLLATE "C",
    "postalCode" TEXT COLLATE "C",
    "country" TEXT COLLATE "C",
    "phoneNumber" TEXT COLLATE "C",
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "BillingProfile_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "Invoice" (
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "number" TEXT COLLATE "C" NOT NULL,
    "status" "InvoiceStatus" NOT NULL,
    "totalMicros" BIGINT NOT NULL,
    "currency" TEXT COLLATE "C" NOT NULL,
    "periodStart" TIMESTAMP(3) NOT NULL,
    "periodEnd" TIMESTAMP(3) NOT NULL,
    "issuedAt" TIMESTAMP(3),
    "dueAt" TIMESTAMP(3),
    "lines" JSONB NOT NULL,
    "billTo" JSONB,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Invoice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "User" (
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "passwordHash" TEXT COLLATE "C" NOT NULL,
    "role" "Role" NOT NULL,
    "status" "UserStatus" NOT NULL,
    "firstName" TEXT COLLATE "C",
    "lastName" TEXT COLLATE "C",
    "sortName" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "scopeRead" BOOLEAN NOT NULL,
    "scopeWrite" BOOLEAN NOT NULL,
    "scopeAdmin" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    "lastSignInAt" TIMESTAMP(3),
    "lastActiveAt" TIMESTAMP(3),
    "temporaryPasswordAt" TIMESTAMP(3),

    CONSTRAINT "User_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Session" (
    "id" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "tokenHash" TEXT COLLATE "C" NOT NULL,
    "userAgent" TEXT COLLATE "C",
    "address" TEXT COLLATE "C",
    "createdAt" TIMESTAMP(3) NOT NULL,
    "lastUsedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Session_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "KnownNetwork" (
    "addressHash" TEXT COLLATE "C" NOT NULL,
    "network" TEXT COLLATE "C" NOT NULL,
    "lastSignInAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "KnownNetwork_pkey" PRIMARY KEY ("addressHash","network")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C",
    "sortName" TEXT COLLATE "C" NOT NULL DEFAULT '',
    "hint" TEXT COLLATE "C" NOT NULL,
    "secretHash" TEXT COLLATE "C" NOT NULL,
    "status" "StoredKeyStatus" NOT NULL,
    "scopeRead" BOOLEAN NOT NULL,
    "scopeWrite" BOOLEAN NOT NULL,
    "scopeAdmin" BOOLEAN NOT NULL,
    "expiresAt" TIMESTAMP(3),
    "lastUsedAt" TIMESTAMP(3),
    "createdAt" TIMESTAMP(3) NOT NULL,
    "updatedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "PreviousSecret" (
    "apiKeyId" TEXT COLLATE "C" NOT NULL,
    "secretHash" TEXT COLLATE "C" NOT NULL,
    "hint" TEXT COLLATE "C" NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "lastUsedAt" TIMESTAMP(3),

    CONSTRAINT "PreviousSecret_pkey" PRIMARY KEY ("apiKeyId")
);

-- CreateTable
CREATE TABLE "Template" (
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Template_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Execution" (
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "templateId" TEXT COLLATE "C" NOT NULL,
    "apiKeyId" TEXT COLLATE "C",
    "status" "ExecutionStatus" NOT NULL,
    "model" TEXT COLLATE "C" NOT NULL,
    "tokensIn" INTEGER NOT NULL,
    "tokensOut" INTEGER NOT NULL,
    "costMicros" BIGINT NOT NULL,
    "latencyMs" INTEGER NOT NULL,
    "finishedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Execution_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "DailyUsage" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "grain" "UsageGrain" NOT NULL,
    "subjectId" TEXT COLLATE "C" NOT NULL,
    "templateId" TEXT COLLATE "C" NOT NULL,
    "day" TEXT COLLATE "C" NOT NULL,
    "executions" INTEGER NOT NULL,
    "succeeded" INTEGER NOT NULL,
    "tokensIn" BIGINT NOT NULL,
    "tokensOut" BIGINT NOT NULL,
    "costMicros" BIGINT NOT NULL,

    CONSTRAINT "DailyUsage_pkey" PRIMARY KEY ("accountId","grain","subjectId","templateId","day")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C",
    "action" TEXT COLLATE "C" NOT NULL,
    "entityId" TEXT COLLATE "C" NOT NULL,
    "metadata" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuditLink" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "sequence" INTEGER NOT NULL,
    "eventId" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "AuditLink_pkey" PRIMARY KEY ("accountId","sequence")
);

-- CreateTable
CREATE TABLE "AuditCheckpoint" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "sequence" INTEGER NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "prunedAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "AuditCheckpoint_pkey" PRIMARY KEY ("accountId")
);

-- CreateTable
CREATE TABLE "OutboundEmail" (
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" "EmailKind" NOT NULL,
    "templateId" TEXT COLLATE "C" NOT NULL,
    "params" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "OutboundEmail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "Plan_name_key" ON "Plan"("name");

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_number_key" ON "Invoice"("number");

-- CreateIndex
CREATE UNIQUE INDEX "Invoice_accountId_periodStart_key" ON "Invoice"("accountId", "periodStart");

-- CreateIndex
CREATE UNIQUE INDEX "User_email_key" ON "User"("email");

-- CreateIndex
CREATE INDEX "User_accountId_createdAt_id_idx" ON "User"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "User_accountId_email_idx" ON "User"("accountId", "email");

-- CreateIndex
CREATE INDEX "User_accountId_sortName_id_idx" ON "User"("accountId", "sortName", "id");

-- CreateIndex
CREATE INDEX "User_accountId_role_createdAt_id_idx" ON "User"("accountId", "role", "createdAt", "id");

-- CreateIndex
CREATE INDEX "User_accountId_status_createdAt_id_idx" ON "User"("accountId", "status", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Session_tokenHash_key" ON "Session"("tokenHash");

-- CreateIndex
CREATE INDEX "Session_userId_idx" ON "Session"("userId");

-- CreateIndex
CREATE INDEX "KnownNetwork_lastSignInAt_idx" ON "KnownNetwork"("lastSignInAt");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_secretHash_key" ON "ApiKey"("secretHash");

-- CreateIndex
CREATE INDEX "ApiKey_accountId_createdAt_id_idx" ON "ApiKey"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "ApiKey_accountId_sortName_id_idx" ON "ApiKey"("accountId", "sortName", "id");

-- CreateIndex
CREATE INDEX "ApiKey_accountId_status_createdAt_id_expiresAt_idx" ON "ApiKey"("accountId", "status", "createdAt", "id", "expiresAt");

-- CreateIndex
CREATE INDEX "ApiKey_userId_createdAt_id_idx" ON "ApiKey"("userId", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "PreviousSecret_secretHash_key" ON "PreviousSecret"("secretHash");

-- CreateIndex
CREATE UNIQUE INDEX "Template_accountId_name_key" ON "Template"("accountId", "name");

-- CreateIndex
CREATE INDEX "Execution_accountId_finishedAt_id_idx" ON "Execution"("accountId", "finishedAt", "id");

-- CreateIndex
CREATE INDEX "Execution_userId_idx" ON "Execution"("userId");

-- CreateIndex
CREATE INDEX "Execution_templateId_idx" ON "Execution"("templateId");

-- CreateIndex
CREATE INDEX "DailyUsage_accountId_grain_day_subjectId_templateId_executi_idx" ON "DailyUsage"("accountId", "grain", "day", "subjectId", "templateId", "executions");

-- CreateIndex
CREATE INDEX "AuditEvent_accountId_createdAt_id_idx" ON "AuditEvent"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_accountId_action_createdAt_id_idx" ON "AuditEvent"("accountId", "action", "createdAt", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_accountId_userId_createdAt_id_idx" ON "AuditEvent"("accountId", "userId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_accountId_userId_action_createdAt_id_idx" ON "AuditEvent"("accountId", "userId", "action", "createdAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "AuditLink_eventId_key" ON "AuditLink"("eventId");

-- CreateIndex
CREATE INDEX "OutboundEmail_kind_createdAt_id_idx" ON "OutboundEmail"("kind", "createdAt", "id");

-- AddForeignKey
ALTER TABLE "Account" ADD CONSTRAINT "Account_planId_fkey" FOREIGN KEY ("planId") REFERENCES "Plan"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlanDay" ADD CONSTRAINT "PlanDay_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlanDay" ADD CONSTRAINT "PlanDay_billedPlanId_fkey" FOREIGN KEY ("billedPlanId") REFERENCES "Plan"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlanDay" ADD CONSTRAINT "PlanDay_planId_fkey" FOREIGN KEY ("planId") REFERENCES "Plan"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UsageAlert" ADD CONSTRAINT "UsageAlert_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BillingProfile" ADD CONSTRAINT "BillingProfile_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Invoice" ADD CONSTRAINT "Invoice_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Session" ADD CONSTRAINT "Session_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PreviousSecret" ADD CONSTRAINT "PreviousSecret_apiKeyId_fkey" FOREIGN KEY ("apiKeyId") REFERENCES "ApiKey"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Template" ADD CONSTRAINT "Template_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Execution" ADD CONSTRAINT "Execution_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Execution" ADD CONSTRAINT "Execution_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Execution" ADD CONSTRAINT "Execution_templateId_fkey" FOREIGN KEY ("templateId") REFERENCES "Template"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "DailyUsage" ADD CONSTRAINT "DailyUsage_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuditEvent" ADD CONSTRAINT "AuditEvent_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Written by hand from here on: what Prisma's schema cannot say. Indexes of expressions, word for word those by which
-- lib/server/api-keys/find-keys.ts orders.
CREATE INDEX "ApiKey_accountId_expires_id_idx" ON "ApiKey"("accountId", coalesce("expiresAt", 'infinity'::timestamp), "id");

CREATE INDEX "ApiKey_accountId_lastUsed_id_idx" ON "ApiKey"("accountId", coalesce("lastUsedAt", '-infinity'::timestamp), "id");

-- The audit trail is append-only; retention alone removes events, from an account's oldest on, and only those up to the
-- checkpoint that it has written before.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'restrict_violation', MESSAGE = TG_ARGV[0];
END
$$;

CREATE FUNCTION "refuse_audit_event_delete"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM "AuditLink" JOIN "AuditCheckpoint" USING ("accountId")
        WHERE "AuditLink"."eventId" = OLD."id" AND "AuditLink"."accountId" = OLD."accountId"
          AND "AuditLink"."sequence" <= "AuditCheckpoint"."sequence"
    ) THEN
        RAISE EXCEPTION USING ERRCODE = 'restrict_violation', MESSAGE = 'audit events are append-only';
    END IF;
    RETURN OLD;
END
$$;

CREATE FUNCTION "refuse_audit_link_delete"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (
        SELECT 1 FROM "AuditCheckpoint"
        WHERE "accountId" = OLD."accountId" AND "sequence" >= OLD."sequence"
    ) THEN
        RAISE EXCEPTION USING ERRCODE = 'restrict_violation', MESSAGE = 'audit links are append-only';
    END IF;
    RETURN OLD;
END
$$;

CREATE TRIGGER "AuditEvent_no_update" BEFORE UPDATE ON "AuditEvent"
FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"('audit events are append-only');

CREATE TRIGGER "AuditEvent_no_delete" BEFORE DELETE ON "AuditEvent"
FOR EACH ROW EXECUTE FUNCTION "refuse_audit_event_delete"();

CREATE TRIGGER "AuditEvent_no_truncate" BEFORE TRUNCATE ON "AuditEvent"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"('audit events are append-only');

CREATE TRIGGER "AuditLink_no_update" BEFORE UPDATE ON "AuditLink"
FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"('audit links are append-only');

CREATE TRIGGER "AuditLink_no_delete" BEFORE DELETE ON "AuditLink"
FOR EACH ROW EXECUTE FUNCTION "refuse_audit_link_delete"();

CREATE TRIGGER "AuditLink_no_truncate" BEFORE TRUNCATE ON "AuditLink"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"('audit links are append-only');

CREATE TRIGGER "AuditCheckpoint_only_forward" BEFORE UPDATE ON "AuditCheckpoint"
FOR EACH ROW WHEN (NEW."accountId" <> OLD."accountId" OR NEW."sequence" < OLD."sequence")
EXECUTE FUNCTION "refuse_audit_change"('audit checkpoints move forward only');

CREATE TRIGGER "AuditCheckpoint_no_delete" BEFORE DELETE ON "AuditCheckpoint"
FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"('audit checkpoints stay');

CREATE TRIGGER "AuditCheckpoint_no_truncate" BEFORE TRUNCATE ON "AuditCheckpoint"
FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"('audit checkpoints stay');

-- The rate limits of all processes, as rate-limiter-flexible expects them (lib/server/rate-limit/postgres-limiters.ts).
-- Counters last minutes, so a crash may lose them: they aren't written to the log.
CREATE UNLOGGED TABLE "RateLimitCounter" (
    key TEXT COLLATE "C" PRIMARY KEY,
    points INTEGER NOT NULL DEFAULT 0,
    expire BIGINT
) WITH (fillfactor = 70);

CREATE INDEX "RateLimitCounter_expire_idx" ON "RateLimitCounter"(expire);
