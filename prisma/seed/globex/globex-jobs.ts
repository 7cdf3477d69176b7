import type { User } from '@/prisma/generated/prisma/client';
import type { DemoJob } from '@/prisma/seed/workflows/run-demo-jobs';

const returns = [
  'The blue kettle arrived with a broken lid. I would like a new one, not my money back.',
  'Wrong size again. Please refund order 4471 to my card.',
  'Lovely lamp, but it hums. Can you send somebody to look at it?',
];

/** The last jobs of Globex's people. */
export function globexJobs({ tommy, mavis }: { tommy: User; mavis: User }): DemoJob[] {
  return [
    ...returns.map((input, index) => ({
      user: mavis,
      hoursAgo: 3 + index * 7,
      workflow: {
        name: 'Returns triage',
        input,
        steps: [
          {
            id: 'wish',
            task: 'classification',
            options: { labels: ['replacement', 'refund', 'repair'] },
          },
          {
            id: 'reply',
            task: 'generation',
            dependsOn: ['wish'],
            input: '{{ input }}',
            instructions: 'Confirm the {{ steps.wish.output.label }}.',
            tone: 'empathetic',
          },
        ],
      },
    })),
    {
      user: tommy,
      hoursAgo: 15,
      workflow: {
        name: 'Product feed',
        input: 'name;price\nBlue kettle;39.90\nReading lamp;24.50',
        steps: [{ id: 'feed', task: 'transformation', options: { from: 'csv', to: 'json' } }],
      },
    },
    {
      user: tommy,
      hoursAgo: 16,
      workflow: {
        name: 'Product feed',
        input: 'name;price\nBlue kettle;39.90',
        steps: [
          {
            id: 'feed',
            task: 'transformation',
            model: 'sandbox/limited',
            retries: 1,
            options: { from: 'csv', to: 'json' },
          },
        ],
      },
    },
  ];
}
