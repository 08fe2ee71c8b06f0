import assert from 'node:assert/strict';
import type { Room } from '../../src/core/api/resources.ts';
import { Emitter } from '../../src/core/base/emitter.ts';
import { RoomDirectory } from '../../src/core/rooms/roomDirectory.ts';
import { RoomCare } from '../../src/features/rooms/roomCare.ts';
import { ManualClock } from '../support/fakes/manualClock.ts';
import { RecordingLog } from '../support/fakes/recordingLog.ts';
import { settle } from '../unit/core/api/scriptedSend.ts';

const [second, minute] = [1_000, 60_000];
const readable: Room = { id: '1', title: 'Security', type: 'group' };
const unreadable: Room = { ...readable, title: 'eyJ', errors: { title: { code: 'kms_failure', reason: 'no answer' } } };

describe('The care for the rooms', () => {
  const clock = new ManualClock();
  const visibility = new Emitter<{ readonly visible: boolean }>();
  const focus = new Emitter<{ readonly focused: boolean; readonly active: boolean }>();
  let view = { visible: true, onDidChangeVisibility: visibility.event };
  let editor = { state: { focused: true, active: true }, onDidChangeWindowState: focus.event };
  let answers: (readonly Room[] | Error)[] = [];
  let asked = 0;
  let log = new RecordingLog();
  let care: RoomCare | undefined;

  async function begin(...first: readonly Room[]): Promise<RoomDirectory> {
    [asked, answers, log] = [0, [first], new RecordingLog()];
    view = { visible: true, onDidChangeVisibility: visibility.event };
    editor = { state: { focused: true, active: true }, onDidChangeWindowState: focus.event };
    const directory = new RoomDirectory(async function* () {
      asked += 1;
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      if (answer instanceof Error) throw answer;
      yield { items: answer ?? [], hasNext: false };
    });
    care = new RoomCare({ directory, view, window: editor, clock, log });
    await directory.refresh();
    return directory;
  }
  async function pass(ms: number): Promise<number> {
    const before = asked;
    for (let passed = 0; passed < ms; passed += second) {
      clock.advance(second);
      await settle();
    }
    return asked - before;
  }
  afterEach(() => care?.dispose());

  it('asks once a minute while somebody looks, and not at all while nobody does', async () => {
    await begin(readable);
    assert.equal(await pass(5 * minute), 5);
    view.visible = false;
    visibility.fire(view);
    assert.equal(await pass(10 * minute), 0);
    view.visible = true;
    editor.state = { focused: false, active: false };
    visibility.fire(view);
    focus.fire(editor.state);
    assert.equal(await pass(10 * minute), 0);
    editor.state = { focused: true, active: true };
    focus.fire(editor.state);
    assert.equal(await pass(second), 1);
  });

  it('asks ever less often while the service fails, says nothing but in the log, and comes back', async () => {
    const directory = await begin(readable);
    answers = [new Error('down')];
    assert.equal(await pass(15 * minute), 4);
    assert.equal(directory.find('1')?.title, 'Security');
    assert.equal(directory.snapshot.status, 'ready');
    assert.match(log.text, /the rooms were not refreshed/);
    answers = [[readable]];
    assert.ok((await pass(17 * minute)) >= 1);
    assert.equal(await pass(5 * minute), 5);
  });

  it('heals a room that a temporary failure kept from us, without being asked', async () => {
    const directory = await begin(unreadable);
    answers = [[unreadable], [readable]];
    await pass(2 * minute);
    assert.equal(directory.find('1')?.title, 'Security');
    assert.equal(directory.find('1')?.errors, undefined);
  });

  it('gives up healing one after a while', async () => {
    await begin(unreadable);
    await pass(40 * minute);
    // From then on only the look for news is left.
    assert.equal(await pass(10 * minute), 10);
  });
});
