/**
 * The company behind the site, which sends invoices. The terms and the privacy policy name it for legal questions and
 * requests (docs/product.md, "Legal pages").
 */
export const legal = {
  address: ['1 Example Street', 'Example City, EX 12345', 'United States'],
  email: 'legal@switchyard.example',
} as const;
