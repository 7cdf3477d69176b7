import { useRef, useState } from 'react';
import { type Client, useClient } from 'urql';
import { useStoredDraft } from '@/components/ui/use-stored-draft';
import { startMutation } from '@/components/workflows/compose/run-button';
import { askPlan } from '@/components/workflows/compose/use-workflow-plan';
import { cancelJob } from '@/components/workflows/use-job';
import { brand } from '@/lib/config/brand';
import { sendMutation } from '@/lib/graphql-client/calls';
import { inputFaults, messageOf } from '@/lib/graphql-client/client-errors';
import { newKey } from '@/lib/rules/new-key';
import {
  type Chat,
  chatProblem,
  chatWorkflow,
  contextProblem,
  emptyChat,
  messageId,
  type Outcome,
} from './chat';

const lost = "The message wasn't confirmed as sent. Try again: it's sent once.";

/** The chat of a person in this tab. One message is under way at a time. */
export function useChat(userId: string) {
  const client = useClient();
  const [chat, change] = useStoredDraft(brand.chatKey, userId, emptyChat);
  const [failure, setFailure] = useState(chat.unconfirmed && lost);
  /** The model that was refused, and why. */
  const [refused, setRefused] = useState<{ model: string; message: string } | null>(null);
  const [pending, setPending] = useState<'send' | 'stop' | null>(null);
  // At once, unlike the state: a second press may come before the next render.
  const isBusy = useRef(false);
  const [before, setBefore] = useState<Pick<Chat, 'turns' | 'unconfirmed'> | null>(null);
  const running = chat.turns.find(({ outcome }) => outcome === null) ?? null;

  const act = async (what: 'send' | 'stop', action: () => Promise<void>) => {
    if (isBusy.current) return;
    isBusy.current = true;
    setPending(what);
    setFailure(null);
    setRefused(null);
    try {
      await action();
    } catch (error) {
      if (error instanceof ModelRefused) setRefused({ model: chat.model, message: error.message });
      else setFailure(messageOf(error));
    }
    isBusy.current = false;
    setPending(null);
  };

  /** @param text by default, the message that is being written */
  const send = (text = chat.text) =>
    act('send', async () => {
      const sent = { ...chat, text };
      const workflow = chatWorkflow(sent);
      const message = messageId(sent);
      const problem = problemBefore(sent);
      if (problem) throw problem;
      const again = chat.unconfirmed?.message === message ? chat.unconfirmed : null;
      // It has passed before, and must keep its key whatever a check would say now.
      if (!again) await checkFit(sent);
      const unconfirmed = again ?? { message, key: newKey() };
      change({ unconfirmed });
      // After a failure the key stays with the message: the server may have stored the job all the same.
      const jobId = await startChat(client, workflow, unconfirmed.key);
      const turn = { jobId, text, model: chat.model.trim(), outcome: null };
      change({
        turns: [...chat.turns, turn],
        unconfirmed: null,
        ...(text === chat.text && { text: '' }),
      });
    });

  return {
    chat,
    change,
    running,
    pending,
    failure,
    /** Why the model can't be called, until another is entered. */
    modelFault: refused?.model === chat.model ? refused.message : null,
    send,
    stop: () => act('stop', async () => void (running && (await cancelJob(client, running.jobId)))),
    end: (jobId: string, outcome: Outcome) => {
      // A job that has ended couldn't be stopped, which no longer matters.
      setFailure(null);
      change({ turns: chat.turns.map((turn) => (turn.jobId === jobId ? { ...turn, outcome } : turn)) });
    },
    startNew: () => {
      // The message that is being sent belongs to the chat as it is.
      if (pending === 'send') return;
      setFailure(null);
      setBefore({ turns: chat.turns, unconfirmed: chat.unconfirmed });
      change({ turns: [], unconfirmed: null });
    },
    /** Null if there is none, or the new chat has begun. */
    bringBack: before && before.turns.length > 0 && chat.turns.length === 0 ? () => change(before) : null,
  };
}

/** The model can't be called; the message says why. */
class ModelRefused extends Error {}

function problemBefore(chat: Chat): Error | null {
  if (chat.text.trim() === '') return new Error('Write a message.');
  if (chat.model.trim() === '') return new ModelRefused('Choose a model.');
  const problem = chatProblem(chat);
  return problem === null ? null : new Error(problem);
}

/** Asks the server whether the chat is valid and fits its model. Nothing runs. @throws Error with a sentence for people */
async function checkFit(chat: Chat): Promise<void> {
  const input = JSON.stringify({ input: chatWorkflow(chat), fileBytes: null });
  const failure = "The message couldn't be checked, and wasn't sent. Check your connection.";
  const { signal } = new AbortController();
  const plan = await askPlan(input, signal, failure).catch((error: Error) => {
    const [fault] = inputFaults(error.cause);
    if (fault?.path === 'steps[0].model') throw new ModelRefused(fault.message);
    throw fault ? new Error(fault.message) : error;
  });
  if (plan.steps[0]?.model === null) throw new Error(contextProblem(chat, plan.estimatedTokens));
}

/** @returns the id of the job. @throws Error with a sentence for people */
async function startChat(
  client: Client,
  workflow: ReturnType<typeof chatWorkflow>,
  key: string,
): Promise<string> {
  const { enqueueWorkflow } = await sendMutation(client, startMutation, { input: workflow, key }, lost);
  return enqueueWorkflow.jobId;
}
