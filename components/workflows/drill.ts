import type { Client } from 'urql';
import { queryFresh } from '@/lib/graphql-client/calls';
import { graphql, type ResultOf } from '@/lib/graphql-client/graphql';
import { attemptFragment, type JobAttempt } from './job';

const choicesQuery = graphql(`
  query DrillChoices($id: ID!) {
    getJobPlan(jobId: $id) {
      steps {
        id
        model
        fallbacks
      }
    }
  }
`);

const drillQuery = graphql(
  `
    query DrillJob(
      $id: ID!
      $providersDown: [String!]
      $modelsDown: [String!]
      $slow: [DrillSlow!]
      $priceFactor: [DrillPriceFactor!]
    ) {
      drillJob(
        jobId: $id
        providersDown: $providersDown
        modelsDown: $modelsDown
        slow: $slow
        priceFactor: $priceFactor
      ) {
        status
        cost
        milliseconds
        approvalMilliseconds
        error {
          code
          message
          stepId
          docs
        }
        unchanged {
          cost
          milliseconds
        }
        actual {
          status
          cost
          milliseconds
        }
        steps {
          id
          status
          model
          calls
          cost
          milliseconds
          error {
            code
            message
            docs
          }
          unchanged {
            milliseconds
          }
          actual {
            status
            model
            calls
            cost
            milliseconds
          }
        }
        attempts {
          basis
          attempt {
            ...Attempt
          }
        }
      }
    }
  `,
  [attemptFragment],
);

/** A job as it would have been. */
export type Drill = NonNullable<ResultOf<typeof drillQuery>['drillJob']>;
export type DrilledStep = Drill['steps'][number];

/** How a provider or model is changed. */
export type ChangeKind = 'down' | 'slow' | 'price';

/** One thing that a drill changes. */
export interface Change {
  /** Of the list on the screen. */
  key: number;
  /** A provider, or `provider/model`. */
  of: string;
  kind: ChangeKind;
  /** As it's typed: seconds, or the factor of the price. */
  value: string;
}

/** The bounds of what is typed, as the API has them. */
export const bounds = { slow: 600, price: 1_000 } as const;

/** Why a change can't be drilled, in a sentence; null if it can. */
export function changeProblem({ kind, value }: Change): string | null {
  if (kind === 'down') return null;
  const number = Number(value);
  if (value.trim() !== '' && number >= 0 && number <= bounds[kind]) return null;
  return kind === 'slow' ? 'Enter 0 to 600 seconds.' : 'Enter a factor from 0 to 1,000.';
}

/** A model that a drill can change. */
export interface DrillModel {
  model: string;
  /** The steps that called it, or would call it, first or as a fallback. */
  steps: readonly string[];
}

/** The models that a drill can change: those of the plan, and of the calls of the job. Called ones come first. */
export async function readChoices(
  client: Client,
  id: string,
  attempts: readonly Pick<JobAttempt, 'model' | 'stepId'>[],
): Promise<DrillModel[] | null> {
  const { getJobPlan } = await queryFresh(client, choicesQuery, { id });
  if (!getJobPlan) return null;
  const steps = new Map<string, Set<string>>();
  const add = (model: string, step: string) => {
    const known = steps.get(model) ?? new Set();
    steps.set(model, known.add(step));
  };
  for (const { model, stepId } of attempts) add(model, stepId);
  for (const { id: step, model, fallbacks } of getJobPlan.steps)
    for (const planned of [...(model ? [model] : []), ...fallbacks]) add(planned, step);
  return [...steps].map(([model, uses]) => ({ model, steps: [...uses] }));
}

/** The providers of models, each once. */
export const providersOf = (models: readonly DrillModel[]): string[] => [
  ...new Set(models.map(({ model }) => model.slice(0, model.indexOf('/')))),
];

/** @returns null if the workflow is no longer kept */
export async function readDrill(
  client: Client,
  id: string,
  changes: readonly Change[],
): Promise<Drill | null> {
  return (await queryFresh(client, drillQuery, { id, ...variablesOf(changes) })).drillJob;
}

function variablesOf(changes: readonly Change[]) {
  const down = changes.filter(({ kind }) => kind === 'down').map(({ of }) => of);
  const isModel = (of: string) => of.includes('/');
  const ofKind = (kind: ChangeKind) => changes.filter((change) => change.kind === kind);
  return {
    providersDown: down.filter((of) => !isModel(of)),
    modelsDown: down.filter(isModel),
    slow: ofKind('slow').map(({ of, value }) => ({ of, seconds: Number(value) })),
    priceFactor: ofKind('price').map(({ of, value }) => ({ of, factor: Number(value) })),
  };
}

/** The changes in words, in their order: `` `a/b` is down, and all of `c` has its first token after 15 s ``. */
export const changesInWords = (changes: readonly Change[]): string =>
  new Intl.ListFormat('en-US').format(
    changes.map(({ of, kind, value }) => {
      const subject = of.includes('/') ? `\`${of}\`` : `all of \`${of}\``;
      const words: Record<ChangeKind, string> = {
        down: 'is down',
        slow: `has its first token after ${Number(value)} s`,
        price: `has ${Number(value)} times its price`,
      };
      return `${subject} ${words[kind]}`;
    }),
  );

/** The models of a step whose outcome isn't recorded, a sentence each. */
export function assumptionsOf(attempts: Drill['attempts']): string[] {
  const words: Partial<Record<Drill['attempts'][number]['basis'], string>> = {
    MEASURED: 'is assumed to reply in its usual time, as measured',
    CATALOG: 'is assumed to reply in the time that the catalog says',
    UNKNOWN: 'is assumed to reply; its time is unknown',
  };
  return [
    ...new Set(
      attempts.flatMap(({ basis, attempt: { model } }) =>
        words[basis] ? `\`${model}\` ${words[basis]}.` : [],
      ),
    ),
  ];
}
