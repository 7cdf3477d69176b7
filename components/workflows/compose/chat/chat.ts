import type { Job, JobAttempt, JobError, JobStep } from '@/components/workflows/job';
import { workflowLimits } from '@/lib/config/limits';
import { formatCount } from '@/lib/format/number';
import { fieldsOf } from '@/lib/rules/json';

/** The reply to a message, or why there is none, once its job has ended. */
export interface Outcome {
  /** GONE: the job was deleted. */
  status: Job['status'] | 'GONE';
  /** Null if the model wrote none that could be used. */
  reply: string | null;
  /** Whether the reply reached the longest one, and was cut there. */
  truncated: boolean;
  error: JobError | null;
  spent: Job['spent'];
  /** Epoch milliseconds. */
  times: Pick<Job, 'startedAt' | 'finishedAt'>;
  /** Null if the job has no step: it was deleted. */
  step: Pick<JobStep, 'id' | 'status' | 'model' | 'spentWithoutResult'> | null;
  attempts: JobAttempt[];
  /** Tokens that it read and wrote; undefined in a chat that was kept before they were. */
  tokens?: { tokensIn: number; tokensOut: number };
}

/** A message, and the job that it was. */
export interface Turn {
  jobId: string;
  text: string;
  /** The model that it was sent to. */
  model: string;
  /** Null while the job is under way. */
  outcome: Outcome | null;
}

/** A conversation with a model. */
export interface Chat {
  /** `provider/model`, of the next message. */
  model: string;
  /** Of the next message, in addition to the conversation. */
  instructions: string;
  /** The next message, as typed. */
  text: string;
  turns: readonly Turn[];
  /** The message that was sent last without a response, with its idempotency key. */
  unconfirmed: { message: string; key: string } | null;
}

/** The model that needs no provider, so that the first message works on each server. */
export const emptyChat: Chat = {
  model: 'sandbox/fast',
  instructions: '',
  text: '',
  turns: [],
  unconfirmed: null,
};

interface Message {
  role: 'user' | 'assistant';
  content: string;
}

/** The conversation so far, as the task `chat` takes it. A message without a reply isn't part of it. */
const messagesOf = (turns: readonly Turn[]): Message[] =>
  turns.flatMap(({ text, outcome }): Message[] =>
    outcome?.reply == null
      ? []
      : [
          { role: 'user', content: text },
          { role: 'assistant', content: outcome.reply },
        ],
  );

/** Characters of a chat's first message in the name of its jobs. */
const LONGEST_NAME = 60;

/** The name of a chat's jobs: the beginning of its first message, on one line. */
function nameOf({ turns, text }: Chat): string {
  // As a name may have it: no control characters, and none that changes the writing direction.
  const words = (turns[0]?.text ?? text).replace(/[\s\p{C}\u2028\u2029]+/gu, ' ').trim();
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(words)) return 'Chat';
  const characters = [...words];
  return characters.length <= LONGEST_NAME
    ? words
    : `${characters
        .slice(0, LONGEST_NAME - 1)
        .join('')
        .trimEnd()}…`;
}

/** The workflow of one step that sends a message, after the conversation before it. */
export function chatWorkflow(chat: Chat) {
  const { model, instructions, turns, text } = chat;
  const messages = messagesOf(turns);
  return {
    name: nameOf(chat),
    input: text,
    steps: [
      {
        ...{ id: 'reply', task: 'chat', model: model.trim() },
        ...(instructions.trim() !== '' && { instructions: literalTemplate(instructions) }),
        ...(messages.length > 0 && { options: { messages } }),
      },
    ],
  };
}

/** The workflow of the message that is being written; if there is none, of the last one. */
export function currentWorkflow(chat: Chat) {
  const last = chat.turns.at(-1);
  if (chat.text.trim() !== '' || !last) return chatWorkflow(chat);
  return chatWorkflow({ ...chat, text: last.text, turns: chat.turns.slice(0, -1) });
}

/** The parts of the chat that `currentWorkflow` has, in a sentence for people. */
export function carriedNote(chat: Chat): string {
  const isWritten = chat.text.trim() !== '';
  if (!isWritten && chat.turns.length === 0) {
    const settings = chat.instructions.trim() === '' ? 'its model' : 'its model and instructions';
    return `From the chat: ${settings}. It has no message yet: write the input.`;
  }
  const before = isWritten ? chat.turns : chat.turns.slice(0, -1);
  const messages = messagesOf(before).length;
  const earlier =
    messages === 0
      ? ''
      : `the ${formatCount(messages)} earlier messages and replies are in the option Messages of its step, and `;
  const input = isWritten
    ? 'the message that you were writing is its input.'
    : 'your last message is its input, which it replies to anew.';
  const lost = before.length * 2 > messages ? ' Messages without a reply are left out.' : '';
  return `From the chat: ${earlier}${input}${lost}`;
}

/** A template that renders as the text: a person who chats doesn't expect braces to be replaced. */
const literalTemplate = (text: string): string => text.replace(/\{[{%]/g, '{{ "$&" }}');

/** The most characters of a chat: each message becomes part of the next one's options. */
const MOST_CHARACTERS = workflowLimits.optionsSize;
/** Characters that a message takes in addition to its text, at most. */
const OF_MESSAGE = 24;
/** Characters of a chat that the tab keeps with its next message, so that a further reply fits what it can store. */
const MOST_KEPT = 400_000;

/** Identifies the next message: with the same texts, model, and place it is the same. */
export const messageId = ({ turns, text, model, instructions }: Chat): string =>
  JSON.stringify([turns.length, text, model, instructions]);

/** The characters of a chat with its next message, as the API counts them. */
export const chatLength = ({ instructions, turns, text }: Chat): number =>
  messagesOf(turns).reduce((sum, { content }) => sum + content.length + OF_MESSAGE, 0) +
  instructions.length +
  text.length +
  2 * OF_MESSAGE;

/** Why the next message can't be sent, and what to do; null if it can. */
export function chatProblem(chat: Chat): string | null {
  const length = chatLength(chat);
  if (length > MOST_CHARACTERS) {
    const isLongBefore = chatLength({ ...chat, text: '' }) > 0.95 * MOST_CHARACTERS;
    const remedy = isLongBefore ? 'Start a new chat.' : 'Shorten the message, or start a new chat.';
    return `The chat would have ${formatCount(length)} characters with this message. At most ${formatCount(MOST_CHARACTERS)} can be sent. ${remedy}`;
  }
  if (JSON.stringify({ ...chat, unconfirmed: messageId(chat) }).length > MOST_KEPT)
    return 'The chat has more than this tab can keep. Shorten the message, or start a new chat.';
  return null;
}

/** How much of a long chat is used; null while it's short. */
export const lengthNote = (chat: Chat): string | null =>
  chatLength(chat) > 0.8 * MOST_CHARACTERS
    ? `${formatCount(chatLength(chat))} of at most ${formatCount(MOST_CHARACTERS)} characters.`
    : null;

/** The model can't take a conversation of so many tokens. */
export function contextProblem({ model, turns }: Chat, tokens: number): string {
  const remedy = turns.length > 0 ? 'Start a new chat, shorten the message,' : 'Shorten the message,';
  return `The chat has about ${formatCount(tokens)} tokens, more than ${model.trim()} takes. ${remedy} or choose a model with a longer context.`;
}

/** The cost of all jobs of a chat that have ended. */
export function chatSpending(turns: readonly Turn[]): Pick<Job['spent'], 'cost' | 'unknownCalls'> {
  const spent = turns.flatMap(({ outcome }) => outcome?.spent ?? []);
  return {
    cost: spent.reduce((sum, { cost }) => sum + cost, 0),
    unknownCalls: spent.reduce((sum, { unknownCalls }) => sum + unknownCalls, 0),
  };
}

/** The outcome of a job that has ended; null: the job was deleted. */
export function outcomeOf(ended: { job: Job; attempts: JobAttempt[] } | null): Outcome {
  const [step] = ended?.job.steps ?? [];
  if (!ended || !step) {
    const nothing = { cost: 0, unknownCalls: 0, estimated: false };
    const times = { startedAt: null, finishedAt: null };
    return {
      ...{ status: 'GONE', reply: null, truncated: false, error: null, spent: nothing, times },
      ...{ step: null, attempts: [] },
    };
  }
  const { job, attempts } = ended;
  const { status, error, spent, startedAt, finishedAt } = job;
  const tokens = { tokensIn: Number(job.tokensIn), tokensOut: Number(job.tokensOut) };
  const { id, model, truncated, spentWithoutResult } = step;
  return {
    ...{ status, error, spent, truncated, attempts, tokens, reply: replyOf(step) },
    times: { startedAt, finishedAt },
    step: { id, status: step.status, model, spentWithoutResult },
  };
}

/** The reply in the output of a step. */
function replyOf({ output }: JobStep): string | null {
  const { text } = fieldsOf(output);
  return typeof text === 'string' ? text : null;
}
