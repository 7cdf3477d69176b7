import { expect, test } from 'vitest';
import { readEnvironment } from '@/lib/config/environment';
import {
  placeholders,
  placeholderValues,
  replacePlaceholders,
  replacePlaceholdersInData,
  replacePlaceholdersInFile,
} from './placeholders';

const values = {
  PUBLIC_URL: 'https://an-address-longer-than-the-placeholder.switchyard.example:8443',
  EMAILJS_PUBLIC_KEY: '$&',
  EMAILJS_SERVICE_ID: 's',
  EMAILJS_WAITLIST_TEMPLATE: 'w',
  EMAILJS_CONTACT_TEMPLATE: 'c',
};

test('every placeholder is replaced everywhere by its value, as it is written', () => {
  const all = Object.values(placeholders).join(' ');
  expect(replacePlaceholders(`${all}\n${all}`, values)).toBe(
    `${Object.values(values).join(' ')}\n${Object.values(values).join(' ')}`,
  );
});

test('a file keeps its other bytes, whatever they are', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const file = Buffer.concat([bytes, Buffer.from(placeholders.PUBLIC_URL), bytes]);
  expect(replacePlaceholdersInFile(file, values)).toEqual(
    Buffer.concat([bytes, Buffer.from(values.PUBLIC_URL), bytes]),
  );
});

const textRow = (id: string, text: string) => `${id}:T${Buffer.byteLength(text).toString(16)},${text}`;

/** Rows as React writes them, with an address in each kind that may contain one. */
const rows = (origin: string) =>
  [
    '1:"$Sreact.fragment"\n:HL["/_next/static/a.css","style"]\n10:X\n',
    // No line ends a text; it may contain what looks like a row, and characters of several bytes.
    textRow('a', `é–数\n5:T3,abc\n${origin}/docs and ${origin}`),
    `b:["$","link",null,{"href":"${origin}/é","text":"7:T5,"}]\n`,
    textRow('c', `\n${origin}`),
    textRow('d', ''),
    `0:{"b":"build","f":["$a","${origin}"]}\n`,
  ].join('');

test('data names the lengths of texts as they are after the replacement', () => {
  const filled = replacePlaceholdersInData(Buffer.from(rows(placeholders.PUBLIC_URL)), values);
  expect(String(filled)).toBe(rows(values.PUBLIC_URL));
  expect(String(replacePlaceholdersInData(filled, values))).toBe(rows(values.PUBLIC_URL));
});

test('rows of bytes keep their length and their bytes', () => {
  const bytes = Buffer.from([0, 10, 255, 58, 84, 49, 44]);
  const data = (origin: string) =>
    Buffer.concat([Buffer.from('e:o7,'), bytes, Buffer.from(`f:"${origin}"\n`)]);
  expect(replacePlaceholdersInData(data(placeholders.PUBLIC_URL), values)).toEqual(data(values.PUBLIC_URL));
});

test('the forms send to this site without EmailJS’s variables, and to EmailJS with them', () => {
  expect(placeholderValues(readEnvironment({ PUBLIC_URL: 'https://a.example' }))).toEqual({
    PUBLIC_URL: 'https://a.example',
    EMAILJS_PUBLIC_KEY: 'switchyard',
    EMAILJS_SERVICE_ID: 'switchyard',
    EMAILJS_WAITLIST_TEMPLATE: 'switchyard_waitlist',
    EMAILJS_CONTACT_TEMPLATE: 'switchyard_contact',
  });
  const emailjs = {
    EMAILJS_PUBLIC_KEY: 'key',
    EMAILJS_SERVICE_ID: 'service',
    EMAILJS_WAITLIST_TEMPLATE: 'waitlist',
    EMAILJS_CONTACT_TEMPLATE: 'contact',
  };
  expect(placeholderValues(readEnvironment(emailjs))).toMatchObject(emailjs);
});

test('the placeholders are values that a build accepts', () => {
  expect(readEnvironment(placeholders).publicUrl).toBe(placeholders.PUBLIC_URL);
});
