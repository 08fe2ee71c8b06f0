/** Whether a file of this name can be offered as a patch; git then decides whether it is valid. */
export function isPatchName(name: string): boolean {
  return /\.(?:patch|diff)$/i.test(name);
}
