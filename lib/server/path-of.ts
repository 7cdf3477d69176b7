/** The path of a request's target: what comes before its query. */
export const pathOf = (url = ''): string => url.split('?', 1)[0] ?? '';
