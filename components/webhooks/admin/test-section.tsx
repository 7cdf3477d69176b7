'use client';
import { type FormEvent, useRef, useState } from 'react';
import { useClient } from 'urql';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Field, Input } from '@/components/ui/form';
import { TextLink } from '@/components/ui/link';
import { Moment } from '@/components/ui/moment';
import { Failure } from '@/components/ui/outcome';
import { StatusMark } from '@/components/ui/status-mark';
import { limits } from '@/lib/config/limits';
import { formatMoment } from '@/lib/format/date';
import { messageOf } from '@/lib/graphql-client/client-errors';
import { fieldsOf } from '@/lib/rules/json';
import {
  readTestMessages,
  sendTest,
  type TestMessage,
  type TestWebhook,
  useTestMessages,
} from './use-webhooks';

interface TestSectionProps {
  accountId: string;
  /** The address of the account's own test receiver. */
  receiver: string;
}

/** Sends a test message, shows it exactly as it was sent, and what the account's test receiver got. */
export function TestSection({ accountId, receiver }: TestSectionProps) {
  const client = useClient();
  const [url, setUrl] = useState(receiver);
  const [pending, setPending] = useState(false);
  const [sent, setSent] = useState<TestWebhook | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const messages = useTestMessages(accountId);
  /** Those read since the last test; the first reading may still be under way. */
  const [latest, setLatest] = useState<TestMessage[] | null>(null);
  const listed = latest ?? (messages.status === 'ready' ? messages.data : null);

  // The list stays as it is if this fails.
  const readMessages = () => readTestMessages(client, accountId).then(setLatest, () => {});
  const change = (next: string) => {
    setUrl(next);
    setIsMissing(false);
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    if (url.trim() === '') {
      setIsMissing(true);
      field.current?.focus();
      return;
    }
    setFailure(null);
    setPending(true);
    try {
      setSent(await sendTest(client, accountId, url.trim() === receiver ? undefined : url.trim()));
    } catch (error) {
      setFailure(messageOf(error));
    } finally {
      setPending(false);
    }
    await readMessages();
  };

  return (
    <>
      <p className="max-w-[640px] text-[15px] text-muted">
        A test message looks like that of a completed job. The account has a test receiver of its own. While
        you have no server, use its address for your callbacks. Anyone with its address can send to it.
      </p>
      <form className="mt-4 grid max-w-[640px] gap-3" noValidate onSubmit={send}>
        <Field error={isMissing ? 'Enter an address.' : undefined} label="Address">
          {(control) => (
            <Input
              {...control}
              autoComplete="off"
              name="url"
              onChange={(event) => change(event.target.value)}
              ref={field}
              spellCheck={false}
              value={url}
            />
          )}
        </Field>
        <div className="flex flex-wrap items-center gap-2.5">
          {/* Not disabled while it's sent, so that it keeps the focus. */}
          <Button
            aria-busy={pending || undefined}
            aria-disabled={pending || undefined}
            className="aria-disabled:opacity-60"
            size="small"
            type="submit"
            variant="dark"
          >
            {pending ? 'Sending...' : 'Send test'}
          </Button>
          <CopyButton value={receiver} what="address of the test receiver" />
          {url !== receiver && (
            <Button onClick={() => change(receiver)} size="small" variant="line">
              Use test receiver
            </Button>
          )}
        </div>
      </form>
      <div aria-live="polite" className="mt-5 empty:hidden">
        {failure && <Failure message={failure} />}
        {sent && !failure && <SentTest test={sent} />}
      </div>
      <h3 className="mt-7 mb-2 font-semibold text-[16px]">Received by the test receiver</h3>
      {!listed && messages.status === 'loading' && (
        <p className="text-[15px] text-muted">Loading messages...</p>
      )}
      {!listed && messages.status === 'failed' && (
        <Failure message="The messages couldn't be loaded." onRetry={messages.retry} wait={messages.wait} />
      )}
      {listed && <Messages messages={listed} />}
    </>
  );
}

/** A test message as it was sent, with what was signed and what came back. */
function SentTest({ test }: { test: TestWebhook }) {
  const { url, headers, body, signedText, status, milliseconds, response, code, message, docs } = test;
  const request = [`POST ${url}`, ...headers.map(({ name, value }) => `${name}: ${value}`), '', body].join(
    '\n',
  );
  const wasSent = code !== 'CALLBACK_ADDRESS_REFUSED';
  return (
    <div className="grid gap-3">
      <p className="text-[15px]">
        <StatusMark tone={code === null ? 'good' : 'bad'}>
          {!wasSent ? 'Not sent' : status === null ? 'No response' : `HTTP ${status}`}
        </StatusMark>{' '}
        <span className="text-muted">
          {wasSent && `after ${milliseconds} ms${message ? ': ' : ''}`}
          {message}
        </span>{' '}
        {code !== null && docs !== null && <TextLink href={docs}>{code}</TextLink>}
      </p>
      {wasSent && (
        <>
          <Message text={request} title="Request, exactly as it was sent" what="request" />
          <Message
            text={signedText}
            title="Signed text: id, timestamp, and body with a dot between"
            what="signed text"
          />
        </>
      )}
      {response && <Message text={response} title="Response" what="response" />}
    </div>
  );
}

function Messages({ messages }: { messages: TestMessage[] }) {
  if (messages.length === 0)
    return (
      <p className="text-[15px] text-muted">
        None yet. The last {limits.testReceiver.kept} messages appear here.
      </p>
    );
  return (
    <ul className="grid gap-3">
      {messages.map(({ id, receivedAt, headers, body, problem }) => (
        <li className="rounded-panel border border-rule bg-white px-4 py-3 [--surface:white]" key={id}>
          <details>
            <summary className="cursor-pointer rounded-control text-[14.5px]">
              {/* Narrower than the line, whose beginning is the triangle's. */}
              <span className="ml-1 inline-flex max-w-[calc(100%-24px)] flex-wrap items-baseline gap-x-5">
                <StatusMark tone={problem === null ? 'good' : 'bad'}>
                  {problem === null ? 'Signature holds' : 'Signature refused'}
                </StatusMark>
                <Subject body={body} />
                <Moment at={receivedAt} format={formatMoment} />
              </span>
            </summary>
            {problem !== null && <p className="mt-2 text-[14.5px] text-red">{problem}</p>}
            <div className="mt-3">
              <Message
                text={[...headers.map(({ name, value }) => `${name}: ${value}`), '', body].join('\n')}
                title="As it arrived"
                what="message"
              />
            </div>
          </details>
        </li>
      ))}
    </ul>
  );
}

/** The event and the job that a message is about; nothing if it's of another kind, as anyone may send one. */
function Subject({ body }: { body: string }) {
  const { type, data } = fieldsOf(parsed(body));
  const { name } = fieldsOf(data);
  return (
    <>
      {typeof type === 'string' && <code className="wrap-anywhere font-mono text-[13px]">{type}</code>}
      {typeof name === 'string' && <bdi className="wrap-anywhere">{name}</bdi>}
    </>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** A text of HTTP in a box, with a button that copies it. */
function Message({ title, text, what }: { title: string; text: string; what: string }) {
  return (
    <figure className="overflow-hidden rounded-panel border border-rule bg-white">
      <figcaption className="flex min-h-[46px] items-center justify-between gap-4 border-rule border-b py-1.5 pr-1.5 pl-4 text-[13.5px] text-muted">
        {title}
        <CopyButton value={text} what={what} />
      </figcaption>
      <pre className="wrap-anywhere whitespace-pre-wrap px-4 py-3 font-mono text-[13px] leading-relaxed">
        {text}
      </pre>
    </figure>
  );
}
