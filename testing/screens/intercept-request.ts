/** Responds to a request in the place of the server; what it throws, the page's `fetch` throws. */
export type RequestHandler = (request: Request) => Response | Promise<Response>;

let handlers: { end: string; handle: RequestHandler }[] = [];

/** Responds to each request for an address that ends so, instead of the server; calls of the API are operations. */
export function interceptRequest(end: string, handle: RequestHandler): void {
  handlers.push({ end, handle });
}

/** The handler of a request: the last handler added for it. */
export const handlerFor = ({ url }: Request): RequestHandler | undefined =>
  handlers.findLast(({ end }) => url.endsWith(end))?.handle;

/** Lets every request through again. */
export function letRequestsThrough(): void {
  handlers = [];
}
