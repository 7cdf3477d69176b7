import { z } from 'zod';
import './zod-in-browsers';
import { drillLimits } from '@/lib/config/limits';

const { entries, name, seconds, factor } = drillLimits;

const of = z.string().min(1).max(name, `The name of a provider or model has at most ${name} characters.`);
const list = <Entry extends z.ZodType>(entry: Entry, what: string) =>
  z.array(entry).max(entries, `${what} has at most ${entries} entries.`).nullish();

/** The changes of a drill. */
export const drillInput = z.object({
  providersDown: list(of, 'providersDown'),
  modelsDown: list(of, 'modelsDown'),
  downAs: z.enum(['UNAVAILABLE', 'NO_CONNECTION']).nullish(),
  slow: list(
    z.object({
      of,
      seconds: z
        .number()
        .min(0, `Seconds are from 0 to ${seconds}.`)
        .max(seconds, `Seconds are from 0 to ${seconds}.`),
    }),
    'slow',
  ),
  priceFactor: list(
    z.object({
      of,
      factor: z
        .number()
        .min(0, `A factor is from 0 to ${factor}.`)
        .max(factor, `A factor is from 0 to ${factor}.`),
    }),
    'priceFactor',
  ),
});

export type DrillInput = z.input<typeof drillInput>;
