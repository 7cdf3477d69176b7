import type { JsonSchema } from '@/lib/engine/replies/compile-schema';
import { isObject } from '@/lib/providers/sandbox/formats/find-rows';
import { typesOf } from '@/lib/providers/sandbox/formats/fit-to-schema';

/** A value to look for in a text. */
export interface Field {
  name: string;
  type: 'string' | 'number' | 'integer' | 'boolean' | 'date' | 'list' | 'object';
  /** How a text may call it, in lower case. */
  names: readonly string[];
  /** Finds the field's names. Made once: there may be a hundred thousand records. */
  pattern: RegExp;
  /** The values allowed, if the schema lists them. */
  allowed: readonly unknown[];
  /** The fields of an object, or of each item of a list; empty for plain values. */
  fields: readonly Field[];
}

const DEEPEST = 5;
const kinds = ['object', 'boolean', 'integer', 'number'] as const;

/** The fields that the options of an extraction name: a list of names, names with their types, or a schema. */
export function fieldsOf(
  fields: string[] | Record<string, string> | null,
  schema: JsonSchema | null,
): Field[] {
  if (Array.isArray(fields)) return fields.map((name) => makeField(name, 'string'));
  if (fields) return Object.entries(fields).map(([name, type]) => makeField(name, typeNamed(type)));
  return schema ? ofSchema(schema, DEEPEST) : [];
}

function typeNamed(type: string): Field['type'] {
  if (type === 'string[]') return 'list';
  return type === 'number' || type === 'boolean' || type === 'date' ? type : 'string';
}

function ofSchema(schema: JsonSchema, depth: number): Field[] {
  if (depth === 0 || !isObject(schema.properties)) return [];
  return Object.entries(schema.properties).map(([name, value]) => {
    const own = isObject(value) ? value : {};
    const types = typesOf(own);
    const isList = types.has('array');
    const plain = own.format === 'date' ? 'date' : 'string';
    const items = isObject(own.items) ? own.items : {};
    const type = isList ? 'list' : (kinds.find((kind) => types.has(kind)) ?? plain);
    const allowed = Array.isArray(own.enum) ? own.enum : 'const' in own ? [own.const] : [];
    return makeField(name, type, allowed, ofSchema(isList ? items : own, depth - 1));
  });
}

function makeField(
  name: string,
  type: Field['type'],
  allowed: readonly unknown[] = [],
  fields: readonly Field[] = [],
): Field {
  const names = namesInText(name);
  return { name, type, names, pattern: namePattern(names), allowed, fields };
}

/** Other words for a field, also in other languages, by its English word. */
const translations: Record<string, string[]> = {
  sender: ['from'],
  recipient: ['to'],
  client: ['bill to', 'billed to', 'customer'],
  merchant: ['store', 'shop'],
  vendor: ['supplier', 'seller'],
  tax: ['vat', 'mwst', 'tva', 'iva'],
  vat: ['tax', 'mwst', 'tva', 'iva'],
  order: ['bestellung', 'auftrag', 'commande', 'pedido', '注文', 'الطلب', 'طلب'],
  invoice: ['rechnung', 'facture', 'factura', '請求書', 'الفاتورة', 'فاتورة'],
  customer: ['bill to', 'billed to', 'sold to', 'kunde', 'kundin', 'client', 'cliente', 'お客様', 'العميل'],
  name: ['nom', 'nombre', '氏名', '名前', 'الاسم'],
  date: ['datum', 'fecha', '日付', 'التاريخ'],
  since: ['seit', 'depuis', 'desde', 'منذ'],
  due: ['fällig', 'échéance', 'vencimiento', 'payable', '期限', 'الاستحقاق'],
  price: ['preis', 'prix', 'precio', '価格', 'السعر'],
  amount: ['betrag', 'montant', 'importe', '金額', 'المبلغ'],
  total: ['summe', 'gesamt', 'gesamtbetrag', 'totale', '合計', 'الإجمالي'],
  weight: ['gewicht', 'poids', 'peso', 'wiegt', '重量', 'الوزن'],
  quantity: ['menge', 'anzahl', 'quantité', 'cantidad', '数量', 'الكمية'],
  city: ['stadt', 'ort', 'ville', 'ciudad', 'المدينة'],
  country: ['land', 'pays', 'país', '国', 'البلد'],
  address: ['adresse', 'anschrift', 'dirección', '住所', 'العنوان'],
  phone: ['telefon', 'téléphone', 'teléfono', 'tel', '電話', 'الهاتف'],
  company: ['firma', 'société', 'empresa', '会社', 'الشركة'],
  product: ['produkt', 'produit', 'producto', '商品', 'المنتج'],
};

/** Parts of a field's name that a text may omit: `order_number` is also found as "order". */
const qualifiers = new Set(['number', 'no', 'nr', 'id', 'code', 'codes', 'date', 'value', 'text', 'field']);

/** The words of a field's name: `dueDate` and `due_date` are "due date". */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** How a text may call a field, most exact first, all in lower case. */
function namesInText(name: string): string[] {
  const words = wordsOfName(name);
  const bare = words.filter((word) => !qualifiers.has(word));
  const singles = [...(bare.length === 1 ? bare : []), ...(words.length === 1 ? words : [])];
  const translated = singles.flatMap((word) =>
    Object.hasOwn(translations, word) ? (translations[word] ?? []) : [],
  );
  return [...new Set([words.join(' '), bare.join(' '), ...translated])].filter((known) => known !== '');
}

/**
 * Finds a name as a whole word, in any of a European word's endings: `weight` finds "weighs", `order` finds "orders".
 * @param names as `namesInText` returns them; without one, nothing is found
 */
function namePattern(names: readonly string[]): RegExp {
  if (names.length === 0) return /(?!)/g;
  const patterns = names.map((name) => {
    const isLong = name.length >= 6;
    const stem = (isLong ? name.slice(0, -1) : name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    // A word of letters alone, so that "order 7" isn't a form of "orders".
    return isLong ? `${stem}\\p{L}{0,3}` : `${stem}(?:e?s|n|en|e)?`;
  });
  const wide = '(?<![\\p{L}\\p{N}])|(?<=[\\p{Script=Han}\\p{Script=Hiragana}])';
  return new RegExp(
    `(?:${wide})(?:${patterns.join('|').replace(/ /g, '[\\s_-]{1,3}')})(?!\\p{Script=Latin})`,
    'giu',
  );
}
