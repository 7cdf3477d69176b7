import { lastWholeSentence } from '@/lib/engine/replies/sentences';
import { taskNamed } from './registry';

/** The material that a task makes its output from. All values are JSON. */
export interface Reading {
  task: string;
  /** Parsed by the task's own schema. */
  options: unknown;
  /** The text that the step works on. */
  material: string;
  /** A model's reply; null for a task without a model. */
  reply: { text: string; truncated: boolean } | null;
}

/**
 * The output of a task.
 * @throws ReplyProblem if the reply doesn't have the task's shape, TooMuchWork
 */
export function readTask({ task: name, options, material, reply }: Reading): unknown {
  const task = taskNamed(name);
  if (!task) throw new Error(`There is no task named ${name}.`);
  if (reply) {
    const text = reply.truncated && !task.conversation ? lastWholeSentence(reply.text) : reply.text;
    return task.read({ text, options, material });
  }
  if (!task.withoutModel) throw new Error(`The task ${name} needs a model.`);
  return task.withoutModel.read(material, options);
}

/** Whether a task can run with these options. */
export const fitsTask = (task: string, options: unknown): boolean =>
  taskNamed(task)?.options.safeParse(options).success === true;
