import fc from 'fast-check';
import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { type RecordIds, recordKinds } from '@/testing/tenancy/two-accounts';
import { PASSWORD } from '@/testing/test-world';
import { hostileJson, hostileNumber, hostileText } from './hostile-values';

/**
 * A name for each record of the caller's account and of the other one, such as `@own.user@`. Inputs are made before the
 * records: they contain such names, which are replaced by ids when they are sent.
 */
const recordNames = (['own', 'foreign'] as const).flatMap((whose) =>
  recordKinds.map((kind) => `@${whose}.${kind}@`),
);

/** Replaces the names of records by their ids. */
export function withIds(text: string, sides: Record<'own' | 'foreign', RecordIds>): string {
  return text.replace(/@(own|foreign)\.(\w+)@/g, (name, whose: 'own' | 'foreign', kind: string) => {
    const found = recordKinds.find((known) => known === kind);
    return found ? sides[whose][found] : name;
  });
}

/** Strings that mean something to an argument of that name. */
const meaningful: Record<string, string[]> = {
  timeframe: ['daily', 'weekly', 'monthly', 'hourly'],
  email: ['dev@acme.example', 'ADMIN@acme.example', 'dev@globex.example', 'new@acme.example', 'nobody'],
  password: [PASSWORD, 'short'],
  action: ['user.create', 'api_key.rotate', 'user.'],
  country: ['GB', 'gb', 'XX'],
  account_plan_id: ['plan_basic', 'plan_pro', 'plan_enterprise', 'plan_none'],
};

const mostly = (legal: fc.Arbitrary<unknown>, hostile: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 9, arbitrary: legal }, { weight: 1, arbitrary: hostile });

const legalText = (name: string) =>
  mostly(fc.constantFrom(...(meaningful[name] ?? ['Ada', 'a b', 'Ümläut', '%_'])), hostileText);

const day = mostly(
  fc.constantFrom('2026-06-01', '2026-06-14', '2026-06-15', '2026-07-01'),
  fc.constantFrom('2026-02-30', '0000-01-01', '9999-12-31', '2024-02-29'),
);

const scalars: Record<string, (name: string) => fc.Arbitrary<unknown>> = {
  ID: (name) => (meaningful[name] ? legalText(name) : mostly(fc.constantFrom(...recordNames), hostileText)),
  String: legalText,
  Boolean: () => fc.boolean(),
  Int: () => mostly(fc.integer({ min: 1, max: 40 }), hostileNumber),
  Float: () => hostileNumber,
  Date: () => day,
  JSON: () => hostileJson,
};

/**
 * Values for an input of the schema: mostly of its type, sometimes of any other.
 * @param name of the argument or field, which may say what its strings mean
 */
export function inputValues(type: GraphQLInputType, name: string): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 40, arbitrary: fitting(type, name) }, { weight: 1, arbitrary: hostileJson });
}

function fitting(type: GraphQLInputType, name: string): fc.Arbitrary<unknown> {
  if (isNonNullType(type)) return fitting(type.ofType, name);
  if (isListType(type)) return fc.array(inputValues(type.ofType, name), { maxLength: 3 });
  const named = getNamedType(type);
  if (isEnumType(named)) return fc.constantFrom(...named.getValues().map((value) => value.name));
  if (!isInputObjectType(named)) return (scalars[named.name] ?? (() => hostileJson))(name);
  const fields = Object.values(named.getFields());
  const model = Object.fromEntries(fields.map((field) => [field.name, inputValues(field.type, field.name)]));
  return fc.record(model, { requiredKeys: [] });
}
