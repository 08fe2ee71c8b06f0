import assert from 'node:assert/strict';
import { exceptOnWine } from '../support/needs.ts';
import { type ServiceRow, serviceRows } from '../support/worlds/service/serviceRows.ts';
import { serviceScenarios } from '../support/worlds/service/serviceScenarios.ts';
import { openServiceWorld } from '../support/worlds/service/serviceWorld.ts';

async function play(row: ServiceRow, scenario: string): Promise<void> {
  await (serviceScenarios[scenario] ?? assert.fail(scenario))(await openServiceWorld(row));
}

const slow = 'a turn of the event loop takes a hundred times as long';

exceptOnWine(slow).describe('In a service that we did not make, the product', function () {
  this.timeout(60_000);

  for (const row of serviceRows)
    it(`keeps what it promises with ${row.name}`, async () => {
      for (const scenario of Object.keys(serviceScenarios))
        await play(row, scenario).catch((error: Error) => assert.fail(`${scenario}: ${error.message}`));
    });

  it('is found out by a planted fault', async () => {
    const [row] = serviceRows;
    const twice: ServiceRow = {
      ...(row ?? assert.fail()),
      name: 'a service that forgets',
      alter: (answer, { method, url }) =>
        method === 'GET' && url.includes('/messages') ? { ...answer, body: Buffer.from('{"items":[]}') } : answer,
    };
    await assert.rejects(play(twice, 'share a text'), /received 2 times/);
  });
});
