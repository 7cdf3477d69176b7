import { runInput } from './landing-jobs';

/** A workflow to begin with, as a call would send it. */
interface ExampleWorkflow {
  /** In the menu of examples. */
  title: string;
  workflow: { name: string; steps: readonly object[]; [field: string]: unknown };
}

/** Workflows that run on the sandbox as they are. The first one is the landing page's. */
export const exampleWorkflows: readonly [ExampleWorkflow, ...ExampleWorkflow[]] = [
  { title: 'Facts, a summary with a fallback, and a team', workflow: runInput },
  {
    title: "Answer a ticket, unless it's spam",
    workflow: {
      name: 'Support ticket triage',
      input: 'Arm 7 stops halfway, which must be a defect.\nOrder: 20318\nMachine: arm 7\nError code: E-41',
      variables: { language: 'English' },
      steps: [
        {
          id: 'label',
          task: 'classification',
          strategy: 'SPEED',
          options: { labels: ['defect', 'question', 'spam'] },
        },
        {
          id: 'facts',
          task: 'extraction',
          dependsOn: ['label'],
          condition: 'steps.label.output.label == "defect"',
          input: '{{ input }}',
          options: { fields: ['order', 'machine', 'error_code'] },
          on_error: 'CONTINUE',
        },
        {
          id: 'draft',
          task: 'generation',
          dependsOn: ['label', 'facts'],
          condition: 'steps.label.output.label != "spam"',
          input: '{{ input }}',
          instructions:
            "Draft a reply in {{ variables.language }}. Known facts: {{ steps.facts.output | default: 'none' }}. Don't promise a date.",
          tone: 'friendly',
          strategy: 'QUALITY',
          max_tokens: 250,
        },
      ],
    },
  },
  {
    title: 'Summarize a log for its reader',
    workflow: {
      name: 'Maintenance log digest',
      input:
        'On 3 November, arm 7 stopped with E-41; the belt was replaced. On 9 November, the gripper slipped twice; its pads were cleaned. On 17 November, E-41 came back after the update of the controller; the update was rolled back.',
      variables: { machine: 'Arm 7' },
      steps: [
        {
          id: 'summary',
          task: 'summarization',
          instructions:
            'The reader is the plant manager of {{ variables.machine }}. Name every failure with its date.',
          options: { max_words: 60, format: 'bullets' },
        },
      ],
    },
  },
  {
    title: 'Hide personal data before a model sees it',
    workflow: {
      name: 'Private reply',
      input: 'Please call Ada Lovelace at +44 20 7946 0991, or write to ada@acme.example, about order 20318.',
      steps: [
        {
          id: 'reply',
          task: 'generation',
          instructions: 'Confirm that we will get in touch.',
          preprocessors: [{ name: 'stripSensitiveData', options: { words: ['Ada Lovelace'] } }],
        },
      ],
    },
  },
  {
    title: 'Translate, and write a PDF file',
    workflow: {
      name: 'Translated notice',
      input: 'The line stops on Friday at 18:00 for maintenance. It starts again on Monday at 06:00.',
      steps: [
        {
          id: 'german',
          task: 'translation',
          options: { target_language: 'de' },
          postprocessors: [{ name: 'writeToPdf' }],
        },
      ],
    },
  },
  {
    title: 'Review code',
    workflow: {
      name: 'Code review',
      input:
        "export async function load(id) {\n  const response = await fetch('/jobs/' + id);\n  console.log(response);\n  return eval('(' + await response.text() + ')');\n}",
      steps: [
        {
          id: 'review',
          task: 'code-review',
          options: { language: 'javascript', focus: ['security', 'correctness'], min_severity: 'medium' },
          preprocessors: [{ name: 'removeDebugCode' }],
        },
      ],
    },
  },
];
