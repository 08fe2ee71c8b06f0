import { Emitter } from '../../../src/core/base/emitter.ts';

/** E-mail addresses of direct rooms, known from the start or added later. */
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
