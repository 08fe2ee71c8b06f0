import { benchRoomId } from './job.ts';

/** The bytes before and after the file in a multipart body, for clients that send a stream. */
export function multipartFrame(fileName: string): { contentType: string; head: Buffer; tail: Buffer } {
  const boundary = 'bench-7f3c1d9a5b2e4860';
  const head =
    `--${boundary}\r\nContent-Disposition: form-data; name="roomId"\r\n\r\n${benchRoomId}\r\n` +
    `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="${fileName}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n';
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    head: Buffer.from(head),
    tail: Buffer.from(`\r\n--${boundary}--\r\n`),
  };
}
