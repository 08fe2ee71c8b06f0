/**
 * Whether a request was addressed to this machine by a name of its own. A page on the internet can point its own name
 * at 127.0.0.1 (DNS rebinding) and would then reach us under that name: those requests are refused.
 */
export function isLoopbackHostname(hostname: string): boolean {
  const name = hostname.toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}
