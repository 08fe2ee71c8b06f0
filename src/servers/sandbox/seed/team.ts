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

/** A room of the demo data. */
export interface SeedRoom {
  /** The key of the room in the conversations. */
  readonly key: string;
  /** Absent for a direct room, whose title is the name of the other person. */
  readonly title?: string;
  readonly team?: 'Platform' | 'Mobile' | 'Research' | 'Company';
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

function direct(other: string, quietForHours: number): SeedRoom {
  return { key: `direct/${other}`, members: `ada.park ${other}`, quietForHours };
}

/**
 * The demo person is in all of them except the last two. The first room of a team has its name, as its general room does.
 */
export const seedRooms: readonly SeedRoom[] = [
  { key: 'announcements', title: 'Announcements', team: 'Company', members: everyone, isLocked: true },
  { key: 'api', title: 'Platform', team: 'Platform', members: 'ada.park jonas.weber priya.raman mateo.silva chen.wei' },
  {
    key: 'incidents',
    title: 'Incidents',
    team: 'Platform',
    members: 'mateo.silva ada.park ingrid.larsen build.bot grace.lindqvist',
  },
  { key: 'builds', title: 'Builds', team: 'Platform', members: 'build.bot ada.park mateo.silva tom.becker' },
  {
    key: 'reviews',
    title: 'Code reviews',
    team: 'Platform',
    members: 'ada.park jonas.weber priya.raman tom.becker chen.wei',
  },
  // Two rooms with one title: only the team and the activity disambiguate them.
  {
    key: 'release-platform',
    title: 'Release planning',
    team: 'Platform',
    members: 'sam.oneill ada.park mateo.silva priya.raman',
  },
  { key: 'ios', title: 'Mobile', team: 'Mobile', members: 'yuki.tanaka ada.park noor.haddad', quietForHours: 31 },
  {
    key: 'release-mobile',
    title: 'Release planning',
    team: 'Mobile',
    members: 'sam.oneill ada.park alex.kim yuki.tanaka',
  },
  { key: 'android', title: 'Android', team: 'Mobile', members: 'alex.kim ada.park noor.haddad', quietForHours: 29 },
  { key: 'crashes', title: 'Crash reports', team: 'Mobile', members: 'alex.kim ada.park yuki.tanaka build.bot' },
  { key: 'papers', title: 'Research', team: 'Research', members: 'chen.wei ada.park priya.raman fatima.zahra' },
  { key: 'forecast', title: 'Demand forecast', team: 'Research', members: 'priya.raman ada.park chen.wei' },
  {
    key: 'security',
    title: 'Security',
    team: 'Platform',
    members: 'ingrid.larsen ada.park mateo.silva grace.lindqvist',
    titleFails: 'permanent',
    quietForHours: 20,
  },
  {
    key: 'onboarding',
    title: 'Onboarding Tom',
    members: 'ada.park tom.becker grace.lindqvist',
    titleFails: 2,
    quietForHours: 23,
  },
  {
    key: 'standup',
    title: 'Daily stand-up',
    team: 'Platform',
    members: 'ada.park jonas.weber priya.raman mateo.silva tom.becker',
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
  { key: 'offsite', title: 'Team offsite in spring', team: 'Company', members: everyone, quietForHours: 120 },
  direct('jonas.weber', 5),
  direct('jonas.weber2', 50),
  direct('alex.kim', 26),
  direct('alex.kim2', 74),
  direct('priya.raman', 8),
  direct('grace.lindqvist', 46),
  direct('mateo.silva', 3),
  direct('tom.becker', 22),
  { key: 'leadership', title: 'Leadership', team: 'Company', members: 'grace.lindqvist sam.oneill', quietForHours: 4 },
  {
    key: 'audit',
    title: 'Access audit',
    team: 'Platform',
    members: 'ingrid.larsen grace.lindqvist',
    quietForHours: 40,
  },
];
