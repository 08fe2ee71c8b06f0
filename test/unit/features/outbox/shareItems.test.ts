import assert from 'node:assert/strict';
import type { ShareRecord } from '../../../../src/core/outbox/shareRecord.ts';
import { tooltipOf } from '../../../support/fakes/tooltipOf.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { shareItem } = await withVscode(() => import('../../../../src/features/outbox/shareItems.ts'));

const nowMs = Date.parse('2026-03-10T12:00:00.000Z');
const hour = 3_600_000;

describe('The rows of Recent Shares', () => {
  const content = { kind: 'text', markdown: 'hello' } as const;
  const record: ShareRecord = {
    ...{ id: 's1', accountId: 'a1', accountLabel: 'ada@example.com', roomId: 'r1', roomTitle: 'Design', name: 'a.ts' },
    ...{ state: 'queued', content, digest: '', createdMs: nowMs - 2 * hour, requestedMs: nowMs, tries: 1 },
  };
  const doubtful = 'share.unknown.retry.markSent.copy.read';
  const cases: readonly [Partial<ShareRecord>, number, string, string][] = [
    [{ state: 'sent', messageId: 'm' }, 0, 'Design · 2 hr. ago', 'share.sent.undo.edit.copy.read'],
    [{}, 0, 'waiting · Design', 'share.queued.retry.copy.read'],
    [{ reason: { kind: 'offline' } }, 41_200, 'retrying in 40 s · Design', 'share.queued.retry.copy.read'],
    [
      { roomId: '', roomTitle: 'Zoe', toPerson: { id: 'z', name: 'Zoe' }, state: 'failed' },
      0,
      'failed · Zoe',
      'share.failed.retry.copy',
    ],
    [{ reason: { kind: 'offline' } }, 100_000, 'retrying in 2 min · Design', 'share.queued.retry.copy.read'],
    [
      { reason: { kind: 'rate-limited', detail: '429' } },
      3000,
      'rate limited, retrying in 3 s · Design',
      'share.queued.copy.read',
    ],
    [{ reason: { kind: 'rate-limited', detail: '429' } }, 0, 'waiting · Design', 'share.queued.retry.copy.read'],
    [{ requestedMs: nowMs - 25 * hour }, 5000, 'needs your confirmation · Design', 'share.queued.retry.copy.read'],
    [{ state: 'sending' }, 0, 'sending · Design', 'share.sending.copy.read'],
    [{}, 3000, 'rate limited, retrying in 3 s · Design', 'share.queued.copy.read'],
    [{ state: 'failed' }, 0, 'failed · Design', 'share.failed.retry.copy.read'],
    [
      { state: 'failed', reason: { kind: 'file-changed' } },
      0,
      'failed · Design · The file has changed. Send to Another Room… sends the current version, also to the same room.',
      'share.failed.copy.read',
    ],
    [
      { state: 'failed', reason: { kind: 'service-refused', detail: '413' } },
      0,
      'failed · Design · It is larger than the service accepts (413).',
      'share.failed.copy.read',
    ],
    [
      { state: 'failed', reason: { kind: 'parent-refused', detail: '404' } },
      0,
      "failed · Design · The message can't be replied to anymore (404): it was deleted, you're no longer in the room, or the service refuses replies.",
      'share.failed.sendToRoom.copy.read',
    ],
    [
      { state: 'unknown', reason: { kind: 'checking' } },
      0,
      'checking whether it arrived · Design',
      'share.unknown.copy.read',
    ],
    [{ state: 'unknown', reason: { kind: 'room-unclear' } }, 0, 'unconfirmed · Design', doubtful],
  ];
  for (const [facts, leftMs, description, contextValue] of cases) {
    it(`show “${description}”: state and room, with a countdown that is not read out`, () => {
      const item = shareItem({ ...record, ...facts }, { nowMs, untilMs: nowMs + leftMs });
      assert.equal(item.label, 'a.ts');
      // Waiting for the next try says why, too.
      assert.ok(`${item.description} · `.startsWith(`${description} · `), `${item.description}`);
      assert.equal(item.contextValue, contextValue);
      assert.doesNotMatch(item.accessibilityInformation?.label ?? '', / in \d+ /);
    });
  }

  it('offer the file of a sent share, and name the account if it is not the active one', () => {
    const { content: _, ...rest } = record;
    const sent = { ...rest, state: 'sent', messageId: 'm', origin: { path: '/a.ts', line: 3 } } as const;
    assert.equal(shareItem(sent, { nowMs }).contextValue, 'share.sent.undo.edit.open.read');
    const item = shareItem({ ...sent, accountLabel: 'a$(x)' }, { nowMs, isOfOtherAccount: true });
    assert.equal(item.contextValue, 'share.sent.undo.open');
    assert.equal(item.description, 'Design · 2 hr. ago · a$ (x)');
    assert.deepEqual(item.accessibilityInformation, { label: 'a.ts, Design, sent, 2 hr. ago, a$ (x)' });
  });

  it('are named by the first words where they have no name, and have those of a comment besides', () => {
    const sent = { ...record, state: 'sent', messageId: 'm' } as const;
    const named = shareItem({ ...sent, name: 'Message' }, { nowMs }, 'Is it right?');
    assert.deepEqual([named.label, named.description], ['Is it right?', 'Design · 2 hr. ago']);
    const code = shareItem(sent, { nowMs }, 'Is it right?');
    assert.deepEqual([code.label, code.description], ['a.ts', 'Design · 2 hr. ago · Is it right?']);
    assert.equal(shareItem({ ...sent, name: 'Reply' }, { nowMs }).label, 'Reply');
  });

  it('say why the service refused a share, as far as its status does', () => {
    const reasonOf = (detail: string): string =>
      tooltipOf(shareItem({ ...record, state: 'failed', reason: { kind: 'service-refused', detail } }, { nowMs }))
        .value;
    assert.match(reasonOf('413'), /It is larger than the service accepts/);
    assert.match(reasonOf('403'), /The service refused the share/);
  });

  it('keep names from the network and the disk on one line, without markup', () => {
    const evil = '$(error) a\u202eb\n[here](command:evil)';
    const item = shareItem({ ...record, name: evil, roomTitle: evil }, { nowMs });
    assert.equal(item.label, '$ (error) a b [here] (command:evil)');
    const tooltip = tooltipOf(item);
    assert.ok(!tooltip.isTrusted && !tooltip.supportHtml && !tooltip.supportThemeIcons);
    assert.match(tooltip.value, /\\\[here\\\] \\\(command\\:evil\\\)/);
  });
});
