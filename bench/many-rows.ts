import { sql } from 'kysely'
import { fillTables, type TableFill } from '#/bench/fill-tables.ts'
import { firstOperator, firstUnit, operatorCount, unitCount } from '#/bench/many-operators.ts'
import { accountStatus, userType } from '#/domain/base/codes.ts'
import { asOwner } from '#/server/lib/database/transaction.ts'
import type { TestServer } from '#/server/tests/testing.ts'

const rowCount = 1_000_000
const firstUser = 3_000_000
const rowsQuery = `select at from generate_series(1, ${rowCount}) at`
// Every fourth row belongs to unit 1, the others to the added units.
const unitSql = `case when at % 4 = 0 then 1 else ${firstUnit} + 1 + at % ${unitCount} end`
const operatorSql = `${firstOperator} + 1 + at % ${operatorCount}`
const modeSql = 'case when at % 5 = 0 then 1 else 2 end'
/** The rows are created in the order of their ids, over three years. */
const createdAtSql = `now() - make_interval(secs => (${rowCount} - at) * 95)`
const placeColumns = { unit_id: unitSql, mode: modeSql }

/** Returns SQL that assigns each choice to every nth row, and the usual text to all others. */
function pickSql(choices: Readonly<Record<string, number>>, usual: string): string {
  const cases = Object.entries(choices).map(([text, every]) => `when at % ${every} = 0 then '${text}'`)
  return `case ${cases.join(' ')} else '${usual}' end`
}

const moneyFills: TableFill[] = [
  {
    table: 'payment_batch',
    from: rowsQuery,
    // The added units have terms in one mode only.
    template: 'select * from payment_batch where unit_id = 1 and centre_id = 2 order by id',
    given: {
      id: '',
      no: "'BX' || at",
      month: `date_trunc('month', ${createdAtSql})::date`,
      unit_id: unitSql,
      mode: '2',
      state: pickSql({ auditing: 101, paying: 103, cancelled: 7, failed: 11 }, 'closed'),
      cost_fen: '(at::bigint * 7919) % 100000000',
      is_insufficient: 'at % 211 = 0',
      failed_count: 'case when at % 97 = 0 then 1 else 0 end',
      returned_count: 'case when at % 307 = 0 then 1 else 0 end',
      created_at: createdAtSql,
      paid_at: createdAtSql,
      retry_of_batch_id: 'null',
      file_sha256: 'null',
    },
  },
  {
    table: 'topup',
    from: rowsQuery,
    template: 'select * from topup order by id',
    given: {
      ...placeColumns,
      id: '',
      no: "'TX' || at",
      bank_serial: "'TX' || at",
      bank_credit_id: 'null',
      state: pickSql({ submitted: 50, rejected: 13 }, 'withdrawn'),
      submitted_at: createdAtSql,
    },
  },
  {
    table: 'ledger_journal',
    from: rowsQuery,
    given: {
      ...placeColumns,
      kind: pickSql({ topup: 50, freeze: 3, return: 211 }, 'payment'),
      ref_type: "'line'",
      ref_id: 'at',
      ref_no: "'J' || at",
      idem_key: "'jx' || at",
      centre_id: '2',
      entries: '2',
      memo: "''",
      at: createdAtSql,
    },
  },
]

const paperFills: TableFill[] = [
  {
    table: 'contract',
    from: rowsQuery,
    template: "select * from contract where unit_id is not null and sign_state = 'done' order by id",
    given: {
      id: '',
      no: "'HX' || at",
      unit_id: `case when at % 2 = 0 then ${unitSql} end`,
      operator_id: `case when at % 2 = 1 then ${operatorSql} end`,
      mode: modeSql,
      kind: "case when at % 2 = 1 then 'operator_agreement' else 'unit_service' end",
      sign_state: pickSql({ draft: 101, terminated: 13, expired: 17 }, 'done'),
      source: "'electronic'",
      previous_id: 'null',
      relation: 'null',
      valid_from: `(${createdAtSql})::date`,
      valid_to: `(${createdAtSql})::date + 900`,
      created_at: createdAtSql,
    },
  },
  {
    table: 'candidate',
    from: rowsQuery,
    given: {
      centre_id: '2',
      unit_id: unitSql,
      name: 'chr(19968 + at % 500) || chr(20468 + at % 3000)',
      problems: "array['unknown']",
      state: pickSql({ open: 50, waiting: 101, rejected: 7 }, 'accepted'),
      submitted_by: '5',
      submitted_at: createdAtSql,
      id_number_sealed: "''",
      id_number_index: "'c' || at",
      mobile_sealed: "''",
      mobile_index: "'c' || at",
      card_no_sealed: "''",
      card_no_index: "'c' || at",
      reviewer_id: 'case when at % 9 = 0 then 2 end',
    },
  },
  {
    table: 'operator_entity',
    from: rowsQuery,
    template: 'select * from operator_entity order by id',
    given: {
      id: '',
      operator_id: `${firstOperator} + at`,
      name: "'店' || at",
      credit_code: "'BE' || lpad(at::text, 16, '0')",
      centre_id: '2',
      application_id: 'null',
      state: pickSql({ registering: 50, abnormal: 101, cancelled: 7 }, 'operating'),
      calendar_from: "'2026-01-01'",
      created_at: createdAtSql,
    },
  },
]

const otherFills: TableFill[] = [
  {
    table: 'app_user',
    from: rowsQuery,
    template: `select * from app_user where usertype = ${userType.operator} order by id`,
    given: {
      id: `${firstUser} + at`,
      username: "'bx' || at",
      name: "'用户' || at",
      usertype: `case when at % 3 = 0 then ${userType.unit} else ${userType.operator} end`,
      unit_id: `case when at % 3 = 0 then ${unitSql} end`,
      operator_id: `case when at % 3 <> 0 then ${operatorSql} end`,
      status: `case when at % 50 = 0 then ${accountStatus.disabled} when at % 101 = 0 then ${accountStatus.locked} else ${accountStatus.active} end`,
      mobile: "'13' || lpad(at::text, 9, '0')",
      created_at: createdAtSql,
      application_id: 'null',
    },
  },
  {
    table: 'audit_log',
    from: rowsQuery,
    given: {
      ...placeColumns,
      chain: '99',
      seq: 'at',
      at: createdAtSql,
      request_id: "'bx' || at",
      user_id: 'case when at % 4 = 0 then 2 else 5 end',
      usertype: String(userType.unit),
      centre_id: '2',
      ip: "'10.0.' || at % 200 || '.1'",
      action: pickSql({ 'auth.login': 9, 'units.edit': 11, 'roles.save': 1009 }, 'payments.create'),
      ref_type: "'batch'",
      ref_id: 'at::text',
      outcome: pickSql({ refused: 50 }, 'done'),
      detail: "jsonb_build_object('no', 'N' || at)",
      previous: "'\\x00'",
      hash: "'\\x00'",
    },
  },
]

/** Adds a million rows each of batches, money, documents, reviews, businesses, accounts and log entries. */
export async function addManyRows(server: TestServer): Promise<void> {
  for (const tableFills of [moneyFills, paperFills, otherFills]) await fillTables(server, tableFills)
  await asOwner(server.running.kernel.database, (trx) => sql`analyze`.execute(trx), { statementMs: 0 })
}
