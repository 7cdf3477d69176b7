// The package has no types of its own. These are the events that xlsx-parts.ts listens to.
declare module 'saxen' {
  type Decode = (text: string) => string;

  export class Parser {
    on(
      event: 'openTag',
      listener: (name: string, attributes: () => Record<string, string>, decode: Decode) => void,
    ): void;
    on(event: 'closeTag', listener: (name: string) => void): void;
    on(event: 'text', listener: (text: string, decode: Decode) => void): void;
    on(event: 'cdata', listener: (text: string) => void): void;
    on(event: 'error', listener: (error: Error) => void): void;
    parse(xml: string): void;
  }
}
