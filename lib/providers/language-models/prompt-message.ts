import type { LanguageModelV4Message } from '@ai-sdk/provider';
import type { ImagePart, Message, TextPart, ToolCallPart } from '@/lib/engine/calls/provider';

/** A message in the form of the AI SDK. */
export function promptMessage(message: Message): LanguageModelV4Message {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content };
    case 'user':
      return { role: 'user', content: partsIn(message.content).map(userPart) };
    case 'assistant':
      return { role: 'assistant', content: partsIn(message.content).map(assistantPart) };
    case 'tool':
      return {
        role: 'tool',
        content: message.content.map(({ id, name, output }) => ({
          ...{ type: 'tool-result', toolCallId: id, toolName: name },
          output: { type: 'text', value: output },
        })),
      };
  }
}

const partsIn = <Part>(content: string | readonly Part[]): readonly (Part | TextPart)[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

const userPart = (part: TextPart | ImagePart) =>
  part.type === 'text'
    ? part
    : {
        type: 'file' as const,
        mediaType: part.mediaType,
        data: { type: 'data' as const, data: part.data },
      };

const assistantPart = (part: TextPart | ToolCallPart) =>
  part.type === 'text'
    ? part
    : { type: 'tool-call' as const, toolCallId: part.id, toolName: part.name, input: part.input };
