import type { Step } from '@/lib/engine/workflow';

/** A planned step with the defaults of a plan, named `only`. */
export const plannedStep = (values: Partial<Step> = {}): Step => ({
  id: 'only',
  task: 'generation',
  options: {},
  preprocessors: [],
  postprocessors: [],
  instructions: '',
  input: null,
  reads: [],
  waitsFor: [],
  condition: null,
  tone: 'neutral',
  strategy: 'BALANCED',
  model: null,
  fallbacks: null,
  temperature: null,
  maxTokens: null,
  retries: 2,
  clocks: { connect: 5_000, firstToken: null, idle: 10_000, whole: null },
  onError: 'FAIL',
  onRefusal: 'FAIL',
  ...values,
});
