import type { ProseRule } from './rules';

const plain = 'a stranger reads it once';
const field = "code uses the field's words";

/** Rules for comments and the titles of tests, in addition to the rules of every text. */
export const commentRules: ProseRule[] = [
  {
    pattern: "\\b(the|an?|its|their|this|that|each|every|of|no|model's|whose) answers?\\b",
    better: "response, a model's reply, a program's result",
    reason: field,
    bad: 'Caches the answer for a minute.',
    good: 'Caches the response for a minute.',
  },
  {
    pattern: "(?<!(can|could|to|can't) )\\b(told|tell)\\b(?! apart)",
    better: 'notified, reported; returned',
    reason: field,
    bad: 'Is told of each call.',
    good: 'Called after each call.',
  },
  {
    pattern: '\\b(hears?|heard|hearing)\\b',
    better: 'receives, handles, is notified',
    reason: field,
    bad: 'Hears what the other process sends.',
    good: 'Receives messages of the other process.',
  },
  {
    pattern: '\\b(one|ones|those) (that|which|who|whose)\\b',
    better: 'repeat the noun',
    reason: "a pronoun's noun is in its sentence",
    bad: 'Skips the one that failed.',
    good: 'Skips the failed model.',
  },
  {
    pattern: '\\bmeanwhile\\b',
    better: 'since then, in the same period',
    reason: plain,
    bad: 'Another admin has changed it meanwhile.',
    good: 'Another admin has changed it since then.',
  },
  {
    pattern: '\\b(go|goes|going|went|gone) on\\b',
    better: 'continues, keeps running',
    reason: plain,
    bad: 'The job goes on.',
    good: 'The job keeps running.',
  },
  {
    pattern: '^what\\b(?!.*\\?)',
    better: 'start with the noun',
    reason: plain,
    bad: 'What a resolver is given.',
    good: "A resolver's context.",
  },
  {
    pattern: '\\bbut for\\b|\\b(nothing|nobody|none|no one) but\\b|\\bany but\\b',
    better: 'except, only',
    reason: plain,
    bad: 'Nothing but the server runs jobs.',
    good: 'Only the server runs jobs.',
  },
  {
    pattern: '\\b(held|holds?|holding) (back|off|up)\\b',
    better: 'paused, delayed, queued',
    reason: field,
    bad: 'The model is held back.',
    good: 'Calls to the model are paused.',
  },
  {
    pattern: '\\b(left|leaves?|leaving) out\\b',
    better: 'omitted, skipped',
    reason: plain,
    bad: 'Empty fields are left out.',
    good: 'Empty fields are omitted.',
  },
  {
    pattern: '\\b(beside|besides)\\b',
    better: 'next to, compared with, in addition to',
    reason: plain,
    bad: 'The file beside the test.',
    good: 'The file next to the test.',
  },
  {
    pattern: '\\b(in vain|for nothing|without a word|of no interest|gets? on)\\b',
    better: 'name the effect',
    reason: plain,
    bad: 'It crashes without a word.',
    good: 'It crashes without an error message.',
  },
  {
    pattern:
      '\\bso (long|far) as\\b|\\blest\\b|\\bupon\\b|\\bwhereas\\b|\\bhence\\b|\\bthereby\\b|\\b(in|to)to which\\b',
    better: 'while, so that, on, but',
    reason: plain,
    bad: 'Closes the file lest it leaks.',
    good: "Closes the file, so that it doesn't leak.",
  },
];
