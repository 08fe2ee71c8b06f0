import { callHeader, encodeDoorCall } from '../../../src/core/terminal/doorCall.ts';

/** The bytes of a request to a window, with what is piped, which may be wrong in each part. */
export function doorRequest(key: string, call: unknown, piped = ''): Buffer {
  const headers = [
    `Authorization: ${key}`,
    `${callHeader}: ${encodeDoorCall(call as never)}`,
    'Connection: close',
    'Transfer-Encoding: chunked',
  ];
  const body = piped === '' ? '' : `${Buffer.byteLength(piped).toString(16)}\r\n${piped}\r\n`;
  return Buffer.from(`POST / HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n${body}0\r\n\r\n`);
}
