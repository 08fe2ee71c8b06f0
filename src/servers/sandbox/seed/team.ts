/** A person of the demo team. */
export interface SeedPerson {
  /** The key of the person in the demo data, also the local part of the email address. */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly job: string;
  readonly isAdmin?: boolean;
}

/** The person that signs in by default. */
export const demoPersonEmail = 'ada.park@example.com';

/** The demo team. Some names are similar on purpose, so that choosing by name alone can go wrong. */
export const seedPeople: readonly SeedPerson[] = [
  { key: 'ada.park', firstName: 'Ada', lastName: 'Park', job: 'Backend developer' },
  { key: 'grace.lindqvist', firstName: 'Grace', lastName: 'Lindqvist', job: 'Head of engineering', isAdmin: true },
  { key: 'jonas.weber', firstName: 'Jonas', lastName: 'Weber', job: 'Frontend developer' },
  { key: 'jonas.weber2', firstName: 'Jonás', lastName: 'Weber', job: 'Support lead' },
  { key: 'alex.kim', firstName: 'Alex', lastName: 'Kim', job: 'Mobile developer' },
  { key: 'alex.kim2', firstName: 'Alex', lastName: 'Kim', job: 'Recruiter' },
  { key: 'priya.raman', firstName: 'Priya', lastName: 'Raman', job: 'Data engineer' },
  { key: 'mateo.silva', firstName: 'Mateo', lastName: 'Silva', job: 'Site reliability engineer' },
  { key: 'noor.haddad', firstName: 'Noor', lastName: 'Haddad', job: 'Product designer' },
  { key: 'yuki.tanaka', firstName: 'Yuki', lastName: 'Tanaka', job: 'iOS developer' },
  { key: 'ingrid.larsen', firstName: 'Ingrid', lastName: 'Larsen', job: 'Security engineer' },
  { key: 'sam.oneill', firstName: 'Sam', lastName: 'O’Neill', job: 'Product manager' },
  { key: 'chen.wei', firstName: '陈', lastName: '伟', job: 'Research engineer' },
  { key: 'fatima.zahra', firstName: 'Fatima', lastName: 'Zahra', job: 'Technical writer' },
  { key: 'tom.becker', firstName: 'Tom', lastName: 'Becker', job: 'Working student' },
  { key: 'build.bot', firstName: 'Build', lastName: 'Bot', job: 'Reports on builds' },
];

type Team = 'Platform' | 'Mobile' | 'Research' | 'Company';

/** A room of the demo data. */
export interface SeedRoom {
  /** The key of the room in the conversations. */
  readonly key: string;
  /** Absent for a direct room, whose title is the name of the other person. */
  readonly title?: string;
  readonly team?: Team;
  /** Keys of people, separated by spaces. The first one is the creator and moderator. */
  readonly members: string;
  readonly isLocked?: boolean;
  /** The title cannot be decrypted: permanently, or for this many listings. */
  readonly titleFails?: 'permanent' | number;
  /** The time of the last activity, if there is no conversation. */
  readonly quietForHours?: number;
}

const employees = seedPeople.map(({ key }) => key).filter((key) => key !== 'build.bot');
const everyone = ['grace.lindqvist', ...employees.filter((key) => key !== 'grace.lindqvist')].join(' ');

/** The first room of a team has its name, as its general room does. The demo person is not in Access audit and Leadership. */
const teamRooms: Readonly<Record<Team, readonly SeedRoom[]>> = {
  Platform: [
    { key: 'api', title: 'Platform', members: 'ada.park jonas.weber priya.raman mateo.silva chen.wei' },
    { key: 'incidents', title: 'Incidents', members: 'mateo.silva ada.park ingrid.larsen build.bot grace.lindqvist' },
    { key: 'builds', title: 'Builds', members: 'build.bot ada.park mateo.silva tom.becker' },
    { key: 'reviews', title: 'Code reviews', members: 'ada.park jonas.weber priya.raman tom.becker chen.wei' },
    // Two rooms with one title: only the team and the activity disambiguate them.
    { key: 'release-platform', title: 'Release planning', members: 'sam.oneill ada.park mateo.silva priya.raman' },
    {
      key: 'security',
      title: 'Security',
      members: 'ingrid.larsen ada.park mateo.silva grace.lindqvist',
      titleFails: 'permanent',
      quietForHours: 20,
    },
    { key: 'standup', title: 'Daily stand-up', members: 'ada.park jonas.weber priya.raman mateo.silva tom.becker' },
    { key: 'audit', title: 'Access audit', members: 'ingrid.larsen grace.lindqvist', quietForHours: 40 },
  ],
  Mobile: [
    { key: 'ios', title: 'Mobile', members: 'yuki.tanaka ada.park noor.haddad', quietForHours: 31 },
    { key: 'release-mobile', title: 'Release planning', members: 'sam.oneill ada.park alex.kim yuki.tanaka' },
    { key: 'android', title: 'Android', members: 'alex.kim ada.park noor.haddad', quietForHours: 29 },
    { key: 'crashes', title: 'Crash reports', members: 'alex.kim ada.park yuki.tanaka build.bot' },
  ],
  Research: [
    { key: 'papers', title: 'Research', members: 'chen.wei ada.park priya.raman fatima.zahra' },
    { key: 'forecast', title: 'Demand forecast', members: 'priya.raman ada.park chen.wei' },
  ],
  Company: [
    { key: 'announcements', title: 'Announcements', members: everyone, isLocked: true },
    { key: 'offsite', title: 'Team offsite in spring', members: everyone, quietForHours: 120 },
    { key: 'leadership', title: 'Leadership', members: 'grace.lindqvist sam.oneill', quietForHours: 4 },
  ],
};

const otherRooms: readonly SeedRoom[] = [
  {
    key: 'onboarding',
    title: 'Onboarding Tom',
    members: 'ada.park tom.becker grace.lindqvist',
    titleFails: 2,
    quietForHours: 23,
  },
  { key: 'design', title: 'Design critique', members: 'noor.haddad ada.park jonas.weber sam.oneill' },
  { key: 'docs', title: 'Docs & tutorials', members: 'fatima.zahra ada.park sam.oneill', quietForHours: 55 },
  { key: 'customers', title: 'Customer questions <urgent>', members: 'jonas.weber2 ada.park sam.oneill' },
  { key: 'lunch', title: 'Lunch & coffee ☕', members: everyone, quietForHours: 27 },
  {
    key: 'books',
    title: 'Bücher, 本, livres',
    members: 'fatima.zahra ada.park chen.wei yuki.tanaka',
    quietForHours: 96,
  },
  { key: 'hiring', title: 'Hiring: backend', members: 'alex.kim2 ada.park grace.lindqvist', quietForHours: 49 },
];

/** The other people of the direct rooms, with the hours since the last activity. */
const directRooms = {
  ...{ 'jonas.weber': 5, 'jonas.weber2': 50, 'alex.kim': 26, 'alex.kim2': 74 },
  ...{ 'priya.raman': 8, 'grace.lindqvist': 46, 'mateo.silva': 3, 'tom.becker': 22 },
};

export const seedRooms: readonly SeedRoom[] = [
  ...Object.entries(teamRooms).flatMap(([team, rooms]) => rooms.map((room) => ({ ...room, team: team as Team }))),
  ...otherRooms,
  ...Object.entries(directRooms).map(direct),
];

function direct([other, quietForHours]: [string, number]): SeedRoom {
  return { key: `direct/${other}`, members: `ada.park ${other}`, quietForHours };
}
