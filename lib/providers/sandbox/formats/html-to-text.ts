import { isHtml } from '@/lib/providers/sandbox/formats/detect-format';
import { htmlTokens } from '@/lib/providers/sandbox/formats/html-tokens';

const breaks = /^(?:p|div|section|article|h[1-6]|li|tr|br|table|ul|ol|blockquote|pre)$/;

/** What a reader sees of an HTML document, a block a line. A text that isn't HTML stays as it is. */
export function htmlToText(text: string): string {
  if (!isHtml(text)) return text;
  const out: string[] = [];
  for (const token of htmlTokens(text)) {
    if (token.type === 'text') out.push(token.text.replace(/\s+/g, ' '));
    else if (breaks.test(token.name)) out.push('\n');
    else if (token.name === 'td' || token.name === 'th') out.push(' ');
  }
  return out
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}
