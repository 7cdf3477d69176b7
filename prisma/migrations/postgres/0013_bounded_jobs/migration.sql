-- AlterTable
ALTER TABLE "Account" ADD COLUMN     "storedBytes" BIGINT NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Job" DROP COLUMN "result",
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "storedBytes" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "JobStep" ADD COLUMN     "isFinal" BOOLEAN NOT NULL DEFAULT true;
ALTER TABLE "JobStep" ALTER COLUMN "isFinal" DROP DEFAULT;

-- CreateTable
CREATE TABLE "JobFile" (
    "jobId" TEXT COLLATE "C" NOT NULL,
    "text" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "JobFile_pkey" PRIMARY KEY ("jobId")
);

-- AddForeignKey
ALTER TABLE "JobFile" ADD CONSTRAINT "JobFile_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- The outputs that are a job's result: of steps for which no other one waits.
CREATE FUNCTION pg_temp.waited_for(workflow TEXT) RETURNS INTEGER[] LANGUAGE plpgsql AS $$
BEGIN
    RETURN ARRAY(
        SELECT "other"::INTEGER FROM jsonb_array_elements(workflow::JSONB -> 'steps') AS "step",
            jsonb_array_elements_text("step" -> 'waitsFor') AS "other"
    );
EXCEPTION WHEN others THEN
    RETURN ARRAY[]::INTEGER[];
END $$;
UPDATE "JobStep" SET "isFinal" = false FROM "Job"
WHERE "Job"."id" = "jobId" AND "position" = ANY (pg_temp.waited_for("workflow"));
DROP FUNCTION pg_temp.waited_for(TEXT);

-- What is kept of earlier jobs counts toward their accounts' storage.
UPDATE "Job" SET "storedBytes" = coalesce(octet_length("metadata"), 0) + octet_length("workflow")
    + (SELECT coalesce(sum(octet_length("output")), 0) FROM "JobStep" WHERE "jobId" = "Job"."id")
WHERE "workflow" IS NOT NULL;
UPDATE "Account" SET "storedBytes" = (SELECT coalesce(sum("storedBytes"), 0) FROM "Job" WHERE "accountId" = "Account"."id");
