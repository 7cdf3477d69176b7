import { describe, expect, it } from 'vitest';
import { isSmall, narrowScope, type Scope } from './scope';

const step = { status: 'COMPLETED', output: { a: 1 }, text: 'a' };

it('narrows a scope to what is read', () => {
  const scope: Scope = { input: 'in', variables: { v: 1 }, file: 'file', steps: { a: step, b: step } };
  expect(narrowScope(scope, { steps: ['b', 'missing'], roots: ['variables'] })).toEqual({
    input: '',
    variables: { v: 1 },
    file: null,
    steps: { b: step },
  });
  expect(narrowScope(scope, { steps: [], roots: ['input', 'file'] })).toEqual({
    input: 'in',
    variables: {},
    file: 'file',
    steps: {},
  });
});

describe('isSmall', () => {
  it('counts characters and fields', () => {
    expect(isSmall({ a: 'abc', b: [1, null] }, 20)).toBe(true);
    expect(isSmall({ a: 'abc'.repeat(10) }, 20)).toBe(false);
    expect(isSmall(new Array(30).fill(0), 20)).toBe(false);
    expect(isSmall([[[[[[[[[[1]]]]]]]]]], 10)).toBe(false);
  });

  it('counts bytes by their number, without looking at each', () => {
    expect(isSmall({ bytes: new Uint8Array(10) }, 20)).toBe(true);
    expect(isSmall({ bytes: new Uint8Array(10_000_000) }, 9_999_999)).toBe(false);
  });

  it('takes values of any depth', () => {
    expect(isSmall(JSON.parse('['.repeat(50_000) + ']'.repeat(50_000)), 1_000)).toBe(false);
  });
});
