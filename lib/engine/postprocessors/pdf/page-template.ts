/**
 * Lays out a document, as Typst code. The text comes from /document.json as data, so nothing in it can be code: see
 * layout.ts for its shape.
 */
export const pageTemplate = String.raw`
#let doc = json("/document.json")
#let ink = rgb("#1a1d21")
#let faint = rgb("#5b6470")
#let line = rgb("#d3d8de")
#let shade = rgb("#f4f6f8")
#let accent = rgb("#0b57b7")

#set document(title: if doc.title == none { none } else { doc.title.text }, date: none)
#set page(
  paper: if doc.paper == "letter" { "us-letter" } else { "a4" },
  margin: doc.margin * 1mm,
  footer-descent: 35%,
  footer: context align(center, text(size: 7.5pt, fill: faint, dir: ltr, counter(page).display("1 / 1", both: true))),
)
#set text(font: doc.fonts, fallback: false, size: doc.size * 1pt, fill: ink, lang: "und", hyphenate: false, top-edge: 0.72em, bottom-edge: 0em)
#set par(leading: 0.68em, spacing: 1.1em, linebreaks: "simple", justify: false)
#set list(marker: ([•], [◦], [▪]), indent: 0.35em, body-indent: 0.6em)
#set enum(indent: 0.35em, body-indent: 0.6em, numbering: "1.")
#set table(stroke: none)
#set raw(theme: none, tab-size: 2)
#set heading(numbering: none)
#show heading: set par(leading: 0.5em)
#show heading: it => block(above: 1.6em, below: 0.75em, sticky: true, text(
  size: (17pt, 14pt, 12pt, 11pt, 10pt, 9.5pt).at(it.level - 1),
  it.body,
))
// Raw text is at 0.8 of the text's size.
#show raw: set text(font: doc.codeFonts, size: 1.1em)
#show raw.where(block: true): set par(leading: 0.6em)

// The fonts of Chinese, Japanese, Korean and symbols have one weight.
#let heavy(body) = {
  show regex("[\\p{Han}\\p{Hiragana}\\p{Katakana}\\p{Hangul}]+"): set text(stroke: 0.03em + ink)
  strong(body)
}
#show heading: it => heavy(it)

#let run(it) = {
  if type(it) == str { return text(it) }
  if it.at("break", default: false) { return linebreak() }
  let body = if it.at("code", default: false) {
    text(font: doc.codeFonts, size: 0.92em, fill: rgb("#7a2048"), it.text)
  } else { text(it.text) }
  if it.at("emoji", default: false) { body = text(font: "Noto Emoji", body) }
  if it.at("bold", default: false) { body = heavy(body) }
  if it.at("italic", default: false) { body = emph(body) }
  if it.at("strike", default: false) { body = strike(body) }
  if it.at("raised", default: false) { body = super(body) }
  if "url" in it { body = link(it.url, text(fill: accent, underline(offset: 0.15em, stroke: 0.5pt, body))) }
  body
}
#let line-of(runs) = runs.map(run).join()
#let towards(it, body) = if it.at("rtl", default: false) { text(dir: rtl, body) } else { text(dir: ltr, body) }

#let table-of(it) = {
  let cell(it) = towards(it, line-of(it.runs))
  set text(size: it.size * 1pt)
  set par(leading: 0.5em)
  table(
    columns: it.align.len(),
    align: it.align.map(side => (start: start, left: left, center: center, right: right).at(side) + top),
    inset: (x: it.inset * 1pt, y: it.inset * 0.8pt),
    stroke: (_, y) => (bottom: if y == 0 { 0.8pt + faint } else { 0.5pt + line }),
    table.header(..it.rows.first().map(it => heavy(cell(it)))),
    ..it.rows.slice(1).flatten().map(cell),
  )
}

#let block-of(it) = {
  let kind = it.kind
  if kind == "paragraph" { towards(it, par(line-of(it.runs))) }
  else if kind == "heading" { towards(it, heading(level: it.level, line-of(it.runs))) }
  else if kind == "list" {
    let gap = if it.tight { [] } else { parbreak() }
    let bodies = it.items.map(item => [] + item.map(block-of).join(gap))
    if it.tasks { towards(it, list(tight: it.tight, marker: [], body-indent: 0pt, ..bodies)) }
    else if it.start == none { towards(it, list(tight: it.tight, ..bodies)) }
    else { towards(it, enum(tight: it.tight, start: it.start, ..bodies)) }
  } else if kind == "quote" {
    let side = if it.at("rtl", default: false) { "right" } else { "left" }
    block(width: 100%, stroke: ((side): 2pt + line), inset: ((side): 0.9em, y: 0.2em), {
      set text(fill: faint)
      it.blocks.map(block-of).join(parbreak())
    })
  } else if kind == "code" {
    block(width: 100%, fill: shade, radius: 2pt, inset: 0.7em, {
      set block(spacing: 0.53em)
      set align(left)
      set text(dir: ltr)
      for text in it.texts { raw(block: true, text) }
    })
  } else if kind == "table" { towards(it, table-of(it)) }
  else if kind == "rule" { block(above: 1.4em, below: 1.4em, std.line(length: 100%, stroke: 0.6pt + line)) }
}

#if doc.title != none {
  set par(leading: 0.5em)
  set text(size: 19pt)
  block(below: 20pt, sticky: true, towards(doc.title, line-of(doc.title.runs)))
}
#for it in doc.blocks { block-of(it) + parbreak() }
`;
