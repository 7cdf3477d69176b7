-- CreateTable
CREATE TABLE "PlanDay" (
    "accountId" TEXT NOT NULL,
    "day" TEXT NOT NULL,
    "billedPlanId" TEXT NOT NULL,
    "planId" TEXT,

    PRIMARY KEY ("accountId", "day"),
    CONSTRAINT "PlanDay_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "PlanDay_billedPlanId_fkey" FOREIGN KEY ("billedPlanId") REFERENCES "Plan" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "PlanDay_planId_fkey" FOREIGN KEY ("planId") REFERENCES "Plan" ("id") ON DELETE SET NULL ON UPDATE CASCADE
);

-- Written by hand from here on: the history that the audit trail still has. Its events name plans; one that has been
-- renamed since counts as the account's current plan.
CREATE TEMPORARY TABLE "PlanEvent" AS
SELECT "e"."accountId", "e"."rowid" AS "position", "e"."createdAt",
    strftime('%Y-%m-%d', "e"."createdAt" / 1000, 'unixepoch') AS "day",
    CASE WHEN "e"."action" = 'account.cancel' THEN NULL ELSE coalesce("after"."id", "resumed"."id", "a"."planId") END AS "planId",
    CASE WHEN "e"."action" = 'account.cancel' THEN coalesce("canceled"."id", "a"."planId")
         WHEN json_extract("e"."metadata", '$.changes.status.from') = 'CANCELED' THEN NULL
         ELSE coalesce("before"."id", "a"."planId") END AS "oldPlanId"
FROM "AuditEvent" AS "e"
JOIN "Account" AS "a" ON "a"."id" = "e"."accountId"
LEFT JOIN "Plan" AS "after" ON "after"."name" = json_extract("e"."metadata", '$.changes.plan.to')
LEFT JOIN "Plan" AS "before" ON "before"."name" = json_extract("e"."metadata", '$.changes.plan.from')
LEFT JOIN "Plan" AS "canceled" ON "canceled"."name" = json_extract("e"."metadata", '$.plan')
LEFT JOIN "Plan" AS "resumed" ON "resumed"."name" = (
    SELECT json_extract("c"."metadata", '$.plan') FROM "AuditEvent" AS "c"
    WHERE "c"."accountId" = "e"."accountId" AND "c"."action" = 'account.cancel' AND "c"."createdAt" <= "e"."createdAt"
    ORDER BY "c"."createdAt" DESC, "c"."rowid" DESC LIMIT 1
)
WHERE "e"."action" IN ('account.change_plan', 'account.cancel');

-- The opening: on the plan before the first event. Without events, on the current plan, or long canceled.
INSERT INTO "PlanDay" ("accountId", "day", "billedPlanId", "planId")
SELECT "a"."id", strftime('%Y-%m-%d', "a"."createdAt" / 1000, 'unixepoch'),
    coalesce("first"."oldPlanId", "a"."planId"),
    CASE WHEN "first"."position" IS NULL AND "a"."status" = 'CANCELED' THEN NULL
         WHEN "first"."position" IS NOT NULL THEN "first"."oldPlanId"
         ELSE "a"."planId" END
FROM "Account" AS "a"
LEFT JOIN "PlanEvent" AS "first" ON "first"."position" = (
    SELECT "position" FROM "PlanEvent" WHERE "accountId" = "a"."id" ORDER BY "createdAt", "position" LIMIT 1
);

-- Each day with changes: the dearest of the plans that its events name, and the plan after the last of them.
INSERT INTO "PlanDay" ("accountId", "day", "billedPlanId", "planId")
SELECT "d"."accountId", "d"."day",
    (SELECT "p"."id" FROM "PlanEvent" AS "e" JOIN "Plan" AS "p" ON "p"."id" IN ("e"."planId", "e"."oldPlanId")
     WHERE "e"."accountId" = "d"."accountId" AND "e"."day" = "d"."day" ORDER BY "p"."monthlyPriceMicros" DESC LIMIT 1),
    (SELECT "e"."planId" FROM "PlanEvent" AS "e"
     WHERE "e"."accountId" = "d"."accountId" AND "e"."day" = "d"."day"
     ORDER BY "e"."createdAt" DESC, "e"."position" DESC LIMIT 1)
FROM (SELECT DISTINCT "accountId", "day" FROM "PlanEvent") AS "d"
WHERE true
ON CONFLICT DO UPDATE SET "billedPlanId" = excluded."billedPlanId", "planId" = excluded."planId";

DROP TABLE "PlanEvent";
