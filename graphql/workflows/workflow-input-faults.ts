import {
  type ExecutionArgs,
  GraphQLError,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  Kind,
  type OperationDefinitionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '@/graphql/graphql-context';
import { rootFields } from '@/graphql/root-fields';
import { allows } from '@/lib/config/access';
import { workflowLimits } from '@/lib/config/limits';
import { AppError, type ErrorDetails } from '@/lib/server/errors';
import { hintAtField } from '@/lib/server/workflows/hint-at-field';
import { invalidWorkflow, plan, type StartInput } from '@/lib/server/workflows/plan-input';

type Fault = NonNullable<ErrorDetails['faults']>[number];
type Arguments = ExecutionArgs & { contextValue: GraphqlContext };

/**
 * Yoga plugin: refuses a workflow in a variable that doesn't fit the schema like any other faulty workflow. It names the
 * path of each fault, and the plan's faults in the rest. GraphQL would name the first faults only, each
 * with the whole value.
 */
export const workflowInputFaults: Plugin<GraphqlContext> = {
  async onExecute({ args, setResultAndStopExecution }) {
    const { document, schema, operationName, variableValues, contextValue }: Arguments = args;
    const { viewer, call } = contextValue;
    const type = schema.getType('StartWorkflowInput') as GraphQLInputType | undefined;
    // Others are refused for their access.
    if (!viewer || !type || !allows(viewer, 'read')) return;
    const operations = document.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
    const operation = operations.find(({ name }) => !operationName || name?.value === operationName);
    const given = operation && variableValues?.[nameOfWorkflow(operation)];
    if (given == null) return;
    const faults: Fault[] = [];
    const usable = readInput(given, type, '', faults);
    if (faults.length === 0) return;
    // Whether a file comes isn't known here.
    const more =
      usable === undefined
        ? []
        : await plan(contextValue, viewer, usable as StartInput, { hasFile: true, ...call }).then(
            () => [],
            (error) => (error instanceof AppError ? (error.details.faults ?? []) : Promise.reject(error)),
          );
    const refusal = invalidWorkflow([...faults, ...more]);
    const [field] = rootFields(document, operationName).keys();
    const path = field === undefined ? [] : [field];
    const error = new GraphQLError(refusal.message, { path, originalError: refusal });
    setResultAndStopExecution({ data: null, errors: [error] });
  },
};

function nameOfWorkflow({ variableDefinitions = [] }: OperationDefinitionNode): string {
  const isWorkflow = ({ type }: (typeof variableDefinitions)[number]) => {
    const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
    return named.kind === Kind.NAMED_TYPE && named.name.value === 'StartWorkflowInput';
  };
  return variableDefinitions.find(isWorkflow)?.variable.name.value ?? '';
}

/**
 * A value as far as it fits its type: optional fields that don't are omitted.
 * @param path of the value within the input
 * @param faults grows by what doesn't fit
 * @returns undefined if nothing of it can be used
 */
function readInput(value: unknown, type: GraphQLInputType, path: string, faults: Fault[]): unknown {
  const refuse = (message: string, at = path) => {
    faults.push({ path: at || 'input', code: 'STEP_VALUE_INVALID', message });
    return undefined;
  };
  if (isNonNullType(type))
    return value == null
      ? refuse(`${nameIn(path)} is required.`)
      : readInput(value, type.ofType, path, faults);
  if (value == null) return value;
  if (isListType(type)) {
    const items = Array.isArray(value) ? value : [value];
    const read = items.map((item, index) => readInput(item, type.ofType, `${path}[${index}]`, faults));
    return read.includes(undefined) ? undefined : read;
  }
  if (isInputObjectType(type)) {
    if (typeof value !== 'object' || Array.isArray(value))
      return refuse(
        `${nameIn(path)} must be an object.${path || !Array.isArray(value) ? '' : ' Put the steps in { "steps": [...] }.'}`,
      );
    const fields = type.getFields();
    const at = (name: string) => (path ? `${path}.${name}` : name);
    const given = value as Record<string, unknown>;
    const required = Object.values(fields).filter(({ type }) => isNonNullType(type));
    const read: Record<string, unknown> = {};
    for (const name of new Set([...Object.keys(given), ...required.map(({ name }) => name)])) {
      // More aren't listed, and each takes a comparison with all fields.
      if (faults.length >= workflowLimits.faults) return undefined;
      const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
      if (!field) {
        const hint = hintAtField(name, { type: type.name, fields: Object.keys(fields), given });
        refuse(`There is no field ${name.slice(0, 60)}.${hint}`, at(name.slice(0, 60)));
        continue;
      }
      const kept = readInput(given[name], field.type, at(name), faults);
      if (kept !== undefined) read[name] = kept;
    }
    return required.every(({ name }) => name in read) ? read : undefined;
  }
  try {
    return type.coerceInputValue(value);
  } catch {
    return refuse(
      isEnumType(type)
        ? `${nameIn(path)} must be one of ${type
            .getValues()
            .map(({ name }) => name)
            .join(', ')}.`
        : `${nameIn(path)} must be ${kinds[type.name] ?? `a value of type ${type.name}`}.`,
    );
  }
}

const kinds: Record<string, string> = {
  String: 'a string',
  ID: 'a string',
  Int: 'a whole number',
  Float: 'a number',
};

/** `strategy` of `steps[0].strategy`. */
const nameIn = (path: string): string => path.slice(path.lastIndexOf('.') + 1) || 'input';
