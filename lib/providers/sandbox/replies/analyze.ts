import { z } from 'zod';
import { type Algorithm, SANDBOX_NOTICE } from '@/lib/providers/sandbox/sandbox-work';
import { contentWords } from '@/lib/providers/sandbox/text/content-words';
import { endAtCharacter, limitWords } from '@/lib/providers/sandbox/text/cut-text';
import { plainSentence, splitSentences } from '@/lib/providers/sandbox/text/sentences';

const Options = z.object({ focus: z.array(z.string()), max_findings: z.number() });

type Severity = 'info' | 'low' | 'medium' | 'high';
const rank: Record<Severity, number> = { high: 3, medium: 2, low: 1, info: 0 };

/** Words that a passage of each severity has, in the languages that the tests speak. */
const signs: [Severity, RegExp][] = [
  [
    'high',
    /notice|terminat|penalt|liab|fatal|critical|breach|danger|lawsuit|kündig|haft(?!l)|strafe|gefahr|résili|pénalit|danger|rescis|penaliz|peligro|解約|違約|危険|إنهاء|غرامة|خطر/iu,
  ],
  [
    'medium',
    /error|fail|delay|late\b|broken|complain|stops?\b|refus|fehler|verzug|verspät|defekt|beschwer|retard|erreur|panne|plainte|retraso|fallo|queja|故障|遅|エラー|تأخير|خطأ|شكوى/iu,
  ],
  [
    'low',
    /must|only|except|shall|required|deadline|pay|muss|nur\b|zahl|frist|doit|payer|délai|debe|pagar|plazo|支払|期限|يجب|دفع/iu,
  ],
];

const TITLE_WORDS = 6;
const DETAIL_WORDS = 25;
const LONGEST_EVIDENCE = 120;
const USUAL_FINDINGS = 5;

/** Finds the passages with words of a risk, a fault or the focus, and quotes each. */
export const analyze: Algorithm = ({ options, text, thorough }) => {
  const { focus, max_findings } = Options.parse(options);
  const wanted = focus.map((topic) => ({ topic, words: new Set(contentWords(topic)) }));
  const found = splitSentences(text)
    .map((passage) => judge(passage, wanted))
    .filter((finding) => finding !== null)
    .sort((one, other) => rank[other.severity] - rank[one.severity]);
  const most = thorough ? max_findings : Math.min(max_findings, USUAL_FINDINGS);
  const findings = found.slice(0, most);
  const looked = focus.length > 0 ? ` on ${focus.join(', ')}` : '';
  return JSON.stringify({
    summary: `${SANDBOX_NOTICE} It found ${findings.length} passages${looked} by their words.`,
    findings,
  });
};

function judge(passage: string, wanted: readonly { topic: string; words: ReadonlySet<string> }[]) {
  const severity = signs.find(([, words]) => words.test(passage))?.[0] ?? null;
  const own = contentWords(passage);
  const topic = wanted.find(({ words }) => own.some((word) => words.has(word)))?.topic ?? null;
  if (severity === null && topic === null) return null;
  const plain = plainSentence(passage);
  return {
    title: topic ?? limitWords(plain, TITLE_WORDS),
    detail: `The passage says: ${limitWords(plain, DETAIL_WORDS)}`,
    severity: severity ?? ('info' as const),
    evidence: passage.slice(0, endAtCharacter(passage, LONGEST_EVIDENCE)),
  };
}
