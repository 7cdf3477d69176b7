import { z } from 'zod';
import type { Algorithm } from '@/lib/providers/sandbox/sandbox-work';
import { contentWords } from '@/lib/providers/sandbox/text/content-words';

const Options = z.object({
  labels: z.array(z.string()),
  descriptions: z.record(z.string(), z.string()),
  multiple: z.boolean(),
  threshold: z.number().nullish(),
});

const USUAL_THRESHOLD = 0.5;
/** The factor by which each further word for a label reduces the doubt in it. */
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

/** Words that usually speak for a label, in the languages that tickets and reviews are often written in. */
const topics: { names: RegExp; words: string }[] = [
  {
    names: /hardware|device|mechanic|gerät|matériel/i,
    words: `gripper arm motor cable sensor battery screen keyboard printer machine device broken noise stops stuck hot
    overheats power switch greifer kabel gerät motor defekt batterie akku lärm pince câble moteur panne appareil pinza
    motor dispositivo roto 故障 電源 装置 モーター ケーブル グリッパー جهاز محرك بطارية`,
  },
  {
    names: /software|bug|\bapp\b|logiciel/i,
    words: `app crash crashes bug login update version browser website page freezes install error exception loading screen
    absturz fehler anmeldung webseite programm plantage erreur logiciel aplicación fallo アプリ エラー تطبيق خطأ`,
  },
  {
    names: /billing|payment|invoice|rechnung|zahlung|factur|pago/i,
    words: `invoice bill payment paid pay charged charge refund price subscription card receipt rechnung zahlung bezahlt betrag
    abgebucht erstattung facture paiement payé remboursement prix factura pago cobro reembolso 請求 支払 返金 فاتورة دفع`,
  },
  {
    names: /shipping|delivery|order|versand|livraison|envío/i,
    words: `order delivery delivered shipping shipped package parcel tracking arrive arrives late bestellung lieferung paket
    versand commande livraison colis pedido entrega paquete 注文 配送 荷物 طلب شحن`,
  },
  {
    names: /account|access|konto|compte|cuenta/i,
    words:
      'account password login sign email locked user profile konto passwort compte passe cuenta contraseña حساب',
  },
  {
    names: /positive|praise|happy|positiv/i,
    words: `great good love excellent perfect thank thanks happy fantastic recommend best works wonderful helpful super toll
    gut danke zufrieden perfekt empfehlen merci parfait excellent content génial gracias excelente bueno perfecto feliz
    最高 満足 素晴 便利 ممتاز رائع شكرا`,
  },
  {
    names: /negative|complaint|angry|negativ|beschwerde/i,
    words: `bad terrible awful worst hate broken disappointed angry poor slow rude cold useless refund never problem schlecht kaputt
    enttäuscht ärger schrecklich langsam mauvais déçu horrible nul malo terrible decepcionado lento 最悪 残念 不満 سيئ`,
  },
  {
    names: /question|help|frage|pregunta/i,
    words: 'how what when where why which can could question help wie wann warum frage',
  },
  {
    names: /urgent|high|critical|dringend/i,
    words: 'urgent immediately asap now critical emergency outage dringend sofort urgente',
  },
  {
    names: /feature|request|idea|wunsch/i,
    words: 'feature wish would please add support missing suggestion idea wunsch bitte',
  },
  {
    names: /spam/i,
    words: 'free winner prize click offer viagra casino lottery guaranteed unsubscribe gratis gewinn',
  },
  {
    names: /legal|contract|recht|vertrag/i,
    words: 'contract tenant landlord clause liability law lawyer vertrag mieter recht contrat',
  },
];

/** The usual words of a label, for texts that don't name the label itself; empty for an unknown label. */
function labelWords(label: string): string {
  return topics
    .filter(({ names }) => names.test(label))
    .map(({ words }) => words)
    .join(' ');
}
