import { GraphQLError } from 'graphql';
import { builder } from '@/graphql/builder';
import { uploadScalar } from '@/graphql/uploads';
import { calendarDate } from '@/lib/validation/calendar-date';

builder.scalarType('EpochMillis', {
  description: 'Milliseconds since the Unix epoch as a decimal string, e.g. "1767225600000".',
  serialize: (instant) => String(instant.getTime()),
  parseValue: () => {
    throw new GraphQLError('EpochMillis is never an input.');
  },
});

builder.scalarType('Date', {
  description: 'Calendar date in UTC, `YYYY-MM-DD`.',
  serialize: (day) => day,
  parseValue: (value) => {
    const day = calendarDate.safeParse(value);
    if (!day.success) throw new GraphQLError('A Date is a calendar date, YYYY-MM-DD.');
    return day.data;
  },
});

builder.scalarType('Count', {
  description:
    "Integer from 0 to 2^53-1, serialized as a JSON number (GraphQL's Int stops at 2^31-1, which a busy account's tokens pass).",
  serialize: (count) => {
    if (!Number.isSafeInteger(count) || count < 0) throw new TypeError(`${count} isn't a Count`);
    return count;
  },
  parseValue: (value) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) {
      throw new GraphQLError('A Count is an integer from 0 to 2^53-1.');
    }
    return value;
  },
});

builder.addScalarType('Upload', uploadScalar);

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => value,
});
