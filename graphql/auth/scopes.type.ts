import { builder } from '@/graphql/builder';
import type { Scopes } from '@/lib/config/access';

export const ScopesType = builder.objectRef<Scopes>('Scopes').implement({
  fields: (t) => ({
    read: t.exposeBoolean('read'),
    write: t.exposeBoolean('write'),
    admin: t.exposeBoolean('admin'),
  }),
});

export const ScopesInput = builder.inputType('ScopesInput', {
  description: 'A flag left out counts as false; clients send only the flags that are true.',
  fields: (t) => ({ read: t.boolean(), write: t.boolean(), admin: t.boolean() }),
});
