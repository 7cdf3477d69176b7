import { analysis } from './analysis';
import { approval } from './approval';
import { chat } from './chat';
import { classification } from './classification';
import { codeGeneration } from './code-generation';
import { codeReview } from './code-review';
import type { Task } from './define-task';
import { documentation } from './documentation';
import { extraction } from './extraction';
import { generation } from './generation';
import { summarization } from './summarization';
import { transformation } from './transformation';
import { translation } from './translation';
import { validation } from './validation';

/** All tasks, as the reference lists them. */
export const tasks: readonly Task[] = [
  analysis,
  approval,
  chat,
  classification,
  codeGeneration,
  codeReview,
  documentation,
  extraction,
  generation,
  summarization,
  transformation,
  translation,
  validation,
];

const byName = new Map(tasks.map((task) => [task.name, task]));

/** The task that a step names, in lower case with hyphens. */
export function taskNamed(name: string): Task | undefined {
  return byName.get(name);
}
