import { describe, expect, test } from 'vitest';
import { checkOptions } from '@/lib/engine/planning/option-problems';
import type { HiddenValue, Prepared } from './define-preprocessor';
import { hideKnown } from './hide-known';
import { restoreValues } from './placeholders';
import { stripSensitiveData } from './strip-sensitive-data';

const context = { variables: {}, file: null, hidden: [] };

function strip(text: string, options: object = {}): Prepared {
  const parsed = stripSensitiveData.options.parse(options);
  return stripSensitiveData.prepare(text, parsed, context) as Prepared;
}

const values = (...pairs: [placeholder: string, value: string][]): HiddenValue[] =>
  pairs.map(([placeholder, value]) => ({ placeholder, value, restore: true }));

describe('options', () => {
  test('have the documented defaults', () => {
    expect(stripSensitiveData.options.parse({})).toEqual({
      types: ['email', 'phone', 'card', 'iban', 'ssn', 'token'],
      words: [],
      patterns: [],
      restore: true,
      keep: [],
    });
  });

  test.each([{ type: [] }, { types: ['name'] }, { types: 'email' }, { restore: 'yes' }, { keep: [1] }])(
    'refuse %j',
    (options) => {
      expect(stripSensitiveData.options.safeParse(options).success).toBe(false);
    },
  );

  test('restore decides for every value', () => {
    expect(strip('ada@example.com', { restore: false }).hidden).toEqual([
      { placeholder: '[EMAIL_1]', value: 'ada@example.com', restore: false },
    ]);
  });

  test("types that aren't named stay", () => {
    const text = 'ada@example.com +49 30 1234567';
    expect(strip(text, { types: ['phone'] }).text).toBe('ada@example.com [PHONE_1]');
  });
});

test('options that hide nothing are refused, with what could be named', () => {
  const problems = (options: object) => checkOptions(stripSensitiveData, options).problems ?? [];
  expect(problems({ types: [] })).toEqual([
    {
      path: '',
      message:
        'types must name at least one of email, phone, card, iban, ssn, token, unless words or patterns name something to hide.',
    },
  ]);
  expect(problems({ types: [], words: ['Falcon'] })).toEqual([]);
});

describe('a value that the caller names', () => {
  test('words are hidden as whole words, in any case, the longest first', () => {
    const { text, hidden } = strip('Falcon, FALCON Two, falcons, a-falcon', {
      types: [],
      words: ['falcon', 'Falcon Two'],
    });
    expect(text).toBe('[CUSTOM_1], [CUSTOM_2], falcons, a-[CUSTOM_3]');
    expect(hidden?.map(({ value }) => value)).toEqual(['Falcon', 'FALCON Two', 'falcon']);
  });

  test('words keep their places next to letters whose lower case is longer', () => {
    expect(strip('İstanbul İ Falcon', { types: [], words: ['Falcon'] }).text).toBe('İstanbul İ [CUSTOM_1]');
  });

  test('matches of patterns are hidden, even if they contain a value of another type', () => {
    const options = { patterns: ['EMP-\\d{4}', 'x*', 'to \\S+@\\S+'] };
    expect(strip('EMP-0042 wrote to ada@example.com', options).text).toBe('[CUSTOM_1] wrote [CUSTOM_2]');
  });

  test('a kept value stays although a word names it', () => {
    expect(strip('Ada and Bo', { words: ['Ada', 'Bo'], keep: ['Bo'] }).text).toBe('[CUSTOM_1] and Bo');
  });

  test.each([
    [['('], 'patterns[0] must be a regular expression that RE2 knows'],
    [['(?=a)'], 'patterns[0] must be a regular expression that RE2 knows'],
    [['(a|b){1,900}', 'a', '((a{1,99}){1,99})'], 'patterns must be fewer or simpler'],
  ])('patterns %j are refused', (patterns, start) => {
    const [problem] = checkOptions(stripSensitiveData, { patterns }).problems ?? [];
    expect(problem?.message).toContain(start);
  });

  test('patterns count in the budget of planning', () => {
    const spent: number[] = [];
    checkOptions(stripSensitiveData, { patterns: ['a{100}'] }, (_, amount) => void spent.push(amount));
    expect(spent).toEqual([100]);
  });
});

test('hides what the reference shows', () => {
  const text = 'Write to ada@example.com, copy support@example.com: card 4111 1111 1111 1111 was refused.';
  expect(strip(text, { keep: ['support@example.com'] })).toEqual({
    text: 'Write to [EMAIL_1], copy support@example.com: card [CARD_1] was refused.',
    hidden: values(['[EMAIL_1]', 'ada@example.com'], ['[CARD_1]', '4111 1111 1111 1111']),
  });
});

test('leaves a text alone in which nothing is found', () => {
  expect(strip('The gripper is fastened with 4 Nm.')).toEqual({ text: 'The gripper is fastened with 4 Nm.' });
});

test('keeps values only if they are exactly those', () => {
  expect(strip('a@example.com A@example.com a@example.com.au', { keep: ['a@example.com'] }).text).toBe(
    'a@example.com [EMAIL_1] [EMAIL_2]',
  );
});

test('leaves a kept value whole that contains a hidden one', () => {
  expect(strip('it@example.com and kit@example.com', { keep: ['kit@example.com'] }).text).toBe(
    '[EMAIL_1] and kit@example.com',
  );
});

test('gives one value one placeholder', () => {
  expect(strip('a@example.com b@example.com a@example.com').text).toBe('[EMAIL_1] [EMAIL_2] [EMAIL_1]');
});

test('hides a secret also where nothing shows that it is one', () => {
  expect(strip('DB_PASSWORD=hU7-kk2x9\n# was hU7-kk2x9 before\n').text).toBe(
    'DB_PASSWORD=[TOKEN_1]\n# was [TOKEN_1] before\n',
  );
});

test('leaves words alone that are also the password of a URL', () => {
  expect(strip('postgres://postgres:postgres@db for postgres').text).toBe(
    'postgres://postgres:[TOKEN_1]@db for postgres',
  );
});

test('counts on behind the highest placeholder of its type', () => {
  expect(strip('[EMAIL_7] [EMAIL_2] [PHONE_9] [EMAIL_x] a@example.com').text).toBe(
    '[EMAIL_7] [EMAIL_2] [PHONE_9] [EMAIL_x] [EMAIL_8]',
  );
  expect(strip('[EMAIL_99999999999999999999] a@example.com').text).toContain('[EMAIL_1]');
});

test('finds nothing in what it has replaced', () => {
  const text =
    'password=hU7-kk2x9 Authorization: Bearer aB3dE5fG7hJ9kL1mN3 postgres://a:b9@c ada@example.com';
  expect(strip(strip(text).text)).toEqual({ text: strip(text).text });
});

describe('hideKnown', () => {
  test('takes the longest of the values that begin at a place', () => {
    const hidden = values(['[EMAIL_1]', 'a@example.com'], ['[EMAIL_2]', 'a@example.com.au']);
    expect(hideKnown('a@example.com.au, a@example.com', hidden)).toBe('[EMAIL_2], [EMAIL_1]');
  });

  test('finds distinctive values within words, and short ones only as words', () => {
    const hidden = values(['[EMAIL_1]', 'ada@example.com'], ['[TOKEN_1]', 'pass'], ['[TOKEN_2]', 'p1']);
    expect(hideKnown('xada@example.comx pass passport p1 p12', hidden)).toBe(
      'x[EMAIL_1]x [TOKEN_1] passport [TOKEN_2] p12',
    );
  });

  test('agrees with a search from every place', () => {
    const alphabet = ['a1', 'b-', 'a', 'aab-bba1'];
    let seed = 1;
    const next = (below: number) => {
      seed = (seed * 48271) % 2147483647;
      return seed % below;
    };
    const word = (length: number) => Array.from({ length }, () => alphabet[next(4)]).join('');
    for (let round = 0; round < 300; round += 1) {
      const distinct = [...new Set(Array.from({ length: 5 }, () => `${word(6 + next(4))}-1`))];
      const hidden = values(...distinct.map((value, index): [string, string] => [`[TOKEN_${index}]`, value]));
      const text = Array.from({ length: 6 }, () =>
        next(2) ? word(3) : distinct[next(distinct.length)],
      ).join('');
      expect(hideKnown(text, hidden)).toBe(hideSlowly(text, hidden));
    }
  });

  test('leaves a text alone without values', () => {
    expect(hideKnown('a', [])).toBe('a');
    expect(hideKnown('a', values(['[TOKEN_1]', '']))).toBe('a');
  });
});

describe('restoreValues', () => {
  const hidden = values(['[EMAIL_1]', 'ada@example.com'], ['[EMAIL_12]', 'bo@example.com']);

  test('puts values back in every text, list, field and name', () => {
    const output = { '[EMAIL_1]': ['to [EMAIL_12]', 1, null, true], deep: { text: '[EMAIL_1][EMAIL_1]' } };
    expect(restoreValues(output, hidden)).toEqual({
      'ada@example.com': ['to bo@example.com', 1, null, true],
      deep: { text: 'ada@example.comada@example.com' },
    });
  });

  test.each(['[EMAIL_2]', '[EMAIL_123]', '[email_1]', 'EMAIL_1', '[EMAIL_1'])('leaves %s', (text) => {
    expect(restoreValues(text, hidden)).toBe(text);
  });

  test("doesn't search the values that it has restored", () => {
    expect(restoreValues('[TOKEN_1]', values(['[TOKEN_1]', 'x[TOKEN_2]$&'], ['[TOKEN_2]', 'y']))).toBe(
      'x[TOKEN_2]$&',
    );
  });

  test("leaves placeholders of values that mustn't be restored", () => {
    const kept = [{ placeholder: '[EMAIL_1]', value: 'ada@example.com', restore: false }];
    expect(restoreValues({ a: '[EMAIL_1]' }, kept)).toEqual({ a: '[EMAIL_1]' });
  });

  test('keeps a field named __proto__ a field', () => {
    const output = restoreValues(JSON.parse('{"__proto__": "[EMAIL_1]"}'), hidden);
    expect(JSON.stringify(output)).toBe('{"__proto__":"ada@example.com"}');
  });

  test('undoes what was hidden', () => {
    const text = 'Card 4111-1111-1111-1111, call (415) 555-0134, password: hU7-kk2x9.';
    const prepared = strip(text);
    expect(prepared.text).not.toMatch(/\d{3}/);
    expect(restoreValues(prepared.text, prepared.hidden ?? [])).toBe(text);
  });
});

/** The result of `hideKnown` for distinctive values, computed by trying each value at each place. */
function hideSlowly(text: string, hidden: readonly HiddenValue[]): string {
  const longestFirst = [...hidden].sort((a, b) => b.value.length - a.value.length);
  let result = '';
  for (let place = 0; place < text.length; ) {
    const known = longestFirst.find(({ value }) => text.startsWith(value, place));
    result += known?.placeholder ?? text[place];
    place += known?.value.length ?? 1;
  }
  return result;
}
