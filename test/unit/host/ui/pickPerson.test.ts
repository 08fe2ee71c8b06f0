import assert from 'node:assert/strict';
import { ServiceError } from '../../../../src/core/api/errors.ts';
import type { Membership, Person, PersonRef, Room } from '../../../../src/core/api/resources.ts';
import { directTarget } from '../../../../src/core/rooms/directPerson.ts';
import type { LinesAuthor } from '../../../../src/core/rooms/linesAuthor.ts';
import type { SharePorts } from '../../../../src/features/share/step.ts';
import type { PickPersonPorts } from '../../../../src/host/ui/pickDirectRoom.ts';
import { commands, setUserSetting, useQuickInputs, waitUntilTrue } from '../../../support/fakes/fakeWindow.ts';
import { knownEmails } from '../../../support/fakes/knownEmails.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { share, shareableText } from '../../../support/fakes/shareModules.ts';
import { shareWorld } from '../../../support/fakes/shareWorld.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { describeAudience, isInternal } = await withVscode(() => import('../../../../src/host/ui/describeAudience.ts'));
const { pickDirectRoom } = await withVscode(() => import('../../../../src/host/ui/pickDirectRoom.ts'));
const { pickRoom } = await withVscode(() => import('../../../../src/host/ui/pickRoom.ts'));

const zoe: Person = { id: 'zoe', displayName: 'Zoe $(x)\u202e Lin', emails: ['zoe@other.org'] };
const me: Person = { id: 'me', displayName: 'Zoe Me', emails: ['me@example.com'] };

const render = async () => ({ markdown: 'hello', lineCount: 1, warnings: [] });
const selection = { title: 'Share Selection', ...shareableText({ name: 'a.ts', render }) };

interface Service {
  /** `undefined` for a service that lists none and refuses. */
  readonly people?: readonly Person[] | undefined;
  readonly rooms?: readonly Room[];
  readonly members?: readonly Membership[];
  readonly emails?: Readonly<Record<string, string>>;
}

function portsOf({ rooms = [], members = [], emails = {}, ...more }: Service) {
  const people = 'people' in more ? more.people : [];
  const clock = new ManualClock();
  const disposable = { dispose: () => undefined };
  async function* pageOf(items: readonly unknown[]) {
    yield { items, hasNext: false };
  }
  async function* refusal() {
    yield await Promise.reject(new ServiceError({ method: 'GET', path: '/v1/people', status: 404 }));
  }
  const client = {
    listPeople: () => (people === undefined ? refusal() : pageOf(people)),
    listMemberships: () => pageOf(members),
  };
  const account = { id: 'a', personId: 'me', label: 'me@example.com' };
  const directory = {
    ...{ rooms, ambiguousDirectRooms: new Set(), onDidChange: () => disposable },
    ...{ size: rooms.length, snapshot: { status: 'ready', hasMore: false } },
    sorted: () => rooms,
    search: () => ({ rooms: [], totalCount: 0 }),
    find: (id: string) => rooms.find((room) => room.id === id),
  };
  const { ports, queued } = shareWorld({
    ...{ clock, directory, emails: knownEmails(emails) },
    connection: { client: async () => client, requireSession: async () => ({ account, client }) },
    marks: { record: { pinned: [], recent: ['', 'r'], hidden: [] }, isHidden: () => false },
  });
  return { ports: ports as PickPersonPorts & SharePorts, clock, queued };
}

describe('Choosing a person to send to', () => {
  const inputs = useQuickInputs();
  const picker = () => inputs().picker;
  afterEach(() => setConfirm(undefined));
  const setConfirm = (value: string | undefined) => setUserSetting('roomside.share.confirm', value);
  const rows = () => picker()?.items.map(({ label }) => label.replace(/^\$\([\w-]+\) /, '')) ?? [];

  /** Searches for a text, chooses the first row, and waits for the target or other rows. */
  async function pickFirst(service: Service, text: string, canMessagePerson = true) {
    const { ports, clock } = portsOf(service);
    const question = { title: 'Share', totalSteps: 2, canMessagePerson, text };
    const done = pickDirectRoom(ports, question);
    clock.advance(1000);
    const input = await inputs().next();
    await input.accept();
    return { done, input };
  }

  it('shows the other people with their addresses, and returns the chosen one as the target', async () => {
    const { done, input } = await pickFirst({ people: [me, zoe] }, 'zoe');
    assert.deepEqual(input.rows, ['Zoe $ (x) Lin | zoe@other.org']);
    assert.deepEqual(await done, directTarget({ id: 'zoe', email: 'zoe@other.org', name: zoe.displayName ?? '' }));
  });

  it('returns the direct room that exists with the person', async () => {
    const room: Room = { id: 'r', title: zoe.displayName ?? '', type: 'direct' };
    const members: Membership[] = [{ id: 'm', roomId: 'r', personId: 'zoe' }];
    assert.equal(await (await pickFirst({ people: [zoe], rooms: [room], members }, 'zoe')).done, room);
    const emails = { r: 'new@Other.org' };
    assert.equal(await (await pickFirst({ rooms: [room], emails }, 'new@other.org')).done, room);
  });

  it('offers an address that the service does not list', async () => {
    const { done, input } = await pickFirst({ people: [zoe] }, 'new@other.org');
    assert.deepEqual(input.rows, ['Message new@other.org | not in the directory']);
    assert.deepEqual(await done, directTarget({ email: 'new@other.org', name: 'new@other.org' }));
  });

  it('says that there is no room where nothing is sent', async () => {
    const { done } = await pickFirst({ people: [zoe] }, 'zoe', false);
    await waitUntilTrue('the list says so', () => rows().includes('There is no direct room with Zoe $ (x) Lin yet.'));
    await commands.executeCommand('workbench.action.closeQuickOpen');
    assert.equal(await done, undefined);
    const opened = pickRoom(portsOf({}).ports, 'Read');
    await inputs().next();
    assert.deepEqual(rows(), ['Find a Person…']);
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await opened;
  });

  const wrote: LinesAuthor = { name: 'Zoe $(x)\u202e', email: 'zoe@other.org', lineCount: 12, ofCount: 15 };
  const label = 'Author of these lines: Zoe $ (x) (12 of 15 lines)';
  const rooms = ['r', 'a', 'b'].map((id): Room => ({ id, title: id, type: 'group' }));

  /** Shares lines of these authors. */
  function shareOf(authors: readonly LinesAuthor[], service: Service, argument?: object) {
    const { ports, queued, clock } = portsOf(service);
    const done = share(ports, { ...selection, authors: async () => authors }, argument);
    const until = (row: string) =>
      waitUntilTrue(`${row} comes`, () => {
        clock.advance(0);
        return rows().includes(row);
      });
    return { until, queued, done };
  }

  it('offers the authors of lines below the first room, which stays active at its place', async () => {
    const { until, done } = shareOf([wrote, { name: 'Tom', lineCount: 3, ofCount: 3 }], { rooms });
    assert.equal((await inputs().next()).active, 'r');
    await until(label);
    assert.deepEqual(rows(), [
      ...['Last used', 'r', '', label, 'Author of these lines: Tom', 'Rooms', 'a', 'b', 'Send to a Person…'],
    ]);
    const addresses = picker()
      ?.items.slice(3, 5)
      .map(({ description }) => description);
    assert.deepEqual(addresses, ['zoe@other.org', 'search by name']);
    assert.equal(picker()?.activeItems[0]?.label, 'r');
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await done;
  });

  for (const [from, argument] of [
    ['the list', undefined],
    ['a keybinding', { to: 'author' }],
  ] as const) {
    it(`leads from an author in ${from} to the confirmation, which is never left out`, async () => {
      await setConfirm('whenNeeded');
      const room: Room = { id: 'r', title: zoe.displayName ?? '', type: 'direct' };
      const members = ['me', 'zoe'].map((id) => ({ id, roomId: 'r', personId: id, personEmail: `${id}@example.com` }));
      const service = { people: [me, { ...zoe, emails: ['zoe@example.com'] }], rooms: [room], members };
      const { until, queued, done } = shareOf([{ ...wrote, email: 'ZOE@example.com' }], service, argument);
      if (argument === undefined) {
        await until(label);
        await (await inputs().next()).choose(label);
      }
      await until('Send to Zoe $ (x) Lin');
      let confirmation = await inputs().next();
      while (confirmation.step !== '2/2') confirmation = await inputs().next();
      assert.deepEqual(queued, []);
      await confirmation.accept();
      await done;
      const ids = queued.map(({ room: { id } }) => id);
      assert.deepEqual(ids, ['r']);
    });
  }

  it('asks about an author whom the service does not list, has several of, or has no address of', async () => {
    const unlisted = { ...wrote, email: 'new@other.org' };
    const { email, ...named } = wrote;
    const twins = [zoe, { ...zoe, id: 'zoe2' }];
    const cases: [LinesAuthor, readonly Person[] | undefined, string][] = [
      // A service without people.
      [wrote, undefined, 'Message zoe@other.org'],
      [unlisted, [zoe], 'Message new@other.org'],
      [wrote, twins, 'Zoe $ (x) Lin'],
      [named, [zoe], 'Zoe $ (x) Lin'],
    ];
    for (const [author, people, row] of cases) {
      const { until, queued, done } = shareOf([author], { people, rooms }, { to: 'author' });
      await until(row);
      assert.equal(picker()?.placeholder, 'Type the name or the email address of a person');
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await done;
      assert.deepEqual(queued, []);
    }
  });

  it('shows the rooms for a keybinding if there is no author, or more than one', async () => {
    for (const authors of [[], [wrote, { ...wrote, email: 'tom@other.org' }]]) {
      const { until, done } = shareOf(authors, { rooms }, { to: 'author' });
      await until('Send to a Person…');
      await commands.executeCommand('workbench.action.closeQuickOpen');
      await done;
    }
  });

  it('always continues with the confirmation, which names the person and offers no draft', async () => {
    await setConfirm('whenNeeded');
    const { ports, clock, queued } = portsOf({ people: [zoe] });
    const done = share(ports, selection, undefined);
    const first = await inputs().next();
    assert.deepEqual(first.rows, ['Send to a Person…']);
    await first.accept();
    (picker() ?? assert.fail('no list is open')).value = 'zoe';
    await waitUntilTrue('the people come', () => {
      clock.advance(1000);
      return rows().includes('Zoe $ (x) Lin');
    });
    await (await inputs().next()).accept();
    const last = await inputs().next();
    assert.equal(last.active, 'Send to Zoe $ (x) Lin');
    await waitUntilTrue('the audience comes', () =>
      Boolean(picker()?.items[0]?.description?.startsWith('direct message to zoe@other.org, from another domain')),
    );
    assert.deepEqual(rows(), ['Send to Zoe $ (x) Lin', 'Other actions', 'Read the Message', 'More Actions…']);
    await last.accept();
    await done;
    const targets = queued.map(({ room }) => [room.id, room.toPerson?.id]);
    assert.deepEqual(targets, [['', 'zoe']]);
  });

  it('continues with the confirmation for a routine text, too, after the button for a comment', async () => {
    await setConfirm('whenNeeded');
    const room: Room = { id: 'r', title: 'Design', type: 'group' };
    const members = ['me', 'you'].map((id) => ({ id, roomId: 'r', personId: id, personEmail: `${id}@example.com` }));
    const { ports, queued } = portsOf({ rooms: [room], members });
    const done = share(ports, selection, undefined);
    await inputs().next();
    (picker() as unknown as { press(tooltip: string): void }).press('Add a Comment…');
    assert.equal((await inputs().next()).active, 'Send to Design');
    assert.equal(queued.length, 0);
    await commands.executeCommand('workbench.action.closeQuickOpen');
    await done;
  });

  it('asks again if the account changed while the list was open', async () => {
    const room: Room = { id: 'r', title: 'Design', type: 'group' };
    const { ports } = portsOf({ rooms: [room] });
    const { client } = await ports.connection.requireSession();
    let active = { id: 'a', label: 'me@example.com' };
    const requireSession = async () => ({ account: active, client });
    const bound = { ...ports, connection: { requireSession } } as unknown as PickPersonPorts;
    const done = pickRoom(bound, 'Read');
    const first = await inputs().next();
    active = { id: 'b', label: 'other@example.com' };
    await first.choose('Design');
    await (await inputs().next()).choose('Design');
    assert.deepEqual(await done, { ...room, account: active });
  });

  it('says whether the person is of another domain, as far as it is known', async () => {
    const { ports } = portsOf({});
    const account = { id: 'a', label: 'me@example.com' };
    const target = (person: PersonRef) => ({ ...directTarget(person), account });
    const { signal } = new AbortController();
    const audience = (email: string | undefined) =>
      describeAudience(ports, target({ id: 'x', ...(email && { email }), name: 'X\u202e' }), signal);
    assert.equal(await audience('x@EXAMPLE.com'), 'direct message to x@EXAMPLE.com');
    assert.equal(await audience('x@sub.example.com'), 'direct message to x@sub.example.com, from another domain');
    assert.equal(await audience(undefined), 'direct message to X');
    assert.equal(await isInternal(ports, target({ email: 'x@example.com', name: 'X' }), signal), false);
  });

  it('counts the people of a room with the right plural, and names the other person of a direct room', async () => {
    const told = (type: 'direct' | 'group', ...others: readonly string[]) => {
      const members = ['me@example.com', ...others].map((personEmail, index) => ({
        ...{ id: `${index}`, roomId: 'r', personId: index === 0 ? 'me' : `p${index}`, personEmail },
      }));
      const room = { id: 'r', title: 'Design', type, account: { id: 'a', label: 'me@example.com' } };
      return describeAudience(portsOf({ members }).ports, room, new AbortController().signal);
    };
    const [tom, eve] = ['tom@example.com', 'eve@other.example'];
    assert.equal(await told('group'), 'group room, 1 person');
    assert.equal(await told('group', tom), 'group room, 2 people');
    assert.equal(await told('group', eve), 'group room, 2 people, 1 from another domain');
    assert.equal(await told('group', eve, eve), 'group room, 3 people, 2 from other domains');
    assert.equal(await told('direct', tom), 'direct room with tom@example.com');
  });
});
