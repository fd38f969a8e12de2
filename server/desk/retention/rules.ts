import type { LegalBasis } from '#/domain/desk/legal-basis.ts'
import { permanentTables } from '#/server/desk/retention/permanent-tables.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

// Retention of all data. Tests require that every table has a rule or is permanent, and that docs/operations.md lists
// both.

const dayMs = 86_400_000

export type TableName = keyof Tables & string

/** A rule that deletes rows of a table some time after they are over. */
export interface RetentionRule {
  readonly table: TableName
  /** Description of the rows for the manual. */
  readonly what: string
  readonly keep: string
  readonly why: string
  /** The legal basis of the period; null for tables without personal data. */
  readonly basis: LegalBasis | null
  readonly keepMs: number
  /** The clock of the period. Demo time moves business data, but sessions, locks and limits use the real time. */
  readonly clock: 'real' | 'business'
  /** SQL for the time at which a row was over; null while it is still needed. */
  readonly since: string
  /** SQL condition for rows that are not deleted even after their period. */
  readonly unless?: string
  /** Dependent rows of other tables, deleted first; `column` refers to the row. */
  readonly with?: readonly { readonly table: TableName; readonly column: string }[]
  /**
   * SQL for the files that only these rows (`row`) refer to. The bytes of these files are deleted like those of expired
   * files.
   */
  readonly files?: string
}

const importSheetDependents = (['import_row', 'import_file'] as const).map((table) => ({ table, column: 'sheet_id' }))

/** The rule of tickets: they are over at their expiry. */
const expiryRule = {
  keep: '1 day after they expired',
  why: 'it can no longer be used',
  basis: 'purpose',
  keepMs: dayMs,
  clock: 'real',
  since: 'row.expires_at',
} as const satisfies Partial<RetentionRule>

/** Retention rules in order: rows that refer to others come before those. */
export const retentionRules: readonly RetentionRule[] = [
  {
    table: 'file_link',
    what: 'links that opened a file',
    keep: '1 day after the five minutes',
    why: 'each opening is in the trail',
    basis: 'purpose',
    keepMs: dayMs,
    clock: 'real',
    since: 'row.expires_at',
  },
  { table: 'login_ticket', what: 'sign-ins that waited for the second factor', ...expiryRule },
  { table: 'passkey_challenge', what: 'challenges for passkeys', ...expiryRule },
  {
    table: 'session',
    what: 'sessions',
    keep: '30 days after their end',
    why: 'a returning user sees why the session ended; sign-ins are in the trail',
    basis: 'purpose',
    keepMs: 30 * dayMs,
    clock: 'real',
    since: 'least(row.revoked_at, row.expires_at)',
  },
  {
    table: 'throttle',
    what: 'counts of wrong passwords, codes, uploads and requests',
    keep: '1 day after their window and any lock',
    why: 'no window is longer than a day',
    basis: null,
    keepMs: dayMs,
    clock: 'real',
    since: 'greatest(row.since, row.blocked_until)',
  },
  {
    table: 'idempotency',
    what: 'answers for a request that is sent again, sealed',
    keep: '7 days',
    why: 'a browser sends again within minutes; the answer holds what the request asked for',
    basis: 'purpose',
    keepMs: 7 * dayMs,
    clock: 'business',
    since: 'row.created_at',
  },
  { table: 'recovery_ticket', what: 'links from recovery mails', ...expiryRule },
  {
    table: 'recovery_ask',
    what: 'requests for a new password, with the hash of the code',
    keep: '1 day',
    why: 'a code lives ten minutes; the request is in the trail',
    basis: 'purpose',
    keepMs: dayMs,
    clock: 'real',
    since: 'row.created_at',
    with: [{ table: 'recovery_ticket', column: 'ask_id' }],
  },
  {
    table: 'mobile_ask',
    what: 'changes of a mobile number by its owner, and requests to close an account, that wait for codes',
    keep: '1 day',
    why: 'a code lives ten minutes; the change is in the trail',
    basis: 'purpose',
    keepMs: dayMs,
    clock: 'real',
    since: 'row.created_at',
  },
  {
    table: 'application_code',
    what: 'codes of registration',
    keep: '1 day',
    why: 'a code lives ten minutes',
    basis: 'purpose',
    keepMs: dayMs,
    clock: 'real',
    since: 'row.created_at',
  },
  { table: 'reg_ticket', what: 'tickets of registration and of links that request documents', ...expiryRule },
  {
    table: 'sign_ticket',
    what: 'links to sign, with the hash of the code',
    keep: '30 days after they expired',
    why: 'the signature and its proof are kept with the contract',
    basis: 'purpose',
    keepMs: 30 * dayMs,
    clock: 'real',
    since: 'row.expires_at',
  },
  {
    table: 'application',
    what: 'drafts of registrations, with their documents and pictures',
    keep: '30 days untouched',
    why: 'data of people who did not apply have no purpose (个人信息保护法 §19, §47); one with an appeal stays',
    basis: 'purpose',
    keepMs: 30 * dayMs,
    clock: 'business',
    since: "case when row.state = 'draft' then row.updated_at end",
    unless: 'exists (select from registration_appeal appeal where row.id in (appeal.application_id, appeal.other_application_id))',
    with: [
      { table: 'application_file', column: 'application_id' },
      { table: 'application_event', column: 'application_id' },
    ],
    files: `select file_id from application_file where application_id = row.id
      union select file_id from card_reading where holder = 'application ' || row.id`,
  },
  {
    table: 'import_sheet',
    what: 'lists that were uploaded and not imported, with their rows and the file',
    keep: '30 days',
    why: 'there is no purpose in keeping the people of an abandoned list',
    basis: 'purpose',
    keepMs: 30 * dayMs,
    clock: 'business',
    since: "case when row.state in ('open', 'prepared', 'cancelled') then row.created_at end",
    with: importSheetDependents,
    files: 'select row.file_id',
  },
  {
    table: 'import_sheet',
    what: 'imported lists, with their rows and the file',
    keep: '180 days after the end',
    why: 'questions about a list arise within months; its results are in their own tables and in the trail',
    basis: 'purpose',
    keepMs: 180 * dayMs,
    clock: 'business',
    since: 'row.finished_at',
    with: importSheetDependents,
    files: 'select row.file_id',
  },
  {
    table: 'task',
    what: 'exports and other long work in the list of tasks',
    keep: '30 days after the end',
    why: 'the file is deleted earlier; the trail records who exported what. A task that a check of the trail refers to is kept with it',
    basis: 'purpose',
    keepMs: 30 * dayMs,
    clock: 'business',
    since: 'row.finished_at',
    unless: 'exists (select from audit_verification made where made.task_id = row.id)',
  },
  {
    table: 'integrity_run',
    what: 'checks of the books, with their findings',
    keep: '400 days',
    why: 'an auditor needs the checks of a year; a failed check is kept with the payout stop that it caused',
    basis: null,
    keepMs: 400 * dayMs,
    clock: 'real',
    since: 'row.started_at',
    with: [{ table: 'integrity_finding', column: 'run_id' }],
    unless: 'exists (select from payout_stop stop where stop.run_id = row.id)',
  },
  {
    table: 'login_address',
    what: 'addresses from which an account was signed in',
    keep: '90 days after the last time',
    why: 'failures elsewhere do not lock out an owner at a known address; older addresses have no purpose',
    basis: 'purpose',
    keepMs: 90 * dayMs,
    clock: 'real',
    since: 'row.seen_at',
  },
  {
    table: 'message',
    what: 'messages to people inside the product',
    keep: '180 days',
    why: 'their content is kept with the records that they refer to',
    basis: 'purpose',
    keepMs: 180 * dayMs,
    clock: 'business',
    since: 'row.created_at',
  },
  {
    table: 'client_error',
    what: 'reports of browsers',
    keep: '30 days',
    why: 'older reports are no longer investigated, and they may contain data from the screen',
    basis: 'purpose',
    keepMs: 30 * dayMs,
    clock: 'real',
    since: 'row.created_at',
  },
  {
    table: 'text_message',
    what: 'text messages sent through a gateway',
    keep: '180 days',
    why: 'questions about delivery arise within months; the text is never kept',
    basis: 'purpose',
    keepMs: 180 * dayMs,
    clock: 'business',
    since: 'row.created_at',
  },
  {
    table: 'gateway_call',
    what: 'questions to verifiers, with their cost',
    keep: '800 days',
    why: 'bills of a provider are compared within two years; results of questions are kept with the card or person',
    basis: 'purpose',
    keepMs: 800 * dayMs,
    clock: 'business',
    since: 'row.at',
  },
  {
    table: 'outbox',
    what: 'mails and text messages of the sandbox',
    keep: '1 day',
    why: 'they carry codes',
    basis: 'purpose',
    keepMs: dayMs,
    clock: 'real',
    since: 'row.sent_at',
  },
  {
    table: 'sandbox_payment',
    what: 'orders to the sandbox channel',
    keep: '180 days',
    why: 'it answers late queries about orders; no money was paid',
    basis: null,
    keepMs: 180 * dayMs,
    clock: 'business',
    since: 'row.received_at',
  },
]

/** Files and their bytes are deleted once they have expired and no row refers to them. */
export const fileRule = {
  table: 'stored_file',
  what: 'files with a last day, the row and the bytes: exports with full numbers and files of faulty rows 1 day, other exports and templates 7, evidence documents 30, previews 1, unused slips 1; pictures of registrations without a reference 30, of faces 180, without a signature 30, and at once when the person withdraws the consent',
  keep: 'until that day',
  why: 'an old copy is only a risk; downloads are in the trail',
  basis: 'purpose',
} as const

/** Returns the laws on which the retention of a table is based. */
export function legalBasesOf(table: string): readonly LegalBasis[] {
  const ruleBases = [...retentionRules, fileRule].flatMap((rule) => (rule.table === table && rule.basis !== null ? [rule.basis] : []))
  return [...new Set([...ruleBases, ...permanentTables.flatMap((group) => ((group.tables as readonly string[]).includes(table) ? group.bases : []))])]
}
