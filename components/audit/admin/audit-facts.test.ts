import { expect, test } from 'vitest';
import { auditFacts } from './audit-facts';

const address = '203.0.113.7';

test.each([
  ['user.refuse_sign_in', { reason: 'password', address, times: 1 }, ['Wrong password', address]],
  ['user.refuse_sign_in', { reason: 'disabled', address, times: 1 }, ['User disabled', address]],
  ['user.refuse_sign_in', { reason: 'rate_limit', address: null, times: 7 }, ['Too many attempts']],
  ['user.refuse_sign_in', { reason: 'moon', times: 1 }, ['moon']],
  ['user.refuse_sign_in', { reason: null, address: null, times: 7 }, []],
  ['user.refuse_call', { operation: 'createUser', address, times: 1 }, [address]],
  ['user.refuse_call', null, []],
])('of %s with %j the line beneath says %j', (action, metadata, facts) => {
  expect(auditFacts({ action, metadata })).toEqual(facts);
});

test.each(['session.start', 'user.update', 'account.create', 'api_key.rotate', 'user.explode'])(
  '%s is not told by its facts alone',
  (action) => {
    expect(auditFacts({ action, metadata: { address } })).toBeNull();
  },
);
