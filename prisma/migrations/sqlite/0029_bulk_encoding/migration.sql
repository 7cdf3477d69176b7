-- AlterTable
ALTER TABLE "BulkFile" ADD COLUMN "encoding" TEXT;
