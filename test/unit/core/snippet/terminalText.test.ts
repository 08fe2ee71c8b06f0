import assert from 'node:assert/strict';
import fc from 'fast-check';
import { terminalText } from '../../../../src/core/snippet/terminalText.ts';

const [esc, long] = ['\u001b', 'a'.repeat(5000)];
const csi = (sequence: string): string => `${esc}[${sequence}`;
const up = (count: number, ...lines: readonly string[]): string =>
  `${csi(`${count}A`)}${lines.map((line) => `\r${csi('2K')}${line}\r\n`).join('')}`;
const pull = (percent: number): string => up(2, `⠿ web Pulling ${percent}%`, `⠿ db ${csi('32m')}Pulled${csi('0m')}`);
const wide = '漢'.repeat(700);

/** Outputs as programs write them, and what a terminal shows then. */
const recorded: readonly (readonly [what: string, data: string, text: string])[] = [
  ['docker compose pull', `\r\n\r\n${[0, 50, 100].map(pull).join('')}`, '⠿ web Pulling 100%\n⠿ db Pulled'],
  [
    'npm install',
    `${csi('1G')}⠙${csi('1G')}${csi('0K')}${csi('1G')}⠹${csi('1G')}${csi('0K')}\r\nadded 1 package\r\n`,
    '\nadded 1 package',
  ],
  [
    'cargo build',
    `${csi('1m')}${csi('32m')}   Compiling${csi('0m')} a\r\n Building [=> ] 1/2\r${csi('K')}    Finished\r\n`,
    '   Compiling a\n    Finished',
  ],
  ['pytest', `${csi('32m')}.${csi('0m')}${csi('31m')}F${csi('0m')}      [100%]\r\n`, '.F      [100%]'],
  ['vim', `before\r\n${csi('?1049h')}${csi('H')}${csi('2J')}~\r\n~${csi('?1049l')}after`, 'before\nafter'],
  ['less that is still open', `before\r\n${csi('?1049h')}${csi('H')}page`, 'before'],
  ['pip', '  0% |    |\r 50% |##  |\r100% |####|\r\n', '100% |####|'],
  ['clear', `old\r\n${csi('H')}${csi('2J')}${csi('3J')}new`, 'new'],
  ['reset', `old\r\n${esc}cnew`, 'new'],
  [
    'apt, with its bar below a region',
    `${csi('1;39r')}a\r\n${esc}7${csi('40;1f')}50%${esc}8b\r\n${csi('1;40r')}${csi('40;1f')}${csi('K')}`,
    'a\nb',
  ],
  ['a region that scrolls', `${csi('1;3r')}a\r\nb\r\nc\r\nd\r\ne${csi('r')}`, 'a\nb\nc\nd\ne'],
  ['ConPTY, which names its rows', `${csi('12;1H')}one${csi('13;1H')}two`, 'one\ntwo'],
  ['lines that are put between others', `a\r\nc\r\n${csi('A')}${csi('L')}b`, 'a\nb\nc'],
  ['colors', `${csi('1;38;5;208m')}bold${csi('m')} and ${csi('48:2::1:2:3m')}more`, 'bold and more'],
  ['titles', `${esc}]0;title\u0007a${esc}]2;b${esc}\\c`, 'ac'],
  ['links', `${esc}]8;;https://a.example\u0007text${esc}]8;;\u0007`, 'text'],
  ['marks of the shell integration', `${esc}]633;C\u0007out\r\n${esc}]633;D;1\u0007`, 'out'],
  ['other sequences', `${esc}(B${esc}=x${esc}P1$r0m${esc}\\y`, 'xy'],
  ['a sequence that is cut off', `a${csi('3')}`, 'a'],
  ['Windows line ends, and tabs', 'a\tb\r\nc\r\n', 'a\tb\nc'],
  ['what is left of a longer line', 'loading\rok', 'okading'],
  ['a line erased as a whole', `abc${csi('2K')}\rd`, 'd'],
  ['steps back, bells and NUL', 'abc\b\bX\u0007\u0000', 'aXc'],
  ['movement in the line', `ab${csi('5G')}x${csi('2D')}y`, 'ab yx'],
  ['what a tab moves over', 'loading…\r\tdone', 'loading…done'],
  ['wide characters, which take two columns', '漢漢\rx', 'x 漢'],
  ['a long line', `${long}${csi('31m')}red${csi('0m')}.`, `${long}red.`],
  ['a long line of wide characters', `${wide}${csi('m')}`, wide],
  ['more than the screen', `${'a\r\n'.repeat(3000)}${csi('m')}b`, `${'a\n'.repeat(3000)}b`],
  ['counts without end', `${csi('2147483647L')}${csi('2147483647b')}ok`, 'ok'],
];

describe('terminalText', () => {
  for (const [what, data, text] of recorded) {
    it(`shows ${what} as the terminal did`, async () => assert.equal(await terminalText(data), text));
  }

  it('keeps every state of an output that takes too long, without its sequences', async () => {
    let nowMs = 0;
    const clock = { now: () => (nowMs += 1500) };
    const data = `10 %\r100 %\r\n${csi('31m')}${'a'.repeat(5000)}${esc}]0;title`;
    assert.equal(await terminalText(data, clock), `10 %\n100 %\n${long}`);
  });

  it('leaves no control character and keeps plain lines, for any input', async () => {
    const pieces = fc.constantFrom(csi(''), `${esc}]`, esc, '\u0007', '\r', '\n', '\b', ...'mKAJHLr3;aé ');
    const parts = fc.array(fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 30 });
    const hasNone = async (all: readonly string[]): Promise<void> =>
      assert.doesNotMatch((await terminalText(all.join(''))).replace(/[\n\t]/g, ''), /\p{Cc}/u);
    await fc.assert(fc.asyncProperty(parts, hasNone), { numRuns: 50 });
    const lines = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', ' x', '漢') }), { maxLength: 10 });
    const isKept = async (texts: readonly string[]): Promise<void> => {
      const text = texts.join('\r\n');
      assert.equal(await terminalText(`${text}${csi('m')}`), await terminalText(text));
    };
    await fc.assert(fc.asyncProperty(lines, isKept), { numRuns: 20 });
  });
});
