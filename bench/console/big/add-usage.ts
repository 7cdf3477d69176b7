import { size } from '@/bench/console/big/size';
import { addDays, startOfDay } from '@/lib/rules/day';
import { type MeteredExecution, meterExecutions } from '@/lib/server/usage/meter-executions';
import { ensureTemplate } from '@/lib/server/workflows/ensure-template';
import type { ApiKey, User } from '@/prisma/generated/prisma/client';
import type { Timeline } from '@/prisma/seed/timeline';

const TEMPLATES = 40;
const PEOPLE_A_DAY = 400;
const RUNS_A_PERSON = 2;
const DAYS_AT_ONCE = 14;
const MINUTE_MS = 60_000;

/** Two years of work: 400 people a day, others each day, two runs each through a key of theirs. */
export async function addUsage(
  time: Timeline,
  users: readonly User[],
  keys: readonly ApiKey[],
): Promise<void> {
  const ctx = time.at(time.present);
  const accountId = users[0]?.accountId ?? '';
  const begin = addDays(time.today, 1 - size.days);
  const templateIds = await ctx.db.write(async (tx) => {
    const opening = time.at(startOfDay(begin));
    const ids = [];
    for (let index = 0; index < TEMPLATES; index += 1)
      ids.push((await ensureTemplate(tx, opening, accountId, `Template ${index}`)).id);
    return ids;
  });
  const executionsOf = (day: number): MeteredExecution[] => {
    const start = startOfDay(addDays(begin, day)).getTime();
    return Array.from({ length: PEOPLE_A_DAY * RUNS_A_PERSON }, (_, index) => {
      const person = (day * 97 + (index % PEOPLE_A_DAY) * 12) % users.length;
      return {
        accountId,
        userId: users[person]?.id ?? '',
        templateId: templateIds[(index + day) % TEMPLATES] ?? '',
        apiKeyId: keys[person]?.id ?? null,
        status: index % 50 === 0 ? 'FAILED' : 'COMPLETED',
        model: 'sandbox/fast',
        tokensIn: 400 + (index % 97),
        tokensOut: 90 + (index % 31),
        costMicros: 150 + (index % 53),
        latencyMs: 600 + (index % 211),
        finishedAt: new Date(start + (index % 700) * MINUTE_MS),
      };
    });
  };
  for (let day = 0; day < size.days; day += DAYS_AT_ONCE) {
    const days = Array.from({ length: Math.min(DAYS_AT_ONCE, size.days - day) }, (_, next) => day + next);
    await ctx.db.write((tx) => meterExecutions(tx, ctx, days.flatMap(executionsOf)));
  }
}
