/** Short texts of several paragraphs, by language. */
export const texts = {
  en: 'The gripper holds parts of up to two kilos. It opens when the arm stops.\n\nDr. Reyes tested it in May, e.g. with glass bottles. "Not one of them broke," she wrote. The report is due next week.',
  de: 'Der Greifer hält Teile bis zwei Kilogramm. Er öffnet sich, sobald der Arm steht.\n\nFrau Dr. Brandt hat ihn am 3. Mai geprüft, z.B. mit Glasflaschen. „Keine ist zerbrochen“, schrieb sie. Der Bericht folgt nächste Woche.',
  fr: "La pince tient des pièces de deux kilos au plus. Elle s'ouvre dès que le bras s'arrête.\n\nMme. Laurent l'a essayée en mai avec des bouteilles en verre. « Aucune ne s'est brisée », a-t-elle écrit. Le rapport suivra la semaine prochaine.",
  es: 'La pinza sujeta piezas de hasta dos kilos. Se abre cuando el brazo se detiene.\n\nLa Dra. Ortiz la probó en mayo con botellas de vidrio. ¿Se rompió alguna? ¡Ninguna! El informe llegará la semana que viene.',
  ja: 'グリッパーは二キロまでの部品を保持します。アームが止まると開きます。\n\n五月にガラス瓶で試験しました。「一本も割れなかった。」と担当者は書いています。報告書は来週届きます。',
  ar: 'يحمل الملقط أجزاء يصل وزنها إلى كيلوغرامين. ويفتح عندما تتوقف الذراع.\n\nاختبرناه في مايو بقوارير زجاجية. هل انكسرت واحدة منها؟ لم ينكسر شيء. سيصل التقرير في الأسبوع المقبل.',
  zh: '夹具最多可夹持两公斤的零件。机械臂停止时它会打开。\n\n五月我们用玻璃瓶做了测试。有瓶子碎了吗？一个也没有！报告下周提交。',
} as const;
