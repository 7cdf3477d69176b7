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

/** The usual words of a label, for texts that don't name the label itself; empty for one that isn't known. */
export function labelWords(label: string): string {
  return topics
    .filter(({ names }) => names.test(label))
    .map(({ words }) => words)
    .join(' ');
}
