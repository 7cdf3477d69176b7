/** One thing that texts here never say. A space in a pattern is any white space; case doesn't count. */
export interface ProseRule {
  pattern: string;
  better: string;
  reason: string;
  /** A sentence that breaks the rule, and the same one after an edit. */
  bad: string;
  good: string;
}

const actor = 'the actor is named: an admin, your app, the server';
const plain = 'a reader should never have to read a sentence twice';
const oneTerm = 'each thing has one name';
const oneNumber = 'each number has one word: docs/product.md, "Words for numbers"';

const units =
  '(second|minute|hour|day|week|month|year|period|row|step|call|request|page|user|client|account|key|job)';

export const rules: ProseRule[] = [
  {
    pattern: '\\b(somebody|someone|whoever)\\b',
    better: 'name the person or program',
    reason: actor,
    bad: 'Somebody else has changed this profile.',
    good: 'Another admin has changed this profile.',
  },
  {
    pattern: '^who (?!am\\b|are\\b|is\\b)\\w(?!.*\\?)',
    better: 'start with the person: "An admin who …"',
    reason: actor,
    bad: 'Who guesses from many networks locks only those.',
    good: 'An attacker guessing from many networks locks out only those networks.',
  },
  {
    pattern: '^where\\b(?! to\\b)[^?:]*,',
    better: 'if',
    reason: '"where" is for places; conditions start with "if"',
    bad: 'Where a limit applies, the server waits.',
    good: 'If a limit applies, the server waits.',
  },
  {
    pattern: '[,;] else\\b',
    better: 'if not, otherwise',
    reason: 'conditions are whole sentences',
    bad: 'The name if there is one, else the id.',
    good: 'The name, or the id if there is no name.',
  },
  {
    pattern: '\\banswer(s|ed|ing)\\b(?! questions)|\\banswers? (with|in|to|alike|for)\\b',
    better: 'returns, responds, fails with CODE; response',
    reason: 'operations return, calls fail with a code',
    bad: 'The API answers `NOT_FOUND`.',
    good: 'The API returns `NOT_FOUND`.',
  },
  {
    pattern: '\\btells\\b',
    better: 'shows, reports, returns',
    reason: 'pages show, operations return',
    bad: 'The page tells how many calls failed.',
    good: 'The page shows how many calls failed.',
  },
  {
    pattern: '\\b(stands|stood|stand)\\b(?! (for|alone|out)\\b)',
    better: 'is, appears; "you can find"',
    reason: "texts and records don't stand anywhere",
    bad: 'The price stands in the invoice.',
    good: 'The invoice shows the price.',
  },
  {
    pattern: '\\b(leads? out|gives? back|hand(s|ed|ing)? (it |them )?on)\\b',
    better: 'links to; returns; share',
    reason: 'operations return, calls fail with a code',
    bad: 'The operation gives back the key.',
    good: 'The operation returns the key.',
  },
  {
    pattern: '\\b(is|are|was|were|do|does|did|has|have|had|could|should|would|must) not\\b',
    better: "a contraction: isn't, doesn't, haven't",
    reason: 'contractions and plain negatives',
    bad: 'The key is not active.',
    good: "The key isn't active.",
  },
  {
    pattern: '\\b(cannot|can not|will not)\\b',
    better: "can't, won't",
    reason: 'contractions and plain negatives',
    bad: 'You cannot undo this.',
    good: "You can't undo this.",
  },
  {
    pattern: '(?<!\\b(there|that|which|who)) \\b(is|are) no\\b(?! longer\\b)',
    better: "isn't a, aren't",
    reason: 'contractions and plain negatives',
    bad: 'The scores are no probabilities.',
    good: "The scores aren't probabilities.",
  },
  {
    pattern: '\\bno more\\b(?! than\\b)',
    better: 'no longer',
    reason: 'contractions and plain negatives',
    bad: 'The key works no more.',
    good: 'The key no longer works.',
  },
  {
    pattern: `(\\$?\\d[\\d,]*(\\.\\d+)?( \\w+)?|\\b(one|once|twice|times|many|most|calls|requests|executions|rows|tokens|jobs|messages)) an? ${units}\\b(?! (ago|earlier|later|before|after)\\b)`,
    better: 'per',
    reason: '"per" says how something is distributed',
    bad: 'A client may send 100 requests a minute.',
    good: 'A client may send 100 requests per minute.',
  },
  {
    pattern: '\\bthe one\\b[^.]*\\bthe other\\b',
    better: 'repeat the nouns',
    reason: "a pronoun's noun is in its sentence",
    bad: 'The one is stored, the other is not.',
    good: "The hash is stored, the key isn't.",
  },
  {
    pattern: '\\b(that|those) of\\b[^.]*\\b(that|those) of\\b',
    better: 'repeat the nouns',
    reason: "a pronoun's noun is in its sentence",
    bad: 'The limit is that of the plan or that of the account.',
    good: "The plan's limit or the account's limit applies.",
  },
  {
    pattern: '\\b(estimated|est\\.) costs?\\b',
    better: 'cost; an estimate of the cost, before a run',
    reason: oneNumber,
    bad: 'The estimated cost of this month was $4.12.',
    good: 'The cost of this month was $4.12.',
  },
  {
    pattern:
      "\\b(workflow's|workflows'|template's|templates'|its|your|their|of|total|failed|successful) runs\\b|\\bworkflow runs (count|are counted|per|of)\\b",
    better: 'executions',
    reason: oneNumber,
    bad: 'The page counts your runs.',
    good: 'The page counts your executions.',
  },
  {
    pattern: '\\b(AI|LLM|provider) (calls?|requests?)\\b',
    better: 'model call; attempt, if it is counted',
    reason: oneNumber,
    bad: 'A step makes up to three AI calls.',
    good: 'A step makes up to three attempts.',
  },
  {
    pattern: '\\b(\\d+|two|three|number of|its|all) tries\\b',
    better: 'attempts',
    reason: oneNumber,
    bad: 'The step failed after three tries.',
    good: 'The step failed after three attempts.',
  },
  {
    pattern: '\\b(completion|success) (ratio|percentage)\\b|\\bcompletion rate\\b',
    better: 'success rate',
    reason: oneNumber,
    bad: 'The success ratio of the week is 97%.',
    good: 'The success rate of the week is 97%.',
  },
  {
    pattern: '\\be-mail',
    better: 'email',
    reason: oneTerm,
    bad: 'Enter your e-mail address.',
    good: 'Enter your email address.',
  },
  {
    pattern:
      '\\b(log(s|ged|ging)?[ -]?(in|on) (to|with|again|as|first)|log-?ins?|logging (in|on|out)|logged (on|out)|log-?outs?|log out)\\b',
    better: 'sign in, sign out',
    reason: oneTerm,
    bad: 'Log in again.',
    good: 'Sign in again.',
  },
  {
    pattern: '\\bweb hooks?\\b',
    better: 'webhook',
    reason: oneTerm,
    bad: 'Add a web hook.',
    good: 'Add a webhook.',
  },
  {
    pattern:
      '\\b((un)?authoris|organis|recogni[sz]e?s|recognis|normalis|optimis|summaris|serialis|initialis|minimis|customis|analys(e|ed|ing)\\b|behaviour|colour|favour|honour|labour|neighbour|catalogue|centre|licence|judgement|grey\\b|cancelled|cancelling|labelled|modelling|travelled|fulfil\\b|defence|towards\\b|whilst|programme\\b)\\w*',
    better: 'US spelling: behavior, canceled, organization',
    reason: 'US spelling',
    bad: 'This behaviour can be cancelled.',
    good: 'This behavior can be canceled.',
  },
  {
    pattern: '\\bfor good\\b',
    better: 'permanently, indefinitely',
    reason: plain,
    bad: 'The key expired for good.',
    good: 'The key expired permanently.',
  },
  {
    pattern: '\\bwithout (a )?limit\\b',
    better: 'indefinitely, unlimited',
    reason: plain,
    bad: 'Entries are kept without limit.',
    good: 'Entries are kept indefinitely.',
  },
  {
    pattern: '\\bwhole (date|name|address|email)\\b',
    better: 'complete, full',
    reason: plain,
    bad: 'Enter a whole date.',
    good: 'Enter a complete date.',
  },
  {
    pattern: '\\bin (its|their) place\\b',
    better: 'replace it with',
    reason: plain,
    bad: 'Put this secret in its place.',
    good: 'Replace it with this secret.',
  },
  {
    pattern: '\\bin those days\\b',
    better: 'in that period',
    reason: plain,
    bad: 'There were no calls in those days.',
    good: 'There were no calls in that period.',
  },
  {
    pattern: '\\bbeside (\\$|\\d|X{3})',
    better: 'compared with',
    reason: plain,
    bad: 'It costs $61, beside $99 on Pro.',
    good: 'It costs $61, compared with $99 on Pro.',
  },
  {
    pattern: '\\bnothing was (saved|done|changed|sent|deleted)\\b',
    better: '"Your change wasn\'t saved."',
    reason: 'failures say what happened and what to do next',
    bad: 'Nothing was saved; look at it again.',
    good: "Your change wasn't saved. Review the latest version.",
  },
  {
    pattern:
      '^(of an? \\w+,? (it|this|they)|what (is|was|runs|this)\\b(?!.*\\?)[^:]*,? (is|are|could|can)\\b)',
    better: 'start with the noun',
    reason: plain,
    bad: 'What was not saved by then is lost.',
    good: 'Unsaved changes were lost.',
  },
  {
    pattern: '\\bto be (copied|read|seen|found|had)\\b',
    better: 'say who does it: "copy it from …"',
    reason: actor,
    bad: 'Both are in Settings, to be copied.',
    good: 'Copy both from Settings.',
  },
  {
    pattern:
      '\\b(once|when|until|after) (the engine|workflows) (runs?|comes?|arrives?|(is|are) (out|ready|here|built|released))\\b|\\bengine (is|will be) (to come|coming|built soon|on its way)\\b|\\bin the design\\b|\\bis designed to\\b',
    better: 'the present: the engine runs',
    reason: 'only pages in preview describe a design',
    bad: 'New workflows stop once the engine runs.',
    good: 'New workflows stop.',
  },
  {
    pattern: '^nothing(:| has to be done| needs doing)',
    better: 'No action is needed. Then the reason',
    reason: plain,
    bad: 'Nothing: this is what the condition is for.',
    good: 'No action is needed. The condition skipped the step.',
  },
  {
    pattern: '\\bdear(er|est)\\b',
    better: 'more expensive, most expensive',
    reason: plain,
    bad: 'A day costs the fee of the dearest plan.',
    good: 'A day costs the fee of the most expensive plan.',
  },
  {
    pattern: '\\bon the books\\b',
    better: 'recorded, listed',
    reason: plain,
    bad: 'The calls are on the books as lost.',
    good: 'The calls are listed as lost.',
  },
  {
    pattern: '\\ba (?!(one|once|eu|ew|X+|a|e|i|o)\\b|one-|eu|ewe)[aeio][a-z]+|\\ban [bcdfgjklpqtvwyz][a-z]+',
    better: 'an before a vowel, a before a consonant',
    reason: plain,
    bad: 'The tone is that of a empathetic reply.',
    good: 'The tone is that of an empathetic reply.',
  },
  {
    pattern: '\\b(safe way|what runs(?! today))\\b',
    better: 'a secure channel; what is running',
    reason: plain,
    bad: 'Share it by a safe way.',
    good: 'Share it through a secure channel.',
  },
];

/** The most words that a sentence has. */
export const longestSentence = 25;
