/** Structured data for search engines, a schema.org object. */
export function JsonLd({ data }: { data: object }) {
  // `<` escaped: no text in the data can end the script.
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
