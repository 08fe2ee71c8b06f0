import { createHash } from 'node:crypto';

export interface ReceivedFile {
  readonly fileName: string;
  readonly byteLength: number;
  readonly sha256: string;
}

/**
 * The only file in a complete multipart/form-data body (RFC 7578). Used for the untimed check of a client, because it needs
 * the body in memory. Throws an Error that says what is missing.
 */
export function multipartFile(contentType: string, body: Buffer): ReceivedFile {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw new Error(`no boundary in "${contentType}"`);
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  let partStart = body.indexOf(`--${boundary}\r\n`);
  while (partStart !== -1) {
    const headEnd = body.indexOf('\r\n\r\n', partStart);
    if (headEnd === -1) break;
    const fileName = /filename="([^"]*)"/i.exec(body.toString('utf8', partStart, headEnd))?.[1];
    const dataStart = headEnd + 4;
    const dataEnd = body.indexOf(delimiter, dataStart);
    if (dataEnd === -1) throw new Error('the multipart body has no end');
    if (fileName !== undefined) {
      const sha256 = createHash('sha256').update(body.subarray(dataStart, dataEnd)).digest('hex');
      return { fileName, byteLength: dataEnd - dataStart, sha256 };
    }
    partStart = dataEnd;
  }
  throw new Error('the multipart body holds no file');
}
