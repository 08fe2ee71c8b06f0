/** Whether a file of this name is offered to be applied as a patch; git then says whether it is one. */
export function isPatchName(name: string): boolean {
  return /\.(?:patch|diff)$/i.test(name);
}
