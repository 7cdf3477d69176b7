import { expect, test } from 'vitest';
import { readEnvironment } from '@/lib/config/environment';
import {
  placeholders,
  placeholderValues,
  replacePlaceholders,
} from '@/server/http/responses/address-placeholders';

const values = {
  PUBLIC_URL: 'https://an-address-longer-than-the-placeholder.switchyard.example:8443',
  EMAILJS_PUBLIC_KEY: '$&',
  EMAILJS_SERVICE_ID: 's',
  EMAILJS_WAITLIST_TEMPLATE: 'w',
  EMAILJS_CONTACT_TEMPLATE: 'c',
};

test('every placeholder is replaced everywhere by its value, as it is written', () => {
  const all = Buffer.from(Object.values(placeholders).join(' ').repeat(2));
  expect(String(replacePlaceholders(all, values))).toBe(Object.values(values).join(' ').repeat(2));
});

test('a file keeps its other bytes, whatever they are', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
  const file = Buffer.concat([bytes, Buffer.from(placeholders.PUBLIC_URL), bytes]);
  expect(replacePlaceholders(file, values)).toEqual(
    Buffer.concat([bytes, Buffer.from(values.PUBLIC_URL), bytes]),
  );
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
