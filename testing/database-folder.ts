import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterEach, beforeEach, inject } from 'vitest';
import type { Database } from '@/lib/server/database/database';

export const now = new Date('2026-06-15T12:00:00.000Z');

/** A new folder per test, with a migrated database and the path for a backup in a folder that doesn't exist yet. */
export function databaseFolder() {
  const places = { folder: '', file: '', backup: '' };
  beforeEach(() => {
    places.folder = mkdtempSync(path.join(tmpdir(), 'switchyard-backup-'));
    places.file = path.join(places.folder, 'site.db');
    places.backup = path.join(places.folder, 'backups', 'one.db');
    copyFileSync(inject('emptyDatabase'), places.file);
  });
  afterEach(() => rmSync(places.folder, { recursive: true }));
  return places;
}

/** Runs statements on a connection of its own. */
export function sql<T>(database: string, action: (database: Sqlite.Database) => T): T {
  const connection = new Sqlite(database);
  try {
    return action(connection);
  } finally {
    connection.close();
  }
}

export const emailsIn = (database: string) =>
  sql(database, (connection) =>
    connection.prepare('SELECT id FROM "OutboundEmail" ORDER BY id').pluck().all(),
  );

export const addEmail = (db: Database, id: string) =>
  db.write((tx) =>
    tx.outboundEmail.create({
      data: { id, kind: 'CONTACT', templateId: 'test', params: {}, createdAt: now },
    }),
  );
