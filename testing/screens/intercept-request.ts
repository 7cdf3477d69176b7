/** Responds to a request in the place of the server; what it throws, the page's `fetch` throws. */
export type Answer = (request: Request) => Response | Promise<Response>;

let answers: { end: string; answer: Answer }[] = [];

/** Responds to each request for an address that ends so, instead of the server; calls of the API are operations. */
export function interceptRequest(end: string, answer: Answer): void {
  answers.push({ end, answer });
}

/** The handler of a request: the last handler added for it. */
export const answerFor = ({ url }: Request): Answer | undefined =>
  answers.findLast(({ end }) => url.endsWith(end))?.answer;

/** Lets every request through again. */
export function letRequestsThrough(): void {
  answers = [];
}
