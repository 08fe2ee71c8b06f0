/** One message posted through the API, as tests and demos want to look at it. */
export interface ReceivedMessage {
  readonly id: string;
  readonly roomId: string;
  readonly roomTitle: string;
  readonly personEmail: string;
  readonly text?: string;
  readonly markdown?: string;
  readonly files: readonly { name: string; byteLength: number; mediaType: string; sha256: string }[];
}

/** Every message posted through the API since start, oldest first. Demo data is not among them. */
export interface ReceivedMessages {
  add(message: ReceivedMessage): void;
  list(): readonly ReceivedMessage[];
  clear(): void;
}

export function createReceivedMessages(): ReceivedMessages {
  let messages: ReceivedMessage[] = [];
  return {
    add: (message) => void messages.push(message),
    list: () => messages,
    clear() {
      messages = [];
    },
  };
}
