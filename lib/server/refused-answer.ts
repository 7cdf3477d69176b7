// @ts-check

/**
 * The body of the API's answer to a call of which nothing was executed.
 *
 * @param {{ code: import('@/lib/config/error-codes').ErrorCode, message: string, details?: object }} refusal an AppError, or
 *   what a caller is to read of any other
 * @returns {string} JSON
 */
export const refusedAnswer = ({ code, message, details }) =>
  JSON.stringify({ errors: [{ message, extensions: { code, ...details } }] });
