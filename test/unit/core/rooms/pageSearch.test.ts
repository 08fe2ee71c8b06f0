import assert from 'node:assert/strict';
import { PageSearch } from '../../../../src/core/rooms/pageSearch.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { settle } from '../api/scriptedSend.ts';
import { openRoomDirectory, room } from './openRoomDirectory.ts';

function openSearch() {
  const { pages, directory, answered } = openRoomDirectory();
  const clock = new ManualClock();
  let query = '';
  const foundCount = () => (query === '' ? undefined : directory.search(query, 0).totalCount);
  const search = new PageSearch({ directory, clock, foundCount });
  const states: boolean[] = [];
  search.onDidChange(() => states.push(search.isRunning));
  const type = (text: string) => {
    query = text;
    search.onQuery();
  };
  const loadFirst = (titles: readonly string[] = ['Design']) => {
    const rooms = titles.map((title) => room(title));
    return answered(directory.refresh(), rooms, true);
  };
  return { pages, directory, clock, search, states, type, loadFirst };
}

describe('PageSearch', () => {
  it('reads pages after a pause in typing, until all are known', async () => {
    const { pages, clock, states, type, loadFirst, directory } = openSearch();
    await loadFirst();
    type('ti');
    clock.advance(399);
    type('tide');
    clock.advance(399);
    assert.equal(pages.requests.length, 1);
    clock.advance(1);
    pages.last.answer([room('Other')], true);
    await settle();
    pages.last.answer([room('Tides')]);
    await settle();
    assert.equal(directory.search('tide', 5).totalCount, 1);
    assert.deepEqual(states, [true, false]);
  });

  it('reads nothing without a query, and with enough matches', async () => {
    const { pages, clock, search, type, loadFirst } = openSearch();
    await loadFirst(Array.from({ length: 10 }, (_, at) => `Design ${at}`));
    type('design');
    clock.advance(400);
    type('');
    clock.advance(400);
    assert.equal(pages.requests.length, 1);
    assert.equal(search.isRunning, false);
    assert.equal(clock.timerCount, 0);
  });

  it('stops at the request of the user until the next query', async () => {
    const { pages, clock, search, states, type, loadFirst } = openSearch();
    await loadFirst();
    type('tide');
    clock.advance(400);
    search.stop();
    pages.last.answer([room('Other')], true);
    await settle();
    assert.equal(pages.requests.length, 2);
    assert.deepEqual(states, [true, false]);
    type('tides');
    clock.advance(400);
    assert.equal(search.isRunning, true);
    assert.equal(pages.requests.length, 3);
  });
});
