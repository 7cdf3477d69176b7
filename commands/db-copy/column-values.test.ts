import { describe, expect, test } from 'vitest';
import { postgresText, postgresValue, sqliteValue, valueFault } from './column-values';
import type { ColumnKind, CopiedColumn } from './copied-tables';

const column = (kind: ColumnKind): CopiedColumn => ({
  name: 'x',
  kind,
  type: 'x',
  choices: kind === 'enum' ? ['ACTIVE', 'CANCELED'] : [],
});

describe('PostgreSQL can hold', () => {
  test.each<[ColumnKind, string | null]>([
    ['text', null],
    ['text', ''],
    ['text', '\u0001 é 😀 \ufffd'],
    ['integer', '-2147483647'],
    ['bigint', '9223372036854775807'],
    ['boolean', '0'],
    ['moment', '253402300799999'],
    ['moment', '-62135596800000'],
    ['json', '{"a":["\\\\u0000",1e300,null]}'],
    ['enum', 'CANCELED'],
  ])('%s %j', (kind, stored) => {
    expect(valueFault(column(kind), stored)).toBeNull();
  });
});

describe("PostgreSQL can't hold", () => {
  test.each<[ColumnKind, unknown, string]>([
    ['text', 'a\0b', 'it contains the character U+0000'],
    ['text', 'a\ud800b', 'it contains half of a surrogate pair'],
    ['text', Buffer.from('blob'), "it isn't text"],
    ['integer', '2147483648', 'the number is too large'],
    ['integer', '1.5', "it isn't a whole number"],
    ['bigint', 'many', "it isn't a whole number"],
    ['boolean', '2', "it's neither 0 nor 1"],
    ['moment', '2026-06-15', "it isn't a number of milliseconds"],
    ['moment', '253402300800000', "its year isn't between 1 and 9999"],
    ['json', '{', "it isn't JSON"],
    ['json', '["\\u0000"]', 'it contains the character U+0000'],
    ['json', '{"\\udc00":1}', 'it contains half of a surrogate pair'],
    ['json', '[1e999]', 'it contains a number that is too large'],
    ['enum', 'active', "it's none of ACTIVE, CANCELED"],
  ])('%s %j', (kind, stored, fault) => {
    expect(valueFault(column(kind), stored)).toBe(fault);
  });
});

describe('the same value is the same text from both:', () => {
  test.each<[ColumnKind, stored: string | null, sent: string | null, returned: string | null]>([
    ['text', null, null, null],
    ['text', 'é', 'é', 'é'],
    ['boolean', '1', '1', 't'],
    ['boolean', '0', '0', 'f'],
    ['moment', '1781524800123', '2026-06-15T12:00:00.123Z', '2026-06-15 12:00:00.123'],
    ['moment', '-62135596800000', '0001-01-01T00:00:00.000Z', '0001-01-01 00:00:00'],
    ['json', '{"b":1.10,"a":1e21}', '{"b":1.10,"a":1e21}', '{"a": 1000000000000000000000, "b": 1.10}'],
    ['json', 'null', 'null', 'null'],
  ])('%s %j', (kind, stored, sent, returned) => {
    expect(postgresText(column(kind), stored)).toBe(sent);
    expect(postgresValue(column(kind), returned)).toBe(sqliteValue(column(kind), stored));
  });
});
