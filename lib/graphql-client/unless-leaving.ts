const SECOND = 1000;

/** How long a page that is still there after `beforeunload` counts as being left: the next one may be slow. */
const departure = 10 * SECOND;

/** While the page is being left: fulfilled once it turns out to stay, or the browser shows it again. */
let stays: Promise<void> | null = null;
let stay = () => {};
let timer: ReturnType<typeof setTimeout> | undefined;

function leave(): void {
  clearTimeout(timer);
  stays ??= new Promise((resolve) => {
    stay = () => {
      clearTimeout(timer);
      stays = null;
      resolve();
    };
  });
}

// Servers render pages too, and leave none.
if (typeof addEventListener === 'function') {
  // Firefox ends a page's requests here, long before `pagehide`. The person may still choose to stay.
  addEventListener('beforeunload', () => {
    leave();
    timer = setTimeout(stay, departure);
  });
  addEventListener('pagehide', leave);
  addEventListener('pageshow', () => stay());
}

/**
 * The outcome of a request, unless the page is being left: browsers then end its requests, which isn't a failure to
 * show or to log. If the page stays or comes back, the failure follows.
 * @throws the request's error
 */
export async function unlessLeaving<Result>(request: Promise<Result>): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    await untilPageStays();
    throw error;
  }
}

/** Fulfilled at once, unless the page is being left: then if it stays or comes back. */
export async function untilPageStays(): Promise<void> {
  await stays;
}
