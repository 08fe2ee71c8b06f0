import { crc32, deflateSync } from 'node:zlib';

/** A file of the demo data. The bytes are the same in every run. */
interface SeedFile {
  readonly mediaType: string;
  readonly bytes: () => Uint8Array;
}

/** The attachments of the conversations, by name. */
export const seedFiles = {
  'latency-after-fix.png': { mediaType: 'image/png', bytes: () => chart(320, 160) },
  'release-checklist.pdf': { mediaType: 'application/pdf', bytes: () => onePagePdf('Release checklist 4.2') },
  'retry-budget.patch': { mediaType: 'text/x-diff', bytes: () => Buffer.from(retryPatch) },
  'crash-2291.log': { mediaType: 'text/plain', bytes: () => Buffer.from(crashLog()) },
  'Übersicht “Q3” 数据.csv': { mediaType: 'text/csv', bytes: () => Buffer.from(forecastTable()) },
} satisfies Record<string, SeedFile>;

export type SeedFileName = keyof typeof seedFiles;

const retryPatch = `--- a/src/client/retry.ts
+++ b/src/client/retry.ts
@@ -8,7 +8,9 @@ export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
-  for (;;) {
+  for (let left = 3; ; left -= 1) {
     try {
       return await work();
-    } catch {
+    } catch (error) {
+      if (left === 0) throw error;
       await pause(250);
     }
`;

function crashLog(): string {
  const frames = Array.from({ length: 40 }, (_, at) => `  at frame ${40 - at} (OrderList.swift:${120 + at * 3})`);
  return ['Fatal error: Index out of range', 'Thread 0 crashed', ...frames, ''].join('\r\n');
}

function forecastTable(): string {
  const rows = Array.from(
    { length: 60 },
    (_, day) => `${day + 1},${1200 + ((day * 37) % 211)},${1190 + ((day * 41) % 230)}`,
  );
  return ['day,orders,forecast', ...rows, ''].join('\n');
}

function chart(width: number, height: number): Uint8Array {
  const rows = Buffer.alloc(height * (width + 1));
  for (let x = 0; x < width; x += 1) {
    const level = x < width / 2 ? 0.75 - ((x * 13) % 17) / 60 : 0.25 - ((x * 7) % 11) / 90;
    for (let y = 0; y < height; y += 1) rows[y * (width + 1) + x + 1] = height - y < level * height ? 90 : 245;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight-bit greyscale.
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.byteLength, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function onePagePdf(title: string): Uint8Array {
  const text = `BT /F1 24 Tf 72 720 Td (${title}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let pdf = '%PDF-1.4\n';
  const offsets = objects.map((object, at) => {
    const offset = pdf.length;
    pdf += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const table = ['0000000000 65535 f ', ...offsets.map((offset) => `${offset} 00000 n `)].join('\n');
  pdf += `xref\n0 6\n${table}\ntrailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${pdf.lastIndexOf('endobj\n') + 7}\n%%EOF\n`;
  return Buffer.from(pdf, 'latin1');
}
