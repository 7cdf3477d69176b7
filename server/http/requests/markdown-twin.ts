// @ts-check

/**
 * A docs page's address with `.md` behind is its Markdown, which Next serves elsewhere: a catch-all page leaves no room
 * for a second route beside it.
 *
 * @param {import('node:http').IncomingMessage} request its `url` is rewritten
 */
export function sendMarkdownTwin(request) {
  const [, root, path = '/index'] =
    /^\/(docs|dashboard\/devdocs)(\/[^/?][^?]*)?\.md(?=$|\?)/.exec(request.url ?? '') ?? [];
  if (root) request.url = `/markdown/${root.replace('dashboard/', '')}${path}`;
}
