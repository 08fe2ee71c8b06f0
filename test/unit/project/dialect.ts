/** Words and phrases with the plain ones to use in their place. */
const dialect: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\bnobody\b/i, 'no user, no account, nothing'],
  [/\bsomebody\b/i, 'a user, another process'],
  [/\bwhoever\b/i, 'the caller, the user'],
  // "people who write", "does not say who" and questions are plain English.
  [
    /(?<!\b(?:people|persons?|users?|authors?|members?|anyone|everyone|those|say)\s)\bwho\b(?![^.;]*\?)/i,
    'name the subject',
  ],
  [/\b(is|are|was|were|be|been|being|not) told\b/i, 'report, show, notify'],
  [/\bstands\b(?! (for|in for)\b)/i, 'is'],
  // "no more requests" is an amount.
  [/\bno more\b(?! (?!and\b|or\b|but\b|once\b|when\b|after\b|until\b)[a-z])/i, 'no longer, not again'],
  [/\bfor ever\b/i, 'always, without an end'],
  [/\bby and by\b/i, 'gradually'],
  [/\banew\b/i, 'again, new'],
  [/\bshall\b/i, 'must, should'],
  [/\bthereby\b|\bhither\b|\btidings\b|\blest\b|\bwhence\b/i, 'plain English'],
  [/\bcarr(y|ies|ied|ying)\b/i, 'deliver, contain, have'],
  [/\bcomes? to rest\b|\bat rest\b/i, 'end, idle'],
  [/\bin hand\b|\bunder way\b/i, 'active, running'],
  [/\bwaits? for (its|their|the) (turn|line)\b/i, 'queued, offline'],
  [/\bperhaps arrived\b|\bin doubt\b/i, 'unconfirmed'],
  [/\bdepartures?\b/i, 'sent'],
  [/\b(sightings?|beats?)\b/i, 'heartbeat'],
  [/\bheal(s|ed|ing)?\b/i, 'retry'],
  [/\bdoors?\b/i, 'parameter, entry point'],
  [/\bdesk\b/i, 'name the class'],
  [/\bways? out\b/i, 'action'],
  [/\bwish(es|ed)?\b/i, 'option'],
  [/\bmend(s|ed|ing)?\b/i, 'repair, fix'],
  [/\brevival\b|\brevives?\b/i, 'auto-start'],
  [/\bt(ake|akes|aken|ook) back\b/i, 'delete, undo'],
  [/\bt(ell|ells|old) apart\b/i, 'distinguish, disambiguate'],
  [/\btrouble\b/i, 'failure, problem'],
  [/\bdata fence\b/i, 'untrusted text'],
  [/\bbeside the bundle\b/i, 'lazy chunk'],
];

/** What is dialect in a text, each with the plain words to use in its place. */
export function dialectIn(text: string): readonly string[] {
  return dialect.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text);
    return found === null ? [] : `"${found[0]}": ${instead}`;
  });
}
