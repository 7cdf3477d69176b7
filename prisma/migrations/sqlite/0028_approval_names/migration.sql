-- AlterTable
ALTER TABLE "Approval" ADD COLUMN "decidedAs" TEXT;
