/** Responds to a request in the place of the server; what it throws, the page's `fetch` throws. */
export type Answer = (request: Request) => Response | Promise<Response>;

let answers: { end: string; answer: Answer }[] = [];

/** Answers each request for an address that ends so, in the place of the server; the API's own are operations. */
export function interceptRequest(end: string, answer: Answer): void {
  answers.push({ end, answer });
}

/** What answers a request: the last one that was put in its way. */
export const answerFor = ({ url }: Request): Answer | undefined =>
  answers.findLast(({ end }) => url.endsWith(end))?.answer;

/** Lets every request through again. */
export function letRequestsThrough(): void {
  answers = [];
}
