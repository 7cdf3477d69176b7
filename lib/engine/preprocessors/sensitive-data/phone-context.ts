/** Words before a number that say it is one to call. */
const phoneWords =
  /\b(?:tel|tele?fono?s?|tel[ée]phones?|t[ée]l|telefon\w*|telefax|phones?|mobile?|mob|mobil\w*|handy\w*|cell|cellphone|cellulare|cell|celular|m[oó]vil|telem[oó]vel|tlm|fax|whatsapp|wapp|signal|sms|call|calls|called|dial|ring|ruf\w*|anruf\w*|erreichbar|durchwahl|hotline|helpline|verde|vert|freephone|fixe|portable|appel\w*|joindre|ll[aá]m\w*|chiam\w*|ligue|ligar|contacto|tfno|tlf|tf|ddi|direct)\b|電話|フリーダイヤル|携帯|連絡先|☎|📞|📱|✆/gi;

/** Words before a number that say it is something else. */
const otherWords =
  /\b(?:isbn|issn|ean|gtin|imei|iccid|order|orders|invoice|ticket|case|ref|reference|rechnung\w*|kunden\w*|auftrag\w*|bestell\w*|artikel\w*|art|vorgang\w*|aktenzeichen|az|steuer\w*|ust|hrb|hra|blz|konto\w*|iban|siren|siret|tva|commande|facture|dossier|client|pedido|factura|fatura|nif|nipc|nie|cif|dni|nuss|niss|fattura|ordine|pratica|partita|p\.?\s?iva|cf|protocollo|encomenda|processo|cnpj|cpf|cep|cap|plz|zip|ssn|ein|nhs|vin|sku|serial|seriennummer|s\/n|part|account|acct|tracking|sendung\w*|suivi|version|build|rev|lot|batch|charge|gps|lat|lon|coord\w*|eur|usd|gbp|chf|brl|population|habitant\w*|einwohner\w*|sum|total|totale|montant|importe|betrag|lotto|loto|tirage|utr|vat|ust-id\w*|policy|contract|contrat|vertrag\w*|contrato|contratto|member|mitglied\w*|matr[ií]cula|expediente|abono|bastidor|cups|registro)\b|注文|番号|郵便|〒|伝票|品番|請求/gi;

const REACH = 40;

/** What the words before a place on its line say about a number there; the nearest one counts. */
export function contextOf(text: string, place: number): 'phone' | 'other' | 'none' {
  const line = text
    .slice(Math.max(0, place - REACH), place)
    .split(/[\n\r]/)
    .at(-1) as string;
  const phone = lastPlace(line, phoneWords);
  const other = lastPlace(line, otherWords);
  // A word that has its number already says nothing about a later one.
  const isSpent = other > phone && /\d.*\d.*\d.*\d/.test(line.slice(other));
  if (isSpent || (phone < 0 && other < 0)) return 'none';
  return phone > other || /電話番号|携帯番号/.test(line) ? 'phone' : 'other';
}

function lastPlace(line: string, words: RegExp): number {
  return [...line.matchAll(words)].at(-1)?.index ?? -1;
}
