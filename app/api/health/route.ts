import { runningServer } from '@/lib/server/running-server';

export const dynamic = 'force-dynamic';

/** 200 once the server answers and its database can be read. */
export async function GET(): Promise<Response> {
  await runningServer().context.db.read.plan.count();
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}
