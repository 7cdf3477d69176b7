-- AlterTable
ALTER TABLE "BulkFile" ADD COLUMN     "encoding" TEXT COLLATE "C";
