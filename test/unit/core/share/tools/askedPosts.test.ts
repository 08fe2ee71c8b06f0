import assert from 'node:assert/strict';
import { AskedPosts } from '../../../../../src/core/share/tools/askedPosts.ts';

function open() {
  const time = { ms: 1000 };
  return { time, asked: new AskedPosts({ now: () => time.ms }) };
}

describe('a post that the user was asked about', () => {
  it('may have been agreed to, once', () => {
    const { asked, time } = open();
    asked.noteAsked('a');
    time.ms += 500;
    assert.equal(asked.takeAgreed('a'), true);
    assert.equal(asked.takeAgreed('a'), false);
  });

  it('was agreed to by nobody when it ran at once, or was never asked about', () => {
    const { asked, time } = open();
    asked.noteAsked('a');
    time.ms += 499;
    assert.equal(asked.takeAgreed('a'), false);
    time.ms += 10_000;
    assert.equal(asked.takeAgreed('a'), false);
    assert.equal(asked.takeAgreed('b'), false);
  });

  it('counts from the last question, and is forgotten behind many others', () => {
    const { asked, time } = open();
    asked.noteAsked('a');
    time.ms += 5000;
    asked.noteAsked('a');
    assert.equal(asked.takeAgreed('a'), false);
    for (let index = 0; index < 51; index++) asked.noteAsked(`${index}`);
    time.ms += 5000;
    assert.equal(asked.takeAgreed('0'), false);
    assert.equal(asked.takeAgreed('1'), true);
  });
});
