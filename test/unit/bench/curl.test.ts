import assert from 'node:assert/strict';
import { childCpuMs } from '../../bench/transfer/curlClient.ts';
import { curlConfig } from '../../bench/transfer/curlConfig.ts';

const origin = 'http://127.0.0.1:1';

describe('curl in the bench', () => {
  it('reads the CPU time of child processes from the output of the shell', () => {
    assert.equal(childCpuMs('0m0.001s 0m0.002s\n1m0.120s 0m0.310s\n'), 60_430);
    assert.equal(childCpuMs('a warning\n0m0.000000s 0m0.000000s\n0m0.040000s 0m0.110000s\n'), 150);
  });

  it('sends all messages in one process, each with its own header and body', () => {
    const config = curlConfig({ origin, job: { kind: 'messages', count: 3 } });
    assert.equal(config.match(/^next$/gm)?.length, 2);
    assert.equal(config.match(/^header = "Authorization: Bearer /gm)?.length, 3);
    assert.equal(config.match(/^data = "\{\\"roomId\\":/gm)?.length, 3);
  });

  it('requests every page of the ten thousand rooms', () => {
    const config = curlConfig({ origin, job: { kind: 'rooms', pageSize: 1000 } });
    assert.equal(config.match(/^url = /gm)?.length, 10);
    assert.match(config, /\/v1\/rooms\?max=1000&before&after=9000"$/m);
  });
});
