import type { SeedFileName } from './files.ts';

/** A message of the demo data. */
export interface SeedMessage {
  /** The key of the author. */
  readonly by: string;
  readonly hoursAgo: number;
  readonly text?: string;
  readonly markdown?: string;
  readonly file?: SeedFileName;
}

/** The messages of the week by room, oldest first. */
export const seedConversations: Readonly<Record<string, readonly SeedMessage[]>> = {
  announcements: [
    {
      by: 'grace.lindqvist',
      hoursAgo: 97,
      markdown: '**Welcome, Tom!** Tom Becker joins us for six months as a working student.',
    },
    {
      by: 'grace.lindqvist',
      hoursAgo: 25,
      markdown:
        'Release **4.2** goes out on Thursday.\n\n- code freeze on Wednesday at noon\n- notes to <@personEmail:fatima.zahra@example.com|Fatima>',
    },
  ],
  api: [
    { by: 'jonas.weber', hoursAgo: 52, text: 'Why does the orders list come back in a different order after paging?' },
    {
      by: 'ada.park',
      hoursAgo: 51.8,
      markdown:
        'Because the sort has no tie breaker. This fixes it:\n\n`src/orders/list.sql:12-15`\n\n```sql\nSELECT id, title\nFROM orders\nORDER BY updated DESC, id DESC\nLIMIT 51\n```',
    },
    { by: 'priya.raman', hoursAgo: 51.5, text: 'Confirmed on my side, thank you.' },
    {
      by: 'chen.wei',
      hoursAgo: 9,
      markdown: 'Do we have a rule for *optional* fields? I would leave them out instead of sending `null`.',
    },
    {
      by: 'ada.park',
      hoursAgo: 2.2,
      markdown:
        '> Do we have a rule for optional fields?\n\nYes: leave them out. See [the guide](https://example.com/guide/optional-fields).',
    },
  ],
  incidents: [
    { by: 'build.bot', hoursAgo: 30.5, markdown: '**Alert**: p95 latency of `checkout` is 2.4 s (limit 800 ms)' },
    {
      by: 'mateo.silva',
      hoursAgo: 30.2,
      markdown:
        '<@all> we look into it. First finding:\n\n```typescript\nfor (;;) {\n  try {\n    return await work();\n  } catch {\n    await pause(250); // never gives up\n  }\n}\n```',
    },
    {
      by: 'ada.park',
      hoursAgo: 29.9,
      text: 'Patch attached: three tries, then the error is passed on.',
      file: 'retry-budget.patch',
    },
    { by: 'mateo.silva', hoursAgo: 29.1, text: 'Deployed. Looks good again.', file: 'latency-after-fix.png' },
    { by: 'ingrid.larsen', hoursAgo: 6.5, text: 'Review of the incident is on Monday, 10:00.' },
  ],
  builds: [
    {
      by: 'build.bot',
      hoursAgo: 24.1,
      markdown:
        "Build 1881 **failed** on `main`\n\n```\nerror TS2345: Argument of type 'string | undefined' is not assignable\n  src/cart/total.ts:41:17\n```",
    },
    { by: 'tom.becker', hoursAgo: 23.9, text: 'That was me, sorry. Fix is on the way.' },
    { by: 'build.bot', hoursAgo: 1.1, markdown: 'Build 1894 passed on `main` in 4 min 12 s' },
  ],
  reviews: [
    {
      by: 'tom.becker',
      hoursAgo: 7.4,
      markdown:
        'Is this the way to do it?\n\n```python\ndef total(items: list[Item]) -> Decimal:\n    """Sum of all items, rounded once at the end."""\n    return round(sum((i.price * i.count for i in items), Decimal(0)), 2)\n```',
    },
    {
      by: 'ada.park',
      hoursAgo: 7.1,
      markdown:
        '<@personEmail:tom.becker@example.com|Tom>: yes. Two things:\n\n1. name the rounding mode\n2. a test for the empty list',
    },
    {
      by: 'jonas.weber',
      hoursAgo: 0.8,
      markdown: 'Fences inside a fence, for the renderer:\n\n````markdown\n```js\nconsole.log(1)\n```\n````',
    },
  ],
  'release-platform': [
    { by: 'sam.oneill', hoursAgo: 26, text: 'The checklist for 4.2', file: 'release-checklist.pdf' },
    { by: 'ada.park', hoursAgo: 4.6, text: 'Backend items are done, two reviews are open.' },
  ],
  'release-mobile': [
    { by: 'yuki.tanaka', hoursAgo: 47, text: 'iOS is in store review.' },
    { by: 'alex.kim', hoursAgo: 10.3, text: 'Android rolls out to 5 % tonight.' },
  ],
  crashes: [
    { by: 'build.bot', hoursAgo: 33, text: 'Crash 2291, 14 users', file: 'crash-2291.log' },
    {
      by: 'yuki.tanaka',
      hoursAgo: 32.4,
      markdown: '`OrderList` reads past the end when the last order is *archived*.',
    },
  ],
  papers: [
    {
      by: 'chen.wei',
      hoursAgo: 71,
      markdown: 'Next: [Time, Clocks, and the Ordering of Events](https://example.com/papers/clocks)',
    },
  ],
  forecast: [
    { by: 'priya.raman', hoursAgo: 12.5, text: 'The numbers of the quarter', file: 'Übersicht “Q3” 数据.csv' },
  ],
  standup: [
    { by: 'jonas.weber', hoursAgo: 1.9, text: 'Yesterday: cart page. Today: reviews. No blockers.' },
    { by: 'priya.raman', hoursAgo: 1.85, text: 'Same as yesterday, the import is still running.' },
    { by: 'mateo.silva', hoursAgo: 1.8, text: 'Today: alerts for the new queue.' },
  ],
  design: [{ by: 'noor.haddad', hoursAgo: 28, text: 'Critique of the checkout at 15:00, everyone welcome.' }],
  customers: [
    {
      by: 'jonas.weber2',
      hoursAgo: 3.4,
      markdown:
        'A customer gets this from `curl`:\n\n```json\n{ "message": "The “max” parameter must be a whole number above 0." }\n```',
    },
    { by: 'ada.park', hoursAgo: 3.1, text: 'They send max=0. I will make the message clearer.' },
  ],
  'direct/jonas.weber': [
    { by: 'jonas.weber', hoursAgo: 5.2, text: 'Do you have the snippet from this morning?' },
    { by: 'ada.park', hoursAgo: 5, markdown: '```ts\nconst byTeam = Map.groupBy(rooms, (room) => room.teamId);\n```' },
  ],
  'direct/mateo.silva': [{ by: 'mateo.silva', hoursAgo: 3, text: 'Can you look at the queue alerts with me?' }],
  leadership: [{ by: 'grace.lindqvist', hoursAgo: 4, text: 'Budget for the next quarter is approved.' }],
};
