import { STATUS_CODES } from 'node:http';
import type { Act, Reply } from './acts';
import type { Exchange } from './exchange';
import type { Asked, WireFormat } from './formats/wire-format';
import type { LoopbackSettings } from './settings';

/** A call that gets a response. */
export interface Performance {
  exchange: Exchange;
  format: WireFormat;
  asked: Asked;
  /** Of the response; unique in this server. */
  id: string;
  settings: LoopbackSettings;
  /** Another origin that this server listens on. */
  elsewhere: string;
}

/** Handles a call as its model does. @throws AbortError if the client disconnects */
export async function perform(act: Act, performance: Performance): Promise<void> {
  const { exchange, format, asked, id } = performance;
  const json = { 'content-type': 'application/json', 'x-request-id': `req_${id}` };
  switch (act.type) {
    case 'reply':
      // A problem in a complete reply has a status, because no byte of it is sent yet.
      if (!asked.streamed && typeof act.breaks?.how === 'object')
        return perform({ type: 'problem', problem: act.breaks.how.problem, headers: {} }, performance);
      exchange.open(200, headersOf(asked, id));
      return sendReply(act, performance);
    case 'problem': {
      const { status, body } = format.problem(act.problem, asked);
      exchange.open(status, { ...json, ...act.headers });
      return exchange.end(JSON.stringify(body));
    }
    case 'reset':
      return exchange.destroy('reset');
    case 'no_answer':
      return exchange.silence();
    case 'slow_headers':
      return dripHeaders(act.reply, performance);
    case 'html':
      exchange.open(200, { 'content-type': 'text/html; charset=utf-8' });
      return exchange.end(
        '<!doctype html>\n<title>Welcome</title>\n<p>Please sign in to this network.</p>\n',
      );
    case 'empty':
      exchange.open(200, headersOf(asked, id));
      return exchange.end();
    case 'redirect':
      exchange.open(302, { location: `${performance.elsewhere}${exchange.call.path}` });
      return exchange.end();
    case 'huge_error': {
      const { body } = format.problem('server', asked);
      const text = JSON.stringify(body);
      const start = text.indexOf('"message":"') + '"message":"'.length;
      exchange.open(500, json);
      await exchange.write(text.slice(0, start));
      const piece = 'no '.repeat(20_000);
      for (let left = performance.settings.hugeBytes; left > 0; left -= piece.length)
        await exchange.write(piece);
      return exchange.end(text.slice(start));
    }
  }
}

const headersOf = ({ streamed }: Asked, id: string) => ({
  'content-type': streamed ? 'text/event-stream; charset=utf-8' : 'application/json',
  'cache-control': 'no-cache',
  'x-request-id': `req_${id}`,
});

/** Sends a reply, after the headers. */
async function sendReply(reply: Reply, { ...performance }: Performance): Promise<void> {
  const { exchange, asked } = performance;
  if (!reply.callsTool) performance.asked = { ...asked, forcedTool: null };
  await exchange.wait(reply.firstAfterMs);
  if (reply.atOnce) exchange.response.cork();
  const ended = asked.streamed ? await writeEvents(reply, performance) : await writeWhole(reply, performance);
  exchange.response.uncork();
  if (ended) await exchange.end();
}

/** @returns whether the connection is to be ended in good order */
async function writeEvents(reply: Reply, { exchange, format, asked, id }: Performance): Promise<boolean> {
  const events = format.events(asked, id, reply.reported);
  const send = async (frames: string) => {
    const { tornAt } = reply;
    if (tornAt === null) return exchange.write(frames);
    const bytes = Buffer.from(frames);
    for (let start = 0; start < bytes.length; start += tornAt) {
      await exchange.write(bytes.subarray(start, start + tornAt));
      // A turn of the loop, so that each comes alone.
      await exchange.wait(1);
    }
  };
  const breakOff = async (): Promise<'on' | 'ended' | 'over'> => {
    const how = reply.breaks?.how;
    if (how === 'clean') return 'ended';
    if (how === 'malformed') {
      await send('data: {"half": \n\n');
      return 'on';
    }
    if (how === 'cut') await exchange.destroy('sent');
    else if (how === 'stall') await exchange.silence();
    else if (how) {
      await send(events.problem(how.problem));
      return 'ended';
    }
    return 'over';
  };
  if (reply.breaks?.after === 'nothing') return (await breakOff()) === 'ended';
  await send(events.start());
  for (const thought of reply.thoughts) {
    await send(events.thought(thought));
    await exchange.wait(reply.everyMs);
  }
  let said = 0;
  for (const piece of reply.pieces) {
    if (reply.breaks?.after === said) {
      const state = await breakOff();
      if (state !== 'on') return state === 'ended';
    }
    if (said > 0) await exchange.wait(reply.everyMs);
    await send(reply.refuses ? events.refusal(piece) : events.text(piece));
    said += 1;
  }
  await send(events.end(reply.ending));
  return true;
}

/** @returns whether the connection is to be ended in good order */
async function writeWhole(reply: Reply, { exchange, format, asked, id }: Performance): Promise<boolean> {
  const { thoughts, refuses, ending, reported, breaks, everyMs } = reply;
  const pieces: string[] = [];
  for (const piece of reply.pieces) pieces.push(piece);
  await exchange.wait(everyMs * (thoughts.length + pieces.length));
  const complete = { thoughts: thoughts.join(''), text: pieces.join(''), refuses, ending, reported };
  const body = JSON.stringify(format.whole(asked, id, complete));
  if (!breaks) {
    await exchange.write(body);
    return true;
  }
  const { how } = breaks;
  await exchange.write(body.slice(0, body.length / 2));
  if (how === 'cut') await exchange.destroy('sent');
  if (how === 'stall') await exchange.silence();
  return how === 'clean' || how === 'malformed';
}

/** Node sends headers in one write. These bypass it, byte by byte, and the reply follows. */
async function dripHeaders(reply: Reply, performance: Performance): Promise<void> {
  const { exchange, asked, id, settings } = performance;
  const headers = Object.entries({ ...headersOf(asked, id), connection: 'close' });
  const lines = [`HTTP/1.1 200 ${STATUS_CODES[200]}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  for (const byte of Buffer.from(`${lines.join('\r\n')}\r\n\r\n`)) {
    await exchange.wait(settings.headerByteMs);
    exchange.socket.write(Buffer.from([byte]));
  }
  const complete = { thoughts: '', text: [...reply.pieces].join(''), refuses: false, ending: reply.ending };
  const events = performance.format.events(asked, id, reply.reported);
  exchange.socket.end(
    asked.streamed
      ? events.start() + events.text(complete.text) + events.end(reply.ending)
      : JSON.stringify(performance.format.whole(asked, id, { ...complete, reported: reply.reported })),
  );
  exchange.book.end(exchange.call, 'answered');
}
