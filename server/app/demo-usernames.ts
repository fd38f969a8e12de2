/**
 * Usernames of the demo accounts, whose passwords are public. Production uses them to recognise and refuse the database
 * of a demo; the accounts themselves are in `demo/accounts.ts`.
 */
export const demoUsernames = [
  'platform',
  'centre',
  'auditor',
  'finance',
  'supervisor',
  'maker',
  'checker',
  'payer',
  'unit2',
  'operator',
  'subcontractor',
  'partner',
  'newcomer',
  'pending',
] as const
export type DemoUsername = (typeof demoUsernames)[number]
