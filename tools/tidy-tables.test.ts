import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { code, machinery, offenders, root } from '#/tools/sources.ts'

// Who speaks to the database, who writes what, and how migrations are numbered.

/** Who writes a table, by module; `kernel` and `app` are the machinery. Whoever is named here does write it. */
const owners: Readonly<Record<string, readonly string[]>> = {
  payment_batch: ['payments', 'lines', 'payouts'],
  payment_line: ['lines', 'payouts'],
  payout_attempt: ['payouts'],
  payout_event: ['payouts'],
  ledger_journal: ['ledger'],
  ledger_entry: ['ledger'],
  account: ['ledger'],
  tax_standing: ['tax'],
  voucher: ['vouchers'],
  topup: ['prepayments'],
  bank_credit: ['prepayments'],
  operator: ['operators'],
  operator_card: ['operators'],
  operator_entity: ['entities'],
  entity_step: ['entities'],
  entity_paper: ['entities'],
  entity_obligation: ['entities'],
  candidate: ['operators'],
  candidate_paper: ['papers'],
  candidate_merge: ['operators'],
  unit_operator: ['operators'],
  identity_dispute: ['disputes'],
  unit_related_person: ['relations'],
  relation_exception: ['relations'],
  application: ['applications'],
  application_file: ['applications'],
  application_event: ['applications'],
  application_code: ['applications'],
  registration_appeal: ['applications'],
  invite: ['applications'],
  reg_ticket: ['tickets'],
  evidence: ['payments'],
  unit: ['units'],
  unit_setting: ['units', 'contracts'],
  unit_setting_version: ['units'],
  invoice_title: ['units'],
  partner: ['partners'],
  centre: ['centres'],
  staff_record: ['staff'],
  customer_handover: ['staff'],
  channel: ['centres', 'payouts'],
  commission_item: ['payouts'],
  payout_exception: ['payouts'],
  payout_exception_step: ['payouts'],
  payout_notice: ['payouts'],
  task: ['kernel'],
  app_user: ['auth', 'users'],
  account_application: ['users'],
  user_centre: ['users'],
  user_role: ['users', 'auth', 'roles'],
  audit_verification: ['audit'],
  role: ['roles'],
  role_permission: ['roles'],
  permission_name: ['roles'],
  permission_order: ['roles'],
  second_factor: ['auth'],
  recovery_code: ['auth'],
  login_ticket: ['auth'],
  card_reading: ['identity'],
  mobile_ask: ['profile'],
  message: ['messages'],
  message_choice: ['messages'],
  client_error: ['errors'],
  contract: ['contracts'],
  contract_template: ['templates'],
  contract_revision: ['contracts'],
  sign_task: ['contracts', 'signing'],
  sign_ticket: ['contracts', 'signing'],
  consent: ['contracts'],
  import_sheet: ['imports'],
  import_row: ['imports'],
  audit_signature: ['audit'],
  counter: ['app', 'kernel'],
  entity_levy_rate: ['entities'],
  file_link: ['files', 'signing'],
  idempotency: ['kernel'],
  integrity_finding: ['integrity'],
  integrity_run: ['integrity'],
  login_address: ['auth'],
  outbox: ['messages'],
  paid_month: ['dashboard'],
  payout_slip: ['payouts'],
  payout_stop: ['integrity'],
  platform_setting: ['centres'],
  recovery_ask: ['recovery'],
  recovery_ticket: ['recovery'],
  sandbox_payment: ['payouts'],
  service_order: ['contracts'],
  session: ['kernel', 'profile'],
  stored_file: ['kernel', 'payouts', 'retention'],
  tax_adjustment: ['tax'],
  tax_reservation: ['tax'],
  throttle: ['auth', 'kernel'],
  vault_key: ['kernel'],
}

/** Why a table has more than one writer. */
const shared: Readonly<Record<string, string>> = {
  payment_batch: 'lines count and prepare it, payments moves it between people, payouts closes it',
  payment_line: 'lines writes it until it is queued, payouts from then on',
  channel: 'centres sets it up, payouts stops and resumes it',
  unit_setting: 'a renewed contract stands in the terms in the transaction of its signature',
  app_user: 'auth writes what signing in changes, users what people change',
  user_role: 'users gives roles to a person, roles people to a role, auth the first role of an account made from the machine',
  sign_task: 'contracts makes and ends it, signing carries it out',
  sign_ticket: 'contracts gives it out, signing uses it up',
  file_link: 'signing opens a paper to somebody without an account',
  stored_file: 'the kernel takes files in, retention takes them away, payouts keeps slips for good that something rests on',
  session: 'the kernel opens and ends it, profile marks that its holder showed the password',
  throttle: 'the kernel counts, auth lets an account go that an administrator unlocks',
  counter: 'the kernel counts, the check of readiness writes one number to know that it can',
}

/** Tables that no source of the server writes. */
const writtenElsewhere: Readonly<Record<string, string>> = {
  audit_chain: 'by the function app.audit_append alone, which requests may call',
  audit_log: 'by the function app.audit_append alone, which requests may call',
  batch_deed: 'by triggers on the tables that were changed',
  ledger_unbooked: 'by triggers, while a transaction runs',
  fee_plan: 'the price list: no page changes it; the demo puts in its own',
  role_right_given: 'with the built-in roles, when the program starts',
  split_rule: 'what partners are due: no page changes it; the demo puts in its own',
  tax_period: 'no page closes a month: it is closed on the database, and the program heeds it',
  tax_policy: 'from db/policies, when the program starts',
}

/** Where the name of a table that is written is put together. */
const anyTable: Readonly<Record<string, string>> = {
  'server/kernel/rotation.ts': 'seals every table with sealed columns under a new key',
  'server/kernel/unsealed.ts': 'seals what databases of earlier versions hold in the open',
  'server/system/retention/store.ts': 'takes away what `rules.ts` says, of whichever table',
}

/** Numbers that no migration has. Work done side by side began at numbers of its own, so that no two collided; what it did not need stays free. */
const unused: readonly (readonly [number, number])[] = [
  [5, 9],
  [11, 11],
  [14, 14],
  [19, 19],
  [25, 25],
  [27, 30],
  [34, 39],
  [41, 49],
  [52, 54],
  [56, 59],
  [63, 69],
  [72, 79],
  [82, 84],
  [86, 88],
  [93, 94],
  [97, 98],
  [104, 109],
  [112, 119],
  [121, 129],
  [132, 134],
  [136, 139],
  [143, 144],
  [149, 149],
  [151, 154],
  [158, 159],
]

/** Numbers that two migrations have: installed databases remember both by name and checksum; they run in the order of their names. */
const twice: Readonly<Record<string, string>> = {
  '0012': 'payouts and vouchers were made side by side',
  '0023': 'audit and roles were made side by side',
  '0024': 'messages and the plans of queries were made side by side',
}

const tables = [...readFileSync(join(root, 'db/schema.sql'), 'utf8').matchAll(/^create table ([a-z_]+) \(/gm)].map((match) => match[1] ?? '')

function ownerOf(path: string): string {
  const [, group = '', module = ''] = path.split('/')
  return group === 'app' || machinery.server.some((each) => each === group) ? group : module
}

/** The tables that a source writes. */
function writtenBy(text: string): string[] {
  const writes =
    /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`]([a-z_]+)|\b(?:insert into|delete from|merge into|(?<!for |do )update(?: only)?)\s+([a-z_]+)\b/g
  return [...text.matchAll(writes)].map((match) => match[1] ?? match[2] ?? '').filter((table) => tables.includes(table))
}

const writers = code.filter((source) => source.zone === 'server' && !source.path.startsWith('server/tests/'))

test('SQL stands in the stores, the machinery and the database folder', () => {
  const wrong = offenders(
    code.filter((source) => source.zone === 'server'),
    (source) => {
      if (/^server\/(kernel|lib|app|tests)\//.test(source.path) || /\/(store(-[a-z]+)?|invariants)\.ts$/.test(source.path)) return null
      return /\b(selectFrom|insertInto|updateTable|deleteFrom)\(|\bsql(<[^>]*>)?`/.test(source.text) ? 'has SQL' : null
    },
  )
  assert.deepEqual(wrong, [])
})

test('every table has an owner, or a reason why no source writes it', () => {
  assert.ok(tables.length > 90, 'db/schema.sql is read')
  const named = [...Object.keys(owners), ...Object.keys(writtenElsewhere)]
  assert.deepEqual(named.toSorted(), tables.toSorted())
})

test('each table is written by its owners alone', () => {
  const wrong = offenders(writers, (source) => {
    const table = writtenBy(source.text).find((each) => !owners[each]?.includes(ownerOf(source.path)))
    return table ? `writes ${table}, which belongs to ${owners[table]?.join(', ') ?? 'nobody'}` : null
  })
  assert.deepEqual(wrong, [])
})

test('the past of the demo has its journals from the ledger', () => {
  const wrong = offenders(
    code.filter((source) => source.path.startsWith('db/demo/')),
    (source) => (/'ledger_journal'|into (ledger_|account\b)/.test(source.text) ? 'writes journals' : null),
  )
  assert.deepEqual(wrong, [])
})

test('every owner of a table writes it, and where there are several a reason says why', () => {
  const pairs = new Set(writers.flatMap((source) => writtenBy(source.text).map((table) => `${table} by ${ownerOf(source.path)}`)))
  const idle = Object.entries(owners).flatMap(([table, names]) => names.map((name) => `${table} by ${name}`).filter((pair) => !pairs.has(pair)))
  assert.deepEqual(idle, [])
  const several = Object.keys(owners).filter((table) => (owners[table]?.length ?? 0) > 1)
  assert.deepEqual(Object.keys(shared).toSorted(), several.toSorted())
})

test('the name of a table that is written is put together only where that is the work', () => {
  const puts = /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'"`\s]|\b(?:insert into|delete from|merge into|update) \$\{/
  const found = writers.filter((source) => puts.test(source.text)).map((source) => source.path)
  assert.deepEqual(found.toSorted(), Object.keys(anyTable).toSorted())
})

test('migrations are numbered one after the other, but for what is explained', () => {
  const names = readdirSync(join(root, 'db/migrations'))
  assert.deepEqual(
    names.filter((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name)),
    [],
  )
  const numbers = names.map((name) => name.slice(0, 4))
  const again = new Set(numbers.filter((number, at) => numbers.indexOf(number) !== at))
  assert.deepEqual([...again].toSorted(), Object.keys(twice), 'given twice')
  const last = Math.max(...numbers.map(Number))
  const free = Array.from({ length: last }, (_, at) => at + 1).filter((number) => !numbers.includes(String(number).padStart(4, '0')))
  const explained = unused.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, at) => from + at))
  assert.deepEqual(free, explained, 'left out')
})
