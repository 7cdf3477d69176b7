import type { Database } from '@/lib/server/database/database';
import type { Peers } from './peers';
import { PostgresPeers } from './postgres-peers';
import { SolePeer } from './sole-peer';

/** Which of the two a database needs. */
export const openPeers = (db: Database): Peers =>
  db.prisma.dialect.name === 'postgresql' ? new PostgresPeers(db) : new SolePeer();
