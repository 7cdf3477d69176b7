import type { Problem } from './problems';

/** The inside of an error of OpenAI. */
export interface OpenAiError {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

/**
 * The errors of both of OpenAI's formats, by what it really sends.
 * @param input the name of the format's field for the prompt
 */
export const openAiProblems = (
  model: string,
  input: 'input' | 'messages',
): Record<Problem, { status: number; error: OpenAiError }> => {
  const refused = 'invalid_request_error';
  const tooLong =
    input === 'input'
      ? 'Your input exceeds the context window of this model. Please adjust your input and try again.'
      : "This model's maximum context length is 128000 tokens. However, your messages resulted in 210000 tokens. Please reduce the length of the messages.";
  const rateLimited = {
    message: `Rate limit reached for ${model} in organization org-loopback on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 1s.`,
    type: 'requests',
    param: null,
    code: 'rate_limit_exceeded',
  };
  const wrongKey = {
    message: 'Incorrect API key provided: sk-loop****back.',
    type: refused,
    param: null,
    code: 'invalid_api_key',
  };
  return {
    unauthorized: { status: 401, error: wrongKey },
    bad_key: { status: 401, error: wrongKey },
    forbidden: {
      status: 403,
      error: {
        message: 'Country, region, or territory not supported',
        type: 'request_forbidden',
        param: null,
        code: 'unsupported_country_region_territory',
      },
    },
    unknown_model: {
      status: 404,
      error: {
        message: `The model \`${model}\` does not exist or you do not have access to it.`,
        type: refused,
        param: null,
        code: 'model_not_found',
      },
    },
    rate_limited: { status: 429, error: rateLimited },
    retry_in_detail: { status: 429, error: rateLimited },
    quota: {
      status: 429,
      error: {
        message: 'You exceeded your current quota, please check your plan and billing details.',
        type: 'insufficient_quota',
        param: null,
        code: 'insufficient_quota',
      },
    },
    timeout: {
      status: 408,
      error: { message: 'Request timed out.', type: 'server_error', param: null, code: null },
    },
    server: {
      status: 500,
      error: {
        message: 'The server had an error while processing your request. Sorry about that!',
        type: 'server_error',
        param: null,
        code: 'server_error',
      },
    },
    unavailable: {
      status: 503,
      error: {
        message: 'The engine is currently overloaded, please try again later.',
        type: 'server_error',
        param: null,
        code: null,
      },
    },
    overloaded: {
      status: 529,
      error: {
        message: 'Our servers are currently overloaded. Please try again later.',
        type: 'service_unavailable_error',
        param: null,
        code: 'server_is_overloaded',
      },
    },
    context: {
      status: 400,
      error: { message: tooLong, type: refused, param: input, code: 'context_length_exceeded' },
    },
    policy: {
      status: 400,
      error:
        input === 'input'
          ? {
              message:
                'Invalid prompt: your prompt was flagged as potentially violating our usage policy. Please try again with a different prompt.',
              type: refused,
              param: null,
              code: 'invalid_prompt',
            }
          : {
              message: 'Your request was rejected as a result of our safety system.',
              type: refused,
              param: null,
              code: 'content_policy_violation',
            },
    },
    parameter: {
      status: 400,
      error: {
        message: "Unsupported parameter: 'temperature' is not supported with this model.",
        type: refused,
        param: 'temperature',
        code: input === 'input' ? null : 'unsupported_parameter',
      },
    },
  };
};
