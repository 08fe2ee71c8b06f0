/** The `url` and `pushurl` values of all remotes in the format of git-config(1). */
export function parseRemoteUrls(config: string): readonly string[] {
  const urls: string[] = [];
  let isRemote = false;
  for (const line of config.split(/\r?\n/)) {
    const [, section] = /^\s*\[([^\]]*)\]/.exec(line) ?? [];
    if (section !== undefined) isRemote = /^remote[\s.]/i.test(section);
    const [, value] = /^\s*(?:push)?url\s*=\s*(.*?)\s*$/i.exec(line) ?? [];
    if (isRemote && value !== undefined) urls.push(value.replace(/^"(.*)"$/, '$1'));
  }
  return urls;
}
