import type { Message } from '../../../src/core/api/resources.ts';
import type { ToolPorts } from '../../../src/features/languageModelTools/languageModelTool.ts';
import { ManualClock } from './manualClock.ts';
import { RecordingLog } from './recordingLog.ts';
import { shareWorld } from './shareWorld.ts';
import { withVscode } from './withVscode.ts';

const { createRequestShare } = await withVscode(() => import('../../../src/features/share/requestShare.ts'));

export const ada = { id: 'ada', label: 'ada@example.com' };
export const design = { id: 'r', title: 'Design', type: 'group' };

/** What the tools for models need, with the confirmation of every share. @param rooms besides “Design” */
export function toolWorld(replaced: Parameters<typeof shareWorld>[0] = {}, rooms: readonly object[] = []) {
  const clock = new ManualClock(0);
  const drafts: unknown[] = [];
  const state = { active: ada };
  /** Of every room, the newest first. */
  const messages: Message[] = [];
  const unreadable = { id: 'x', title: '', type: 'group', errors: { title: { code: 'kms_failure' } } };
  const client = {
    async *listRooms() {
      yield { items: [unreadable], hasNext: false };
    },
    async *listMessages() {
      yield { items: [...messages], hasNext: false };
    },
    listMemberships: () => ({ next: async () => ({ value: { items: [{}], hasNext: false } }) }),
  };
  const requireSession = async () => ({ account: state.active, client });
  const world = shareWorld({
    connection: { requireSession, client: async () => client },
    directory: { rooms: [design, ...rooms], find: (id: string) => (id === 'r' ? design : undefined) },
    drafts: { create: async (target: object, { text }: { text?: string }) => void drafts.push([target, text]) },
    ...{ rooms: { accountId: 'ada' }, marks: { record: { recent: ['r'] } }, clock, log: new RecordingLog() },
    ...replaced,
  });
  const ports: ToolPorts = { ...world.ports, requestShare: createRequestShare(world.ports) };
  return { ...world, ports, clock, state, drafts, messages };
}
