import { Emitter } from '../../../src/core/base/emitter.ts';

/** Addresses of direct rooms that are known from the start, or from when they are told. */
export function knownEmails(known: Readonly<Record<string, string>> = {}) {
  const changes = new Emitter<void>();
  const emails = new Map(Object.entries(known));
  const wanted = new Set<string>();
  return {
    get: (roomId: string) => emails.get(roomId),
    request: (roomId: string) => void wanted.add(roomId),
    onDidChange: changes.event,
    wanted,
    tell(roomId: string, email: string): void {
      emails.set(roomId, email);
      changes.fire();
    },
  };
}
