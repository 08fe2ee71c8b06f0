import { type Assignment, accessToken, benchRoomId, messageBody, messageTexts, roomCount } from './job.ts';

// In a curl config file, values in double quotes have the escapes \\ and \" (curl(1), --config), which JSON uses too.
const quote = (value: string): string => JSON.stringify(value);

function transfer(lines: readonly string[]): string {
  const always = [`header = ${quote(`Authorization: Bearer ${accessToken}`)}`, 'fail', 'write-out = "\\n"'];
  return [...always, ...lines].join('\n');
}

function transfers({ origin, job }: Assignment): string[] {
  const messagesUrl = `url = ${quote(`${origin}/v1/messages`)}`;
  switch (job.kind) {
    case 'upload':
      return [
        transfer([
          `form = ${quote(`roomId=${benchRoomId}`)}`,
          `form = ${quote(`files=@${job.filePath}`)}`,
          messagesUrl,
        ]),
      ];
    case 'download':
      return [transfer([`output = ${quote(job.targetPath)}`, `url = ${quote(origin + job.path)}`])];
    case 'rooms':
      return [transfer(roomPageUrls(origin, job.pageSize).map((url) => `url = ${quote(url)}`))];
    case 'messages':
      return messageTexts(job.count).map((text) =>
        transfer(['header = "Content-Type: application/json"', `data = ${quote(messageBody(text))}`, messagesUrl]),
      );
  }
}

/** curl cannot follow a Link header, so it gets the URLs of all pages. */
function roomPageUrls(origin: string, pageSize: number): string[] {
  const first = `${origin}/v1/rooms?max=${pageSize}`;
  const count = Math.ceil(roomCount / pageSize);
  return Array.from({ length: count }, (_, page) => (page === 0 ? first : `${first}&before&after=${page * pageSize}`));
}

/** The config file with which one curl process does the whole job over one connection. Each response ends its own line. */
export function curlConfig(assignment: Assignment): string {
  return `silent\nshow-error\n${transfers(assignment).join('\nnext\n')}\n`;
}
