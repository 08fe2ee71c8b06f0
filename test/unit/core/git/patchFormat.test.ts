import assert from 'node:assert/strict';
import { namesBlobs, stripsOf } from '../../../../src/core/git/patchFormat.ts';

describe('stripCandidates', () => {
  for (const [what, patch, strips] of [
    ['a patch of git', 'diff --git a/src/x b/src/x\n--- a/src/x\n+++ b/src/x\n', [1]],
    ['a patch of git with CRLF', 'diff --git a/x b/x\r\n--- a/x\r\n+++ b/x\r\n', [1]],
    ['mnemonic prefixes', 'diff --git i/x w/x\n--- i/x\n+++ w/x\n', [1]],
    ['quoted names', 'diff --git "a/\\303\\244" "b/\\303\\244"\n', [1]],
    [
      'a line of code that looks like a header',
      'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n--- q\n+++ z\n',
      [1],
    ],
    ['new and deleted files without a git header', '--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+q\n', [1]],
    ['git without prefixes', 'diff --git src/x src/x\n--- src/x\n+++ src/x\n', [0, 1]],
    ['diff without prefixes', '--- src/x\n+++ src/x\n@@ -1 +1 @@\n', [0, 1]],
    ['diff -r', '--- old/src/x\n+++ new/src/x\n@@ -1 +1 @@\n', [0, 1]],
  ] as const) {
    it(`recognizes ${what}`, () => assert.deepEqual(stripsOf(patch), strips));
  }
});

describe('hasBlobIds', () => {
  it('requires a pair of hexadecimal ids for every file that has one', () => {
    assert.equal(namesBlobs('index 1234567..89abcde 100644\nindex 1234..5678\r\n'), true);
    assert.equal(namesBlobs('--- a/x\n+++ b/x\n'), false);
    for (const index of ['HEAD:x..1234567', 'HEAD..1234567', '1234567..main', '1234567', '@{1}..1234567']) {
      assert.equal(namesBlobs(`index 1234567..89abcde\nindex ${index} 100644\n`), false, index);
    }
  });
});
