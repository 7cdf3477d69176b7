/** The address that a feed reader subscribes to; a file, so no page of the router's. */
export function FeedLink() {
  return (
    <a href="/feed.xml" className="text-signal-ink underline underline-offset-2">
      RSS feed
    </a>
  );
}
