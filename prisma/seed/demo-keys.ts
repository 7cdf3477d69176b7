import { authenticate } from '@/lib/server/auth/authenticate';
import type { ApiKey } from '@/prisma/generated/prisma/client';
import type { Timeline } from '@/prisma/seed/timeline';

/** A key and the secret it was last given. */
export interface DemoKey {
  apiKey: ApiKey;
  rawKey: string;
}

/** Leaves on every key that ran something the mark of its last use, by using it again at that moment. */
export async function markKeysUsed(time: Timeline, keys: readonly DemoKey[]): Promise<void> {
  const { read } = time.at(time.present).db;
  for (const { apiKey, rawKey } of keys) {
    const { _max } = await read.dailyUsage.aggregate({
      where: { accountId: apiKey.accountId, grain: 'API_KEY', subjectId: apiKey.id },
      _max: { day: true },
    });
    if (!_max.day) continue;
    const last = await read.execution.findFirst({
      where: { accountId: apiKey.accountId, apiKeyId: apiKey.id, finishedAt: { gte: new Date(_max.day) } },
      orderBy: { finishedAt: 'desc' },
      select: { finishedAt: true },
    });
    if (last) await authenticate(time.at(last.finishedAt), rawKey);
  }
}
