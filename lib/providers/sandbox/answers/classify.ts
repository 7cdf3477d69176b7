import { z } from 'zod';
import { labelWords } from '@/lib/providers/sandbox/answers/label-words';
import type { Algorithm } from '@/lib/providers/sandbox/sandbox-work';
import { contentWords } from '@/lib/providers/sandbox/text/content-words';

const Options = z.object({
  labels: z.array(z.string()),
  descriptions: z.record(z.string(), z.string()),
  multiple: z.boolean(),
  threshold: z.number().nullish(),
});

const USUAL_THRESHOLD = 0.5;
/** What each further word that speaks for a label leaves of the doubt in it. */
const DOUBT_LEFT = 0.36;
/** A word that is denied speaks for no label: `not good`, `never arrived`. */
const NEGATED =
  /(?<!\p{L})(?:(?:not|never|hardly|no longer|isn['’]t|wasn['’]t|aren['’]t|nicht|kein\p{L}{0,2}|pas)(?: (?:a|an|the|very|so|really|all that|sehr|très))? )\p{L}{1,40}/giu;
const REST =
  /^(?:other|others|else|misc|none|unknown|general|neutral|normal|regular|ham|sonstiges|andere|autre|autres|otro|otros)$/i;

/** Scores each label by how many of its words the text has: those of its name, its description, and usual ones. */
export const classify: Algorithm = ({ options, text }) => {
  const { labels, descriptions, multiple, threshold } = Options.parse(options);
  const described = new Map(Object.entries(descriptions));
  const words = new Set(contentWords(text.replace(NEGATED, ' ')));
  const scored = labels
    .map((label) => ({ label, score: scoreLabel(label, described.get(label) ?? '', words) }))
    .sort((one, other) => other.score - one.score);
  if (!multiple) return JSON.stringify(bestOf(scored));
  return JSON.stringify({ labels: scored.filter(({ score }) => score >= (threshold ?? USUAL_THRESHOLD)) });
};

interface ScoredLabel {
  label: string;
  score: number;
}

/** @param scored best first; if no word speaks for any, the label for the rest is right */
function bestOf(scored: readonly ScoredLabel[]): ScoredLabel {
  const rest = scored.find(({ label }) => REST.test(label.trim()));
  const [best = { label: '', score: 0 }] = scored;
  return best.score === 0 && rest ? rest : best;
}

function scoreLabel(label: string, description: string, words: ReadonlySet<string>): number {
  const name = label.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]/g, ' ');
  const own = new Set(contentWords(`${name} ${description} ${labelWords(name)}`));
  let found = 0;
  for (const word of own) if (words.has(word)) found += 1;
  return Math.round((1 - DOUBT_LEFT ** found) * 100) / 100;
}
