/** Descriptions of the drawn pictures in the docs: for screen readers, the Markdown twins, and the search. */
export const pictures = {
  architecture: {
    title: 'How Switchyard is built',
    description:
      'Browsers and your apps reach one Node.js process. A server in front checks addresses, methods, limits, and headers. It sends pages from memory, with Next.js for the rest, and passes calls to the GraphQL API. The API asks the rules in lib/server, which make each change and its audit event in one transaction. The rules pass jobs to the workflow engine, which calls AI providers. Everything is stored in one SQLite file, which npm run backup copies while the server runs.',
  },
  'workflow-life': {
    title: 'The life of a workflow',
    description:
      'Your app starts a workflow. If its plan has a fault, the call fails and nothing is stored. Otherwise, a job is stored as QUEUED. It becomes RUNNING when its first step starts. Up to four steps run at once. Each one chooses a model, retries it, and falls back to the next. A server that restarts continues after the last finished step. The job ends as COMPLETED, FAILED, or CANCELED. Every call of a model is metered. You get the result by getJobResult, or by jobUpdates as it happens.',
  },
} as const;

export type PictureName = keyof typeof pictures;

/** @throws Error if there is no such picture */
export function findPicture(name: string): (typeof pictures)[PictureName] {
  if (!Object.hasOwn(pictures, name)) throw new Error(`There is no picture named '${name}'.`);
  return pictures[name as PictureName];
}
