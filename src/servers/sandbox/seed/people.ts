/** A person of the demo team. */
export interface SeedPerson {
  /** How the rest of the demo data names the person; also the part of the email before the at sign. */
  readonly key: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly job: string;
  readonly isAdmin?: boolean;
}

/** Who signs in when nobody else is asked for. */
export const demoPersonEmail = 'ada.park@example.com';

/** The demo team. Some names look alike on purpose: choosing by name alone must be possible to get wrong. */
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
