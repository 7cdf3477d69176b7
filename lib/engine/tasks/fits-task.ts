import { taskNamed } from './registry';

/** Whether a task can run with these options. */
export const fitsTask = (task: string, options: unknown): boolean =>
  taskNamed(task)?.options.safeParse(options).success === true;
