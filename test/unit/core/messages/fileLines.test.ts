import assert from 'node:assert/strict';
import { fileLines } from '../../../../src/core/messages/fileLines.ts';

const changes = `**tide-clock** · changes

\`\`\`diff
diff --git a/.env b/.env
new file mode 100644
--- /dev/null
+++ b/.env
@@ -0,0 +1,2 @@
+# settings
+PASSWORD=one
diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -7,3 +9,3 @@ run
 kept
-old
+new
 last
\\ No newline at end of file
\`\`\``;

describe('The place of a line of a message', () => {
  /** The place of the line that is this text, as a person reads it. */
  function placeOf(text: string): string {
    const { path = 'message', line } = fileLines(changes)(changes.split('\n').indexOf(text) + 1);
    return `${path}:${line}`;
  }

  it('in a patch is the line of its file, of a removed line that of the old file', () => {
    assert.deepEqual(['+PASSWORD=one', ' kept', '-old', '+new', ' last'].map(placeOf), [
      '.env:2',
      'src/a.ts:9',
      'src/a.ts:8',
      'src/a.ts:10',
      'src/a.ts:11',
    ]);
  });

  it('above a hunk, or above the code, is that of the message', () => {
    assert.deepEqual(['+++ b/src/a.ts', '**tide-clock** · changes'].map(placeOf), ['message:13', 'message:1']);
  });
});
