/** Whom the terms and the privacy policy name for legal questions and requests (SPEC.md, section 9). */
export const legal = { email: 'legal@switchyard.example' } as const;
