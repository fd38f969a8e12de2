import { agent, type ComparedRequest, comparePages, startHttp } from '#/bench/compare.ts'
import type { BenchFigure } from '#/bench/figure.ts'
import { addManyOperators } from '#/bench/many-operators.ts'
import { addManyRows } from '#/bench/many-rows.ts'
import { addMillionLines } from '#/bench/million-lines.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { startTestServer } from '#/server/tests/testing.ts'

const pageSize = '50'
const pageClause = 'order by id desc limit 50'
const placeCondition = 'centre_id = 2 and mode = 2'
const yearInput = { from: '2025-01-01', to: '2025-06-30' }
const yearCondition = (column: string) => `${column} >= '2025-01-01+08' and ${column} < '2025-07-01+08' order by ${column} desc, id desc limit 50`

interface ListRequest {
  readonly input?: Readonly<Record<string, string>>
  readonly keys: string
  readonly who?: string
  readonly sums?: string
  readonly goal?: NonNullable<ComparedRequest['goal']>
}

/** Returns one request per filter for the first page of a list. */
function firstPage(list: string, path: string, requestsByFilter: Readonly<Record<string, ListRequest>>): ComparedRequest[] {
  return Object.entries(requestsByFilter).map(([filter, { input = {}, keys, who = 'centre', ...rest }]) => ({
    name: `${list} of a million: ${filter}`,
    path,
    who,
    input: { size: pageSize, ...input },
    keys: `select id from ${keys}`,
    ...rest,
  }))
}

const operatorSource = "operator where centre_id = 2 and kind = 'platform'"
const withoutConsent = (kind: string) => `not exists (select from consent where operator_id = operator.id and kind = '${kind}' and revoked_at is null)`
const peopleInput = (input: Readonly<Record<string, string>>) => ({ kind: 'platform', ...input })

/**
 * The count and sums of a partner's commission, from the commission rows of each payment. The page shows both above its
 * list.
 */
const periodTotals = (when: string) => ({
  sums: `select count(*), sum(base_fen), sum(fee_fen), sum(amount_fen) from commission_item where party_type = 'partner' and party_id = 1${when}`,
  goal: { goalMs: 50, maxRatio: 2 },
})

const comparedRequests: ComparedRequest[] = [
  ...firstPage('Operators', '/api/operators/list', {
    all: { input: peopleInput({}), keys: `${operatorSource} ${pageClause}` },
    'all centres': { who: 'platform', input: peopleInput({}), keys: `operator where kind = 'platform' ${pageClause}` },
    'by state': { input: peopleInput({ status: '3' }), keys: `${operatorSource} and status = ${accountStatus.signing} ${pageClause}` },
    'without an agreement': { input: peopleInput({ isSigned: 'false' }), keys: `${operatorSource} and ${withoutConsent('agreement')} ${pageClause}` },
    'not authorised': { input: peopleInput({ isAuthorised: 'false' }), keys: `${operatorSource} and ${withoutConsent('tax_filing')} ${pageClause}` },
    'by state of the business': {
      input: peopleInput({ entityState: 'operating' }),
      keys: `${operatorSource} and exists (select from operator_entity where operator_id = operator.id and state = 'operating') ${pageClause}`,
    },
    'of a unit': {
      input: peopleInput({ unitId: '1000778' }),
      keys: `(select operator_id as id from unit_operator where unit_id = 1000778 and is_active order by operator_id desc limit 50) found`,
    },
  }),
  ...firstPage('Batches', '/api/payments/list', {
    all: { keys: `payment_batch where ${placeCondition} ${pageClause}` },
    'all centres': { who: 'platform', keys: `payment_batch ${pageClause}` },
    'of a unit': { who: 'maker', keys: `payment_batch where unit_id = 1 ${pageClause}` },
    'by state': { input: { states: '["failed"]' }, keys: `payment_batch where ${placeCondition} and state = 'failed' ${pageClause}` },
    'waiting for the audit': { input: { tab: 'auditing' }, keys: `payment_batch where ${placeCondition} and state = 'auditing' ${pageClause}` },
    'with trouble': { input: { trouble: 'any' }, keys: `payment_batch where ${placeCondition} and failed_count + returned_count > 0 ${pageClause}` },
    'short of money': { input: { short: 'yes' }, keys: `payment_batch where ${placeCondition} and is_insufficient ${pageClause}` },
    'by cost': { input: { sort: 'cost' }, keys: `payment_batch where ${placeCondition} order by cost_fen desc, id desc limit 50` },
    'of half a year': { input: yearInput, keys: `payment_batch where ${placeCondition} and ${yearCondition('created_at')}` },
  }),
  ...firstPage('Payment lines', '/api/lines/list', {
    all: { keys: `payment_line where ${placeCondition} ${pageClause}` },
    'of a unit': { who: 'maker', keys: `payment_line where unit_id = 1 ${pageClause}` },
  }),
  ...firstPage('Receipts', '/api/vouchers/list', {
    all: { keys: `voucher where ${placeCondition} ${pageClause}` },
    'of a unit': { who: 'maker', keys: `voucher where unit_id = 1 ${pageClause}` },
    'that came back': { input: { returned: 'yes' }, keys: `voucher where ${placeCondition} and is_returned ${pageClause}` },
    'of a month': {
      input: { from: '2026-08-01', to: '2026-08-31' },
      keys: `voucher where ${placeCondition} and traded_at >= '2026-08-01+08' and traded_at < '2026-09-01+08' order by traded_at desc, id desc limit 50`,
    },
  }),
  ...firstPage('Top-ups', '/api/prepayments/list', {
    all: { keys: `topup where ${placeCondition} ${pageClause}` },
    'by state': { input: { states: '["submitted"]' }, keys: `topup where ${placeCondition} and state = 'submitted' ${pageClause}` },
    'of half a year': { input: yearInput, keys: `topup where ${placeCondition} and ${yearCondition('submitted_at')}` },
  }),
  ...firstPage('Movements', '/api/prepayments/history', {
    all: { keys: `ledger_journal where ${placeCondition} ${pageClause}` },
    'by kind': { input: { kind: 'return' }, keys: `ledger_journal where ${placeCondition} and kind = 'return' ${pageClause}` },
    'of half a year': { input: yearInput, keys: `ledger_journal where ${placeCondition} and ${yearCondition('at')}` },
  }),
  ...firstPage('Commission', '/api/commissions/days', {
    'of a partner': {
      who: 'partner',
      ...periodTotals(''),
      keys: "commission_day where party_type = 'partner' and party_id = 1 order by day desc, id desc limit 50",
    },
    'of a partner, half a year': {
      who: 'partner',
      input: { from: '2026-01-01', to: '2026-06-30' },
      ...periodTotals(" and at >= '2026-01-01+08' and at < '2026-07-01+08'"),
      keys: "commission_day where party_type = 'partner' and party_id = 1 and day >= '2026-01-01' and day <= '2026-06-30' order by day desc, id desc limit 50",
    },
  }),
  ...firstPage('Contracts', '/api/contracts/list', {
    all: { keys: `contract where ${placeCondition} ${pageClause}` },
    'by kind': { input: { kinds: '["operator_agreement"]' }, keys: `contract where ${placeCondition} and kind = 'operator_agreement' ${pageClause}` },
    'by state': { input: { states: '["draft"]' }, keys: `contract where ${placeCondition} and sign_state = 'draft' ${pageClause}` },
    'of half a year': { input: yearInput, keys: `contract where ${placeCondition} and ${yearCondition('created_at')}` },
  }),
  ...firstPage('The log', '/api/audit/list', {
    all: { who: 'platform', keys: 'audit_log order by at desc, id desc limit 50' },
    'of a module': { who: 'platform', input: { module: 'roles' }, keys: "audit_log where action like 'roles.%' order by at desc, id desc limit 50" },
    refused: { who: 'platform', input: { outcome: 'refused' }, keys: "audit_log where outcome not in ('done', 'denied') order by at desc, id desc limit 50" },
  }),
  ...firstPage('People under review', '/api/operators/candidates', {
    all: { keys: "candidate where centre_id = 2 order by (state in ('open', 'waiting')) desc, id desc limit 50" },
    'by state': { input: { state: 'rejected' }, keys: `candidate where centre_id = 2 and state = 'rejected' ${pageClause}` },
  }),
  ...firstPage('Accounts', '/api/users/list', {
    all: { who: 'platform', keys: `app_user ${pageClause}` },
    'by state': { who: 'platform', input: { status: '5' }, keys: `app_user where status = ${accountStatus.disabled} ${pageClause}` },
    locked: { who: 'platform', input: { isLocked: 'true' }, keys: `app_user where status = ${accountStatus.locked} or locked_until > now() ${pageClause}` },
  }),
  ...firstPage('Businesses', '/api/entities/list', {
    all: { keys: `operator_entity where centre_id = 2 ${pageClause}` },
    'by state': { input: { states: '["registering"]' }, keys: `operator_entity where centre_id = 2 and state = 'registering' ${pageClause}` },
  }),
]

/** Lists for which the million payments are enough data. */
const paymentLists = ['Payment lines', 'Receipts', 'Commission']

/**
 * Measures the first page of million-row lists in the filters and orders above. Needs a PostgreSQL server, because `pg`
 * cannot reach the embedded database.
 */
export async function run(): Promise<BenchFigure[]> {
  if (!process.env.TEST_DATABASE_URL) return []
  const server = await startTestServer({ perMinute: 1_000_000 })
  // `LISTS='Operators,Receipts'` measures only these lists.
  const requestedLists = process.env.LISTS?.split(',') ?? ['']
  await addMillionLines(server)
  if (!requestedLists.every((list) => paymentLists.includes(list))) {
    await addManyOperators(server)
    await addManyRows(server)
  }
  const port = await startHttp(server)
  const figures: BenchFigure[] = []
  for (const question of comparedRequests.filter(({ name }) => requestedLists.some((list) => name.startsWith(list))))
    figures.push(await comparePages(server, port, question))
  agent.destroy()
  await server.close()
  return figures
}
