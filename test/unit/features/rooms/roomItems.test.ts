import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TreeItem } from 'vscode';
import type { Room } from '../../../../src/core/api/resources.ts';
import { colourOf } from '../../../../src/core/messages/authorNames.ts';
import { ThemeIcon, TreeItemCollapsibleState, Uri } from '../../../support/fakes/fakeWindow.ts';
import { tooltipOf } from '../../../support/fakes/tooltipOf.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';
import { projectRoot } from '../../../support/harness/projectRoot.mjs';

const { filterMessage, groupItem, roomAddress, roomItem } = await withVscode(
  () => import('../../../../src/features/rooms/roomItems.ts'),
);
const { roomIdOf } = await withVscode(() => import('../../../../src/host/commands/commandArguments.ts'));
const { groupTitle } = await withVscode(() => import('../../../../src/host/ui/groupTitle.ts'));

const nowMs = Date.parse('2026-03-10T12:00:00.000Z');
const agoIso = (ms: number): string => new Date(nowMs - ms).toISOString();
const room = (facts: Partial<Room> = {}): Room => ({ id: 'r1', title: 'Design', type: 'group', ...facts });
const hour = 3_600_000;

function iconOf({ iconPath }: TreeItem): string | undefined {
  return iconPath instanceof ThemeIcon ? iconPath.id : undefined;
}

describe('The rows of the Rooms view', () => {
  it('show title and last activity, also for screen readers', () => {
    const item = roomItem(room({ lastActivity: agoIso(2 * hour) }), nowMs);
    assert.equal(item.label, 'Design');
    assert.equal(item.description, '2 hr. ago');
    assert.equal(item.id, 'room:r1');
    assert.equal(item.contextValue, 'room.open');
    assert.equal(iconOf(item), 'comment-discussion');
    assert.deepEqual(item.command, { command: '_roomside.openRoom', title: 'Read Room', arguments: ['r1'] });
    assert.equal(item.collapsibleState, TreeItemCollapsibleState.None);
    assert.deepEqual(item.accessibilityInformation, { label: 'Design, 2 hr. ago' });
  });

  for (const [what, facts, fields, icon, said] of [
    ['a locked room', {}, { isLocked: true }, 'lock', ', locked'],
    ['a pinned room', { isPinned: true }, {}, 'pinned', ', pinned'],
    ['the room of the workspace', { isWorkspaceRoom: true }, { type: 'direct' }, 'pinned', ', this workspace'],
    ['a locked room with a pin', { isPinned: true }, { isLocked: true }, 'lock', ', locked, pinned'],
  ] as const) {
    it(`distinguish ${what} by icon and for screen readers`, () => {
      const item = roomItem(room(fields), nowMs, facts);
      assert.equal(iconOf(item), icon);
      assert.deepEqual(item.accessibilityInformation, { label: `Design${said}` });
      if ('isLocked' in fields) assert.match(item.contextValue ?? '', /^room\.open\.locked/);
    });
  }

  it('have the initials of a person, whatever the name is', () => {
    const svgOf = (title: string): string => {
      const { iconPath } = roomItem(room({ type: 'direct', title }), nowMs);
      assert.ok(iconPath instanceof Uri && iconPath.scheme === 'data', title);
      return Buffer.from(iconPath.path.split(',')[1] ?? '', 'base64').toString();
    };
    assert.match(svgOf('Ada Park'), /fill="#[0-9a-f]{6}"\/>.*>AP<\/text>/);
    assert.match(svgOf('<Zoe> "x" Lin'), />ZL<\/text>/);
    // The room view has the same colours.
    const css = readFileSync(path.join(projectRoot, 'media/reader.css'), 'utf8');
    const colours = [...css.matchAll(/^\.avatar(?:\[.*\])? \{[^}]*background: (#\w+);/gm)].map(([, colour]) => colour);
    const titles = Array.from({ length: 60 }, (_, at) => `Person ${at}`);
    assert.equal(new Set(titles.map(colourOf)).size, colours.length);
    for (const title of titles) assert.equal(/fill="(.*?)"/.exec(svgOf(title))?.[1], colours[colourOf(title)], title);
    assert.equal(iconOf(roomItem(room({ type: 'direct', title: '☕' }), nowMs)), 'account');
  });

  it('keep a title from the network on one line, without icons and markup', () => {
    const title = '$(error) Pay\u202eroll\n[here](command:evil) <img src=x> **b**';
    const item = roomItem(room({ title }), nowMs);
    assert.equal(item.label, '$ (error) Pay roll [here] (command:evil) <img src=x> **b**');
    const tooltip = tooltipOf(item);
    assert.ok(!tooltip.isTrusted && !tooltip.supportHtml && !tooltip.supportThemeIcons);
    assert.match(tooltip.value, /\\\[here\\\] \\\(command\\:evil\\\).*\\\*\\\*b\\\*\\\*/);
  });

  it('are highlighted while unread, and have the URI of their decoration', () => {
    const item = roomItem(room(), nowMs, { isUnread: true });
    assert.equal(item.label, 'Design');
    assert.ok(item.iconPath instanceof ThemeIcon && item.iconPath.color?.id === 'list.highlightForeground');
    assert.equal(item.resourceUri?.toString(), roomAddress('r1', 'Design').toString());
    assert.equal(item.contextValue, 'room.open.new');
    assert.deepEqual(item.accessibilityInformation, { label: 'Design, unread' });
  });

  it('show the reason instead of a title that could not be decrypted, never the placeholder', () => {
    const errors = { title: { code: 'kms_failure', reason: 'Key management server failed to respond appropriately.' } };
    const item = roomItem(room({ title: 'eyJhbGciOi…', errors, lastActivity: agoIso(hour) }), nowMs);
    assert.equal(item.label, 'Title unavailable');
    assert.equal(item.description, "couldn't be decrypted");
    assert.equal(item.contextValue, 'room.unreadable');
    assert.equal(iconOf(item), 'warning');
    assert.match(tooltipOf(item).value, /Key management server failed/);
    assert.doesNotMatch(JSON.stringify(item), /eyJhbGci/);
  });

  it('are below headings of their kind and team', () => {
    assert.equal(groupTitle({ kind: 'direct', id: 'direct', rooms: [] }), 'Direct');
    assert.equal(groupTitle({ kind: 'rooms', id: 'rooms', rooms: [] }), 'Rooms');
    assert.equal(groupTitle({ kind: 'team', id: 'team:1', rooms: [] }), 'Team');
    const team = { kind: 'team', id: 'team:1', namedAfter: room({ title: 'Plat\nform' }), rooms: [room()] } as const;
    assert.equal(groupTitle(team), 'Team Plat form');
    const item = groupItem(team);
    assert.deepEqual(item.accessibilityInformation, { label: 'Team Plat form, 1 room' });
    assert.equal(groupItem(team, 2, { headingCount: 0, isRead: true }).label, 'Just Read');
    assert.deepEqual(groupItem(team, 2).accessibilityInformation, { label: 'Team Plat form, 2 rooms' });
    assert.equal(item.collapsibleState, TreeItemCollapsibleState.Expanded);
  });

  it('pass their id to commands, and other arguments are ignored', () => {
    assert.equal(roomIdOf({ kind: 'room', roomId: 'r1', room: room() }), 'r1');
    assert.equal(roomIdOf({ kind: 'share', shareId: 's1', roomId: 'r2' }), 'r2');
    const ofPerson = { kind: 'share', shareId: 's1', roomId: '' };
    for (const other of [
      undefined,
      null,
      'r1',
      ofPerson,
      { kind: 'loadMore' },
      { kind: 'room', roomId: 7 },
      { roomId: 'r1' },
    ]) {
      assert.equal(roomIdOf(other), undefined);
    }
  });
});

describe('The texts with numbers of rooms', () => {
  it('say that no room matches only when all rooms are loaded', () => {
    const none = { foundCount: 0, roomCount: 5 };
    assert.equal(filterMessage('xyz', { ...none, hasMore: false }), 'No rooms match “xyz”');
    assert.equal(filterMessage('xyz', { ...none, hasMore: true }), 'Filter: xyz — 0 of 5 rooms loaded so far');
  });
});
