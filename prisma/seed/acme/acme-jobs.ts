import type { AcmePeople } from '@/prisma/seed/acme/acme-people';
import type { DemoJob } from '@/prisma/seed/workflows/run-demo-jobs';

const tickets = [
  'The gripper stops after two minutes and the app shows E-41. We restarted the arm twice, and the fault came back each time. The last software update was on Monday.',
  'Our invoice for May lists three arms, but we rent two. Please correct the amount and send the invoice again.',
  'Since the update to 4.2.0 the app signs me out every hour. The arm itself works well.',
  'Arm 7 stalls halfway when the hall is cold. In the afternoon it runs without a fault.',
];

const release = `4.2.0
The arm no longer stalls below −10 °C. Logs rotate daily instead of weekly. The app keeps a person signed in for thirty days.
Two faults of the gripper are mended: it let go of parts under 20 g, and it reported E-41 when its cable was warm.
Before the update, stop all arms. The update takes four minutes for each arm, and the arm restarts by itself.`;

const invoice = `Invoice number: 20318
Date: 17 November 2026
Supplier: Nordbolt GmbH
Total: 1,284.50 EUR
Payment is due within 30 days to the account on page two.`;

const contract = `The tenant pays 900 euros of rent for each arm by the third working day of each month. A delay of one day allows the landlord to give notice. The tenant is liable for damage by overload. The contract ends on 31 December 2027, and is renewed for a year unless one side gives notice three months before.`;

const log = Array.from(
  { length: 40 },
  (_, index) =>
    `02:${String(index).padStart(2, '0')} arm ${1 + (index % 7)} ${index % 13 === 5 ? 'E-41 gripper cable warm, stopped' : 'cycle finished'}`,
).join('\n');

/** The first step of each triage of a ticket. */
export const ticketTopic = {
  id: 'topic',
  task: 'classification',
  strategy: 'SPEED' as const,
  options: {
    labels: ['hardware', 'software', 'billing'],
    descriptions: { billing: 'invoices, payments, rent' },
  },
};

const triage = (input: string) => ({
  name: 'Support ticket triage',
  input,
  metadata: { source: 'help desk' },
  steps: [
    ticketTopic,
    {
      id: 'facts',
      task: 'extraction',
      dependsOn: ['topic'],
      condition: 'steps.topic.output.label != "billing"',
      input: '{{ input }}',
      options: { fields: ['arm', 'error_code'] },
    },
    {
      id: 'reply',
      task: 'generation',
      dependsOn: ['topic', 'facts'],
      input: '{{ input }}',
      instructions:
        'Write a first answer to the customer. The topic is {{ steps.topic.output.label }}. Known facts: {{ steps.facts.output | default: "none" }}',
      tone: 'friendly',
      max_tokens: 300,
    },
  ],
});

const summary = (name: string, input: string, step: object = {}) => ({
  name,
  input,
  steps: [{ id: 'summary', task: 'summarization', ...step }],
});

/** The last jobs of Acme's people: the usual, and each way in which a job can end. */
export function acmeJobs({ grace, charles, maria, emmy }: AcmePeople): DemoJob[] {
  return [
    ...tickets.map((ticket, index) => ({ user: grace, hoursAgo: 2 + index * 3, workflow: triage(ticket) })),
    {
      user: grace,
      hoursAgo: 1,
      workflow: summary('Release notes summary', release, { strategy: 'QUALITY' }),
    },
    {
      user: grace,
      hoursAgo: 5,
      workflow: {
        name: 'Release notes in four languages',
        input: release,
        mode: 'PARALLEL',
        steps: ['de', 'fr', 'es', 'ja'].map((target_language) => ({
          id: target_language,
          task: 'translation',
          options: { target_language, glossary: { gripper: 'gripper' } },
        })),
      },
    },
    {
      user: grace,
      hoursAgo: 20,
      workflow: summary('Maintenance log digest', log, {
        model: 'sandbox/flaky',
        options: { format: 'bullets' },
      }),
    },
    {
      user: grace,
      hoursAgo: 26,
      workflow: summary('Maintenance log digest', log, {
        model: 'sandbox/down',
        fallbacks: ['sandbox/fast'],
      }),
    },
    {
      user: grace,
      hoursAgo: 27,
      workflow: summary('Maintenance log digest', log, { model: 'sandbox/down' }),
    },
    {
      user: grace,
      hoursAgo: 30,
      canceled: true,
      workflow: summary('Contract clause check', contract, { model: 'sandbox/slow' }),
    },
    {
      user: grace,
      hoursAgo: 4,
      workflow: {
        name: 'Invoice extraction',
        input: invoice,
        steps: [
          {
            id: 'invoice',
            task: 'extraction',
            options: { fields: { number: 'string', date: 'date', supplier: 'string', total: 'number' } },
          },
          {
            id: 'check',
            task: 'validation',
            dependsOn: ['invoice'],
            options: { schema: { type: 'object', required: ['number', 'total'] } },
          },
        ],
      },
    },
    {
      user: charles,
      hoursAgo: 9,
      workflow: {
        name: 'Contract clause check',
        input: contract,
        steps: [
          {
            id: 'risks',
            task: 'analysis',
            strategy: 'QUALITY',
            options: { focus: ['payment', 'liability'] },
          },
          {
            id: 'brief',
            task: 'summarization',
            tone: 'formal',
            strategy: 'QUALITY',
            options: { max_words: 60 },
          },
        ],
      },
    },
    {
      user: maria,
      hoursAgo: 12,
      workflow: {
        name: 'Manual translation',
        input: release,
        steps: [
          { id: 'german', task: 'translation', model: 'sandbox/slow', options: { target_language: 'de' } },
        ],
      },
    },
    { user: emmy, hoursAgo: 6, workflow: summary('Maintenance log digest', log) },
    {
      user: emmy,
      hoursAgo: 50,
      workflow: summary('Release notes summary', release, { model: 'sandbox/limited', retries: 1 }),
    },
    {
      user: grace,
      hoursAgo: 7,
      workflow: {
        name: 'Release notes in two languages',
        input: release,
        mode: 'PARALLEL',
        steps: [
          { id: 'de', task: 'translation', options: { target_language: 'de' } },
          {
            id: 'fr',
            task: 'translation',
            model: 'sandbox/down',
            retries: 1,
            on_error: 'CONTINUE',
            options: { target_language: 'fr' },
          },
        ],
      },
    },
    {
      user: grace,
      hoursAgo: 0.4,
      awaitsApproval: true,
      workflow: {
        name: 'Release announcement',
        input: release,
        steps: [
          {
            id: 'draft',
            task: 'generation',
            instructions: 'Announce this release to customers.',
            tone: 'friendly',
            options: { max_words: 80 },
          },
          {
            id: 'check',
            task: 'approval',
            dependsOn: ['draft'],
            instructions: 'Is every fault that is mended named, and nothing promised?',
          },
          {
            id: 'spanish',
            task: 'translation',
            dependsOn: ['check'],
            input: '{{ steps.check.output.text }}',
            options: { target_language: 'es' },
          },
        ],
      },
    },
  ];
}
