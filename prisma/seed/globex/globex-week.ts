import type { User } from '@/prisma/generated/prisma/client';
import type { DemoKey } from '@/prisma/seed/demo-people';
import type { DemoJob } from '@/prisma/seed/workflows/run-demo-jobs';

const listings = [
  'Hand-thrown mug, holds 300 ml. Dishwasher safe.',
  'Genuine brand watch, half price, message me for a deal outside the shop.',
  'Oak stool, 45 cm high, some marks on the seat.',
  'Wool blanket, 140 by 200 cm, washed once.',
  'Set of four wine glasses, one with a chip in its foot.',
  'Brass lamp from 1962. The cable is new.',
];
const products = [
  'Blue enamel kettle, 1.2 litres, for all hobs.',
  'Reading lamp with a linen shade and a dimmer.',
  'Cutting board of olive wood, 30 by 20 cm.',
  'Tea towel, half linen, striped in red.',
];
const questions = [
  'Does the kettle whistle? My mother would not hear it otherwise.',
  'The lamp came without its bulb. Is that as it should be?',
  'Can I have the stool sent to a shop near Bletchley?',
  'When will the blanket be back in grey?',
];
const reasons = [
  'Too small for our table.',
  'It arrived broken.',
  'I ordered two by mistake.',
  'The color is not that of the picture.',
];

/** The usual workflows of Globex's last days. Now and then a model fails, and the step's fallback serves it, or none does. */
export function globexWeek(
  { tommy, mavis, dilly }: Record<'tommy' | 'mavis' | 'dilly', User>,
  { shop, returns }: Record<'shop' | 'returns', DemoKey>,
): DemoJob[] {
  const jobs: Omit<DemoJob, 'hoursAgo'>[] = [
    ...times(3, listings).map((input, index) => ({
      user: tommy,
      key: shop,
      workflow: {
        name: 'Listing moderation',
        input,
        steps: [
          {
            id: 'verdict',
            task: 'classification',
            options: { labels: ['allowed', 'forbidden', 'unclear'] },
            ...(index === 7 && { model: 'sandbox/down', retries: 0 }),
            ...(index === 11 && { model: 'sandbox/limited', retries: 0, fallbacks: ['sandbox/fast'] }),
          },
        ],
      },
    })),
    ...times(2, products).map((input, index) => ({
      user: tommy,
      key: shop,
      workflow: {
        name: 'Product tag suggestions',
        input,
        steps: [
          {
            id: 'tags',
            task: 'extraction',
            options: { fields: ['material', 'color', 'use'] },
            ...(index % 5 === 4 && { strategy: 'QUALITY' as const }),
          },
        ],
      },
    })),
    ...times(2, questions).map((input, index) => ({
      user: index % 2 === 0 ? mavis : dilly,
      workflow: {
        name: 'Customer reply draft',
        input,
        steps: [
          {
            id: 'reply',
            task: 'generation',
            strategy: 'QUALITY' as const,
            instructions: 'Draft a reply to the customer.',
            tone: 'friendly',
            ...(index === 5 && { model: 'sandbox/down', retries: 1, fallbacks: ['sandbox/quality'] }),
          },
        ],
      },
    })),
    ...times(2, reasons).map((input) => ({
      user: mavis,
      key: returns,
      workflow: {
        name: 'Return reason sorting',
        input,
        steps: [
          {
            id: 'reason',
            task: 'classification',
            options: { labels: ['damaged', 'wrong item', 'changed mind'] },
          },
        ],
      },
    })),
  ];
  // The failed jobs of earlier days repeat those of this week, so that each workflow has one.
  const failed = ['Product tag suggestions', 'Customer reply draft', 'Return reason sorting'].flatMap(
    (name) => {
      const job = jobs.find(({ workflow }) => workflow.name === name);
      const steps = job?.workflow.steps.map((step) => ({ ...step, model: 'sandbox/down', retries: 1 }));
      return job && steps ? [{ ...job, workflow: { ...job.workflow, steps } }] : [];
    },
  );
  return [...jobs, ...failed].map((job, index) => ({ ...job, hoursAgo: 1.5 + 2 * index }));
}

const times = <Each>(count: number, list: readonly Each[]): Each[] =>
  Array.from({ length: count }, () => list).flat();
