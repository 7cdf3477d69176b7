import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  parse,
} from 'graphql';
import { UploadedFile } from '@/graphql/uploads';
import { bulkFile } from '@/testing/bulk-run';
import { fullSelectionDocument } from '@/testing/tenancy/probe-document';

/** One call of one mutation, which selects everything that it returns. */
export interface AttackCall {
  mutation: string;
  document: DocumentNode;
  variables: Record<string, unknown>;
}

/** The attacker's own: the attacker could sign in to a user that is created with or changed to these. */
const THIEF = { email: 'thief@evil.example', password: 'the password of the thief' };

/** The values for an argument of a name; an argument without values is always omitted. */
const named: Record<string, readonly unknown[]> = {
  email: ['admin@acme.example', THIEF.email],
  password: [THIEF.password],
  country: ['GB'],
  percents: [100, 50],
  // Of the job that waits for a person.
  stepId: ['check'],
  etag: [],
  // They open no way in, whatever they choose.
  onlyIf: [],
  rows: [],
  tryLines: [],
  trySelection: [],
};

/** Whole inputs that open no way in, whatever they contain: their fields aren't tried singly. */
const inputs: Record<string, readonly unknown[]> = {
  StartWorkflowInput: [{ input: 'Steal.', steps: [{ id: 'theft', task: 'generation' }] }],
};

/** The kind of id that an argument takes, by its name, or by the name of the mutation if the argument is just `id`. */
const kinds: [RegExp, string][] = [
  [/plan/i, 'plan_'],
  [/delivery/i, 'msg_'],
  [/user/i, 'usr_'],
  [/key|secret/i, 'key_'],
  [/session/i, 'ses_'],
  [/account/i, 'acc_'],
  [/bulk/i, 'bulk_'],
  [/file/i, 'upl_'],
  [/job/i, 'job_'],
];

const scalars: Record<string, readonly unknown[]> = {
  String: ['Thief'],
  Boolean: [false, true],
  Int: [0, 60, 604_800],
  Float: [1],
  Date: ['2099-12-31'],
  JSON: [{ thief: true }],
  Upload: [new UploadedFile(async () => bulkFile(), 0)],
};

/** An argument, or a field of an input. */
type Slot = { name: string; type: GraphQLInputType };

/**
 * Calls of every mutation, made from the types of its arguments: each required one with every value; each optional one
 * with every value, alone and together with all others.
 * @param ids every id that the attacker knows, the attacker's own last. An argument gets those of its kind, or all if
 *   its name doesn't say the kind.
 * @throws Error for a scalar that has no values here yet
 */
export function attackCalls(schema: GraphQLSchema, ids: readonly string[]): AttackCall[] {
  const idsFor = (name: string) => {
    const [, prefix = ''] = kinds.find(([word]) => word.test(name)) ?? [];
    return ids.filter((id) => id.startsWith(prefix));
  };

  /** The last value gives most. */
  const values = ({ name, type }: Slot, mutation: string): readonly unknown[] => {
    if (isNonNullType(type)) return values({ name, type: type.ofType }, mutation);
    if (isListType(type)) return values({ name, type: type.ofType }, mutation).map((value) => [value]);
    if (isEnumType(type)) return type.getValues().map((value) => value.name);
    if (isInputObjectType(type))
      return inputs[type.name] ?? combinations(Object.values(type.getFields()), mutation);
    const { name: scalar } = getNamedType(type);
    if (scalar === 'ID') return idsFor(name === 'id' ? mutation : name);
    const known = named[name] ?? scalars[scalar];
    if (!known) throw new Error(`attackCalls has no values for the scalar ${scalar}.`);
    return known;
  };

  const combinations = (slots: readonly Slot[], mutation: string): Record<string, unknown>[] => {
    const filled = slots.map(({ name, type }) => ({ name, type, values: values({ name, type }, mutation) }));
    const required = filled.filter(({ type }) => isNonNullType(type));
    const optional = filled.filter(({ type, values: some }) => !isNonNullType(type) && some.length > 0);
    const everything = Object.fromEntries(optional.map((slot) => [slot.name, slot.values.at(-1)]));
    const each = optional.flatMap((slot) => slot.values.map((value) => ({ [slot.name]: value })));
    const extras = [{}, ...each, ...each.map((one) => ({ ...everything, ...one }))];
    const bases = required.reduce<Record<string, unknown>[]>(
      (made, slot) => made.flatMap((base) => slot.values.map((value) => ({ ...base, [slot.name]: value }))),
      [{}],
    );
    const all = bases.flatMap((base) => extras.map((extra) => ({ ...base, ...extra })));
    return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
  };

  return Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, args }) => {
    const declared = args.map((arg) => `$${arg.name}: ${arg.type}`).join(', ');
    const passed = args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
    const call = args.length > 0 ? `mutation (${declared}) { ${name}(${passed}) }` : `mutation { ${name} }`;
    const document = parse(fullSelectionDocument(schema, call));
    return combinations(args, name).map((variables) => ({ mutation: name, document, variables }));
  });
}

/** The last call, which gives most, per mutation and record that its arguments name. */
export function representatives(calls: readonly AttackCall[]): AttackCall[] {
  const isId = (value: unknown) => typeof value === 'string' && /^[a-z]+_[0-9a-z]+$/.test(value);
  const subject = ({ mutation, variables }: AttackCall) =>
    [mutation, ...Object.values(variables).filter(isId)].join(' ');
  return [...new Map(calls.map((call) => [subject(call), call])).values()];
}
