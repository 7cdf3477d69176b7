import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

/** An empty PostgreSQL database in this process's memory, for as long as it is open. */
export interface MemoryPostgres {
  /** For any client. All its connections are one session, so settings and session locks of one hold for all. */
  url: string;
  close(): Promise<void>;
}

/** Starts one on a free port of 127.0.0.1. */
export async function openMemoryPostgres(): Promise<MemoryPostgres> {
  const db = await PGlite.create();
  // It doesn't take the settings that a connection asks for, and a server would refuse it as a pooler.
  await db.exec(`SET application_name = 'switchyard'; SET lock_timeout = '1s'`);
  const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 100 });
  await server.start();
  return {
    url: `postgresql://postgres@${server.getServerConn()}/postgres`,
    close: async () => {
      await server.stop();
      await db.close();
    },
  };
}
