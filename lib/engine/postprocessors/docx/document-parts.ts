import { declaration, wordNamespaces, xmlText } from './word-xml';

// The parts of a document in addition to its text (Office Open XML, ECMA-376).

const office = 'http://schemas.openxmlformats.org';
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml';

export const contentTypes = `${declaration}<Types xmlns="${office}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${wordType}.document.main+xml"/><Override PartName="/word/styles.xml" ContentType="${wordType}.styles+xml"/><Override PartName="/word/numbering.xml" ContentType="${wordType}.numbering+xml"/><Override PartName="/word/footnotes.xml" ContentType="${wordType}.footnotes+xml"/><Override PartName="/word/settings.xml" ContentType="${wordType}.settings+xml"/><Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/></Types>`;

interface Relationship {
  id: string;
  type: string;
  target: string;
  isExternal?: boolean;
}

const relationships = (all: readonly Relationship[]): string =>
  `${declaration}<Relationships xmlns="${office}/package/2006/relationships">${all
    .map(
      ({ id, type, target, isExternal }) =>
        `<Relationship Id="${id}" Type="${type}" Target="${xmlText(target)}"${isExternal ? ' TargetMode="External"' : ''}/>`,
    )
    .join('')}</Relationships>`;

const wordRelationship = (name: string) => `${office}/officeDocument/2006/relationships/${name}`;

export const packageRelationships = relationships([
  { id: 'rId1', type: wordRelationship('officeDocument'), target: 'word/document.xml' },
  {
    id: 'rId2',
    type: `${office}/package/2006/relationships/metadata/core-properties`,
    target: 'docProps/core.xml',
  },
]);

/** @param links addresses by the id of their relationship */
export const partRelationships = (parts: readonly string[], links: ReadonlyMap<string, string>): string =>
  relationships([
    ...parts.map((name) => ({ id: name, type: wordRelationship(name), target: `${name}.xml` })),
    ...[...links].map(([target, id]) => ({
      id,
      type: wordRelationship('hyperlink'),
      target,
      isExternal: true,
    })),
  ]);

/** Without dates or an author: the same text gives the same bytes. */
export const coreProperties = (title: string | undefined): string =>
  `${declaration}<cp:coreProperties xmlns:cp="${office}/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">${title === undefined ? '' : `<dc:title>${xmlText(title)}</dc:title>`}</cp:coreProperties>`;

export const settings = `${declaration}<w:settings ${wordNamespaces}><w:footnotePr><w:footnote w:id="-1"/><w:footnote w:id="0"/></w:footnotePr><w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat></w:settings>`;

/** The style of a paragraph, with Word's own name, by which Word takes it for its own. */
const paragraphStyle = (id: string, name: string, paragraph: string, run = '', more = '') =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:basedOn w:val="Normal"/>${more}<w:qFormat/><w:pPr>${paragraph}</w:pPr><w:rPr>${run}</w:rPr></w:style>`;

/** Half-points. */
const headingSizes = [32, 28, 26, 24, 22, 22];
const monospace = '<w:rFonts w:ascii="Consolas" w:hAnsi="Consolas" w:cs="Courier New"/>';
const border = (side: string, color: string, space: number) =>
  `<w:${side} w:val="single" w:sz="4" w:space="${space}" w:color="${color}"/>`;

export const styles = `${declaration}<w:styles ${wordNamespaces}><w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:ascii="Calibri" w:eastAsia="MS Mincho" w:hAnsi="Calibri" w:cs="Arial"/><w:sz w:val="22"/><w:szCs w:val="22"/></w:rPr></w:rPrDefault><w:pPrDefault><w:pPr><w:spacing w:after="160" w:line="259" w:lineRule="auto"/></w:pPr></w:pPrDefault></w:docDefaults>
<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/><w:qFormat/></w:style>
<w:style w:type="character" w:default="1" w:styleId="DefaultParagraphFont"><w:name w:val="Default Paragraph Font"/></w:style>
<w:style w:type="table" w:default="1" w:styleId="TableNormal"><w:name w:val="Normal Table"/><w:tblPr><w:tblCellMar><w:left w:w="108" w:type="dxa"/><w:right w:w="108" w:type="dxa"/></w:tblCellMar></w:tblPr></w:style>
${paragraphStyle('Title', 'Title', '<w:spacing w:after="240"/>', '<w:sz w:val="56"/><w:szCs w:val="56"/>')}
${headingSizes
  .map((size, index) =>
    paragraphStyle(
      `Heading${index + 1}`,
      `heading ${index + 1}`,
      `<w:keepNext/><w:keepLines/><w:spacing w:before="240" w:after="80"/><w:outlineLvl w:val="${index}"/>`,
      `<w:b/><w:bCs/>${index > 4 ? '<w:i/><w:iCs/>' : ''}<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`,
      '<w:next w:val="Normal"/>',
    ),
  )
  .join('\n')}
${paragraphStyle('ListParagraph', 'List Paragraph', '<w:spacing w:after="60"/>')}
${paragraphStyle('Quote', 'Quote', `<w:pBdr>${border('left', 'A6A6A6', 8)}</w:pBdr>`, '<w:i/><w:iCs/><w:color w:val="404040"/>')}
${paragraphStyle('HTMLPreformatted', 'HTML Preformatted', '<w:shd w:val="clear" w:color="auto" w:fill="F2F2F2"/><w:bidi w:val="0"/><w:spacing w:after="160" w:line="240" w:lineRule="auto"/>', `${monospace}<w:sz w:val="20"/><w:szCs w:val="20"/>`)}
${paragraphStyle('FootnoteText', 'footnote text', '<w:spacing w:after="0" w:line="240" w:lineRule="auto"/>', '<w:sz w:val="20"/><w:szCs w:val="20"/>')}
<w:style w:type="character" w:styleId="FootnoteReference"><w:name w:val="footnote reference"/><w:rPr><w:vertAlign w:val="superscript"/></w:rPr></w:style>
<w:style w:type="character" w:styleId="Hyperlink"><w:name w:val="Hyperlink"/><w:rPr><w:color w:val="0563C1"/><w:u w:val="single"/></w:rPr></w:style>
<w:style w:type="character" w:styleId="HTMLCode"><w:name w:val="HTML Code"/><w:rPr>${monospace}<w:sz w:val="20"/><w:szCs w:val="20"/></w:rPr></w:style>
<w:style w:type="table" w:styleId="TableGrid"><w:name w:val="Table Grid"/><w:basedOn w:val="TableNormal"/><w:pPr><w:spacing w:after="0" w:line="240" w:lineRule="auto"/></w:pPr><w:tblPr><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) => border(side, 'A6A6A6', 0)).join('')}</w:tblBorders></w:tblPr></w:style>
</w:styles>`;

/** Word has nine levels of lists. */
export const listLevels = 9;
/** Twentieths of a point that each level moves to the right. */
export const LIST_INDENT = 360;

const level = (index: number, format: string, text: string) =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="${(index + 1) * LIST_INDENT}" w:hanging="${LIST_INDENT}"/></w:pPr></w:lvl>`;

const levels = (of: (index: number) => string) =>
  Array.from({ length: listLevels }, (_, index) => of(index)).join('');

/** A list with numbers: its level, and the number that it begins with. */
export interface NumberedList {
  level: number;
  start: number;
}

/** The number of the one definition that all lists with bullets share. Numbered lists follow it, each with its own. */
export const bulletList = 1;

export const numbering = (lists: readonly NumberedList[]): string =>
  `${declaration}<w:numbering ${wordNamespaces}>` +
  `<w:abstractNum w:abstractNumId="0"><w:multiLevelType w:val="hybridMultilevel"/>${levels((index) => level(index, 'bullet', '•◦▪'[index % 3] ?? '•'))}</w:abstractNum>` +
  `<w:abstractNum w:abstractNumId="1"><w:multiLevelType w:val="hybridMultilevel"/>${levels((index) => level(index, 'decimal', `%${index + 1}.`))}</w:abstractNum>` +
  `<w:num w:numId="${bulletList}"><w:abstractNumId w:val="0"/></w:num>` +
  lists
    .map(
      ({ level, start }, index) =>
        `<w:num w:numId="${bulletList + 1 + index}"><w:abstractNumId w:val="1"/><w:lvlOverride w:ilvl="${level}"><w:startOverride w:val="${start}"/></w:lvlOverride></w:num>`,
    )
    .join('') +
  '</w:numbering>';

/** @param notes their paragraphs, the first with the id 1 */
export const footnotes = (notes: readonly string[]): string =>
  `${declaration}<w:footnotes ${wordNamespaces}><w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>${notes
    .map((paragraphs, index) => `<w:footnote w:id="${index + 1}">${paragraphs}</w:footnote>`)
    .join('')}</w:footnotes>`;
