/** Excel's own. */
export const workbookLimits = { mostRows: 1_048_576, mostColumns: 16_384, longestText: 32_767 } as const;
