import { afterAll, beforeAll, expect, test } from 'vitest';
import { badField, expectData, expectRefusal } from '@/testing/expect-answer';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { createTestWorld, sessionToken, type TestWorld } from '@/testing/test-world';

const complete = {
  full_name: 'Ada Lovelace',
  email: 'billing@acme.example',
  company_name: 'Acme GmbH',
  tax_id: 'DE123456789',
  tax_id_label: 'USt-IdNr.',
  address_line1: 'Hauptstraße 1',
  address_line2: 'Hinterhaus',
  city: 'Köln',
  state: 'NRW',
  postal_code: '50667',
  country: 'DE',
  phone_number: '+49 221 0',
};
const FIELDS = Object.keys(complete).join(' ');

let server: TestServer;
let world: TestWorld;
let admin: string;
beforeAll(async () => {
  server = await openTestServer();
  world = await createTestWorld(server.context);
  admin = await sessionToken(server.context, world.users.admin);
});
afterAll(() => server.close());

const read = (id = world.acme.id) => ({
  query: `query ($id: ID!) { getBillingProfile(accountId: $id) { ${FIELDS} } }`,
  variables: { id },
  token: admin,
});
const update = (updates: Record<string, unknown>, id = world.acme.id) => ({
  query: `mutation ($id: ID!, $updates: BillingProfileInput!) {
    updateBillingProfile(accountId: $id, updates: $updates) { ${FIELDS} }
  }`,
  variables: { id, updates },
  token: admin,
});

test('there is none at first; the first update puts one on file, whole, under the names it came with', async () => {
  expect(await expectData(server, read())).toEqual({ getBillingProfile: null });
  expect(await expectData(server, update(complete))).toEqual({ updateBillingProfile: complete });
  expect(await expectData(server, read())).toEqual({ getBillingProfile: complete });
  expect(await server.context.db.prisma.billingProfile.count()).toBe(1);
});

test('an update changes what it names, trimmed; null or an empty text clears', async () => {
  const updates = { city: '  Bonn ', state: '', phone_number: null, tax_id_label: '   ', email: '' };
  const expected = {
    ...complete,
    city: 'Bonn',
    state: null,
    phone_number: null,
    tax_id_label: null,
    email: null,
  };
  expect(await expectData(server, update(updates))).toEqual({ updateBillingProfile: expected });
  expect(await expectData(server, read())).toEqual({ getBillingProfile: expected });
});

test("the form's whole record, unchanged, writes nothing", async () => {
  const { getBillingProfile: profile } = await expectData<{ getBillingProfile: Record<string, unknown> }>(
    server,
    read(),
  );
  const count = () => server.context.db.prisma.auditEvent.count();
  const [before, row] = [await count(), await server.context.db.prisma.billingProfile.findFirst()];
  await expectData(server, update(profile));
  await expectData(server, update({}));
  expect([await count(), await server.context.db.prisma.billingProfile.findFirst()]).toEqual([before, row]);
});

test('an invalid email address, a field too long and one with a line break are refused', async () => {
  await expectRefusal(
    server,
    update({ email: 'nobody', city: 'Ulm' }),
    badField('email', 'Enter a valid email address.'),
  );
  await expectRefusal(
    server,
    update({ city: 'x'.repeat(201) }),
    badField('city', 'A billing field has at most 200 characters.'),
  );
  await expectRefusal(
    server,
    update({ city: 'a\nb' }),
    badField('city', "A billing field can't contain line breaks or control characters."),
  );
});

test('a country is stored as its code, by whichever name it came', async () => {
  for (const country of ['Japan', ' japan ', 'jp', 'JP']) {
    expect(await expectData(server, update({ country }))).toMatchObject({
      updateBillingProfile: { country: 'JP' },
    });
  }
  await expectRefusal(
    server,
    update({ country: 'Atlantis', city: 'Ulm' }),
    badField('country', 'Enter a country by its English name or two-letter code, such as Germany or DE.'),
  );
  expect(await expectData(server, update({ country: '' }))).toMatchObject({
    updateBillingProfile: { country: null },
  });
});

test('a country stored before there were codes is returned as it is, and may be sent back', async () => {
  const country = 'Deutschland';
  await server.context.db.write((tx) => tx.billingProfile.updateMany({ data: { country } }));
  expect(await expectData(server, read())).toMatchObject({ getBillingProfile: { country } });
  expect(await expectData(server, update({ country, city: 'Mainz' }))).toMatchObject({
    updateBillingProfile: { country, city: 'Mainz' },
  });
  expect(await expectData(server, update({ country: 'Germany' }))).toMatchObject({
    updateBillingProfile: { country: 'DE' },
  });
});

test('the profile of another account is NOT_FOUND like that of none, and stays as it is', async () => {
  const missing = { code: 'NOT_FOUND', message: 'Account not found.' } as const;
  for (const id of [world.globex.id, 'acc_nonexistent']) {
    await expectRefusal(server, read(id), missing);
    await expectRefusal(server, update({ city: 'Ulm' }, id), missing);
  }
});
