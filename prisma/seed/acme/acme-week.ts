import { ticketTopic } from '@/prisma/seed/acme/acme-jobs';
import type { AcmeKeys } from '@/prisma/seed/acme/acme-keys';
import type { AcmePeople } from '@/prisma/seed/acme/acme-people';
import { SeededRandom } from '@/prisma/seed/seeded-random';
import type { DemoJob } from '@/prisma/seed/workflows/run-demo-jobs';

const JOBS = 140;
const DAYS = 7;
const HOURS_A_DAY = 24;

type Workflow = DemoJob['workflow'];
type Pick = <Choice>(...choices: [Choice, ...Choice[]]) => Choice;

/**
 * The jobs of Acme's people in the last days, in addition to the jobs for single features: the same few workflows on
 * different texts. Now and then a provider limits its rate or is down, and the step's fallback serves it, or none does.
 * The failed jobs of earlier days repeat those of this week, so that each workflow has one.
 */
export function acmeWeek(people: AcmePeople, keys: AcmeKeys): DemoJob[] {
  const random = new SeededRandom('acme week');
  const pick: Pick = (...choices) => choices[Math.floor(random.fraction() * choices.length)] ?? choices[0];
  const { grace, mary, alicia, emmy, augustus, katherine, maria } = people;
  const work = [
    { user: grace, key: keys.supportDesk, weight: 36, write: triage },
    { user: grace, weight: 4, write: triage },
    { user: mary, key: keys.invoices, weight: 18, write: invoice },
    { user: alicia, key: keys.reviews, weight: 15, write: review },
    { user: emmy, weight: 12, write: logs },
    { user: augustus, weight: 6, write: product },
    { user: katherine, weight: 5, write: clause },
    { user: maria, weight: 4, write: manual },
  ];
  const weights = work.map(({ weight }) => weight);
  const failed = work.map(({ user, key, write }, index) => {
    const workflow: Workflow = write(pick);
    const [first, ...steps] = workflow.steps;
    if (first) workflow.steps = [{ ...first, ...(index % 3 === 1 ? limited : down) }, ...steps];
    return { user, key, hoursAgo: 10 + (index / work.length) * DAYS * HOURS_A_DAY, workflow };
  });
  const others = Array.from({ length: JOBS }, (_, index) => {
    const { user, key, write } = work[random.weighted(weights)] ?? {
      user: grace,
      key: undefined,
      write: triage,
    };
    const workflow: Workflow = write(pick);
    const [first, ...steps] = workflow.steps;
    if (first) workflow.steps = [{ ...first, ...troubleOf(random) }, ...steps];
    const hoursAgo = 0.5 + ((index + random.fraction()) / JOBS) * DAYS * HOURS_A_DAY;
    return { user, key, hoursAgo, workflow };
  });
  return [...failed, ...others];
}

const down = { model: 'sandbox/down', retries: 1 };
const limited = { model: 'sandbox/limited', retries: 1, fallbacks: [] };

/** How the models of a job's first step behave: mostly well. */
function troubleOf(random: SeededRandom): Partial<Workflow['steps'][number]> {
  const troubles = [
    { weight: 86, step: {} },
    { weight: 5, step: { model: 'sandbox/limited', retries: 0, fallbacks: ['sandbox/fast'] } },
    { weight: 3, step: { model: 'sandbox/flaky' } },
    { weight: 3, step: { model: 'sandbox/down', retries: 1, fallbacks: ['sandbox/quality'] } },
    { weight: 1, step: { model: 'sandbox/cut', retries: 0, fallbacks: ['sandbox/fast'] } },
    { weight: 2, step: down },
  ];
  return troubles[random.weighted(troubles.map(({ weight }) => weight))]?.step ?? {};
}

const triage = (pick: Pick) => ({
  name: 'Support ticket triage',
  input: [
    pick(
      `Arm ${pick(2, 5, 7, 11, 14)} stops ${pick('after two minutes', 'in the middle of a cycle', 'when it turns left')} and shows ${pick('E-41', 'E-07', 'E-19')}.`,
      `The invoice for ${pick('May', 'June', 'September', 'October')} lists ${pick('three', 'four', 'six')} arms, but we rent ${pick('one', 'two')}.`,
      `Since the update to ${pick('4.1.3', '4.2.0', '4.2.1')} the app ${pick('signs me out every hour', 'no longer opens the log', 'shows yesterday as today')}.`,
    ),
    pick(
      'We restarted it twice.',
      'It began on Monday.',
      'The night shift reported it first.',
      'A colleague sees the same.',
    ),
    pick('Please call us back today.', 'Can you send somebody?', 'What should we do?'),
  ].join(' '),
  metadata: { source: pick('help desk', 'email', 'phone') },
  steps: [
    ticketTopic,
    {
      id: 'reply',
      task: 'generation',
      dependsOn: ['topic'],
      input: '{{ input }}',
      instructions: 'Write a first answer to the customer. The topic is {{ steps.topic.output.label }}.',
      tone: 'friendly',
      max_tokens: 300,
    },
  ],
});

const invoice = (pick: Pick) => ({
  name: 'Invoice extraction',
  input: [
    `Invoice number: ${pick(203, 204, 207)}${pick(11, 18, 34, 56, 72, 90)}`,
    `Date: ${pick(3, 9, 17, 24)} ${pick('October', 'November')} 2026`,
    `Supplier: ${pick('Nordbolt GmbH', 'Kabelwerk Ost AG', 'Fenwick Bearings Ltd', 'Soler y Vidal SL')}`,
    `Total: ${pick('1,284.50', '312.00', '8,940.75', '96.20')} EUR`,
    `Payment is due within ${pick(14, 30, 60)} days.`,
  ].join('\n'),
  steps: [
    {
      id: 'invoice',
      task: 'extraction',
      strategy: 'QUALITY' as const,
      options: { fields: { number: 'string', date: 'date', supplier: 'string', total: 'number' } },
    },
    {
      id: 'check',
      task: 'validation',
      dependsOn: ['invoice'],
      options: { schema: { type: 'object', required: ['number', 'total'] } },
    },
  ],
});

const review = (pick: Pick) => ({
  name: 'Review sentiment',
  input: `${pick('The arm is quiet and quick.', 'The gripper lets go of small parts.', 'Setting it up took us a week.')} ${pick('We would buy it again.', 'Support answered within an hour.', 'The app crashes far too often.', 'It does what it should.')}`,
  steps: [
    {
      id: 'sentiment',
      task: 'classification',
      options: { labels: ['positive', 'neutral', 'negative'] },
    },
  ],
});

const logs = (pick: Pick) => ({
  name: 'Maintenance log digest',
  input: Array.from(
    { length: 24 },
    (_, minute) =>
      `0${pick(1, 2, 3)}:${String(10 + minute)} arm ${pick(1, 2, 3, 4, 5, 6, 7)} ${pick('cycle finished', 'cycle finished', 'cycle finished', 'E-41 gripper cable warm, stopped', 'restarted by hand')}`,
  ).join('\n'),
  steps: [{ id: 'summary', task: 'summarization', options: { format: 'bullets' } }],
});

const product = (pick: Pick) => ({
  name: 'Product description draft',
  input: `${pick('A gripper', 'A camera', 'A force sensor')} for arms of the series ${pick('K2', 'K4', 'L1')}. It weighs ${pick(90, 240, 410)} g, is mounted with four screws, and costs ${pick(180, 420, 960)} EUR.`,
  steps: [
    {
      id: 'draft',
      task: 'generation',
      strategy: 'QUALITY' as const,
      instructions: 'Write a description for the shop.',
      options: { max_words: 80 },
    },
  ],
});

const clause = (pick: Pick) => ({
  name: 'Contract clause check',
  input: `The tenant pays ${pick(600, 750, 900)} euros of rent for each arm by the ${pick('first', 'third')} working day of each month. A delay of ${pick('one day', 'two weeks')} allows the landlord to give notice. The tenant is liable for damage by ${pick('overload', 'water', 'wear')}.`,
  steps: [
    {
      id: 'risks',
      task: 'analysis',
      strategy: 'QUALITY' as const,
      options: { focus: ['payment', 'liability'] },
    },
    { id: 'brief', task: 'summarization', dependsOn: ['risks'], tone: 'formal', options: { max_words: 60 } },
  ],
});

const manual = (pick: Pick) => ({
  name: 'Manual translation',
  input: `Before you ${pick('move', 'clean', 'open')} the arm, stop it and wait until the lamp is ${pick('green', 'off')}. ${pick('Two people lift it.', 'Do not touch the cable.', 'Write the time into the log.')}`,
  steps: [
    {
      id: 'german',
      task: 'translation',
      model: 'sandbox/slow',
      options: { target_language: pick('de', 'fr', 'es') },
    },
  ],
});
