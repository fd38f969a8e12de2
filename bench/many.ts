import { sql } from 'kysely'
import { firstOperator, firstUnit, operatorCount, unitCount } from '#/bench/crowd.ts'
import { multiply } from '#/bench/multiply.ts'
import { asOwner } from '#/server/kernel/transaction.ts'
import type { TestServer } from '#/server/testing.ts'

const many = 1_000_000
const numbers = `select at from generate_series(1, ${many}) at`
// Every fourth row is of unit 1, the others of the crowd's.
const unit = `case when at % 4 = 0 then 1 else ${firstUnit} + 1 + at % ${unitCount} end`
const operator = `${firstOperator} + 1 + at % ${operatorCount}`
const mode = 'case when at % 5 = 0 then 1 else 2 end'
/** Rows come about in the order of their ids, over three years. */
const moment = `now() - make_interval(secs => (${many} - at) * 95)`
const pick = (...choices: readonly (readonly [share: number, value: string])[]) =>
  `case ${choices
    .slice(0, -1)
    .map(([share, value]) => `when at % ${share} = 0 then ${value}`)
    .join(' ')} else ${choices.at(-1)?.[1]} end`

/** Adds a million rows each of what grows with business, besides lines and people: batches, top-ups, journals, contracts, reviews, businesses, messages, the log. */
export async function addMany(server: TestServer, tell: (what: string) => void = () => undefined): Promise<void> {
  await multiply(server, [
    {
      table: 'payment_batch',
      from: numbers,
      template: 'select * from payment_batch where unit_id = 1 order by id',
      given: {
        id: '',
        no: "'BX' || at",
        month: `date_trunc('month', ${moment})::date`,
        unit_id: unit,
        mode,
        state: pick([101, "'auditing'"], [103, "'paying'"], [7, "'cancelled'"], [11, "'failed'"], [1, "'closed'"]),
        cost_fen: '(at::bigint * 7919) % 100000000',
        is_insufficient: 'at % 211 = 0',
        failed_count: 'case when at % 97 = 0 then 1 else 0 end',
        returned_count: 'case when at % 307 = 0 then 1 else 0 end',
        created_at: moment,
        retry_of_batch_id: 'null',
        file_sha256: 'null',
      },
    },
  ])
  tell('batches')
  await multiply(server, [
    {
      table: 'topup',
      from: numbers,
      template: 'select * from topup order by id',
      given: {
        id: '',
        no: "'TX' || at",
        unit_id: unit,
        mode,
        bank_serial: "'TX' || at",
        bank_credit_id: 'null',
        state: pick([50, "'submitted'"], [13, "'rejected'"], [1, "'withdrawn'"]),
        submitted_at: moment,
      },
    },
    {
      table: 'bank_credit',
      from: numbers,
      template: 'select * from bank_credit order by id',
      given: { id: '', serial: "'CX' || at", unit_id: unit, mode, state: pick([50, "'unclaimed'"], [1, "'confirmed'"]), credited_at: moment },
    },
    {
      table: 'ledger_journal',
      from: numbers,
      given: {
        kind: pick([50, "'topup'"], [3, "'freeze'"], [211, "'return'"], [1, "'payment'"]),
        ref_type: "'line'",
        ref_id: 'at',
        ref_no: "'J' || at",
        idem_key: "'jx' || at",
        centre_id: '2',
        mode,
        unit_id: unit,
        entries: '2',
        memo: "''",
        at: moment,
      },
    },
  ])
  tell('money')
  await multiply(server, [
    {
      table: 'contract',
      from: numbers,
      template: "select * from contract where unit_id is not null and sign_state = 'done' order by id",
      given: {
        id: '',
        no: "'HX' || at",
        unit_id: `case when at % 2 = 0 then ${unit} end`,
        operator_id: `case when at % 2 = 1 then ${operator} end`,
        mode,
        kind: "case when at % 2 = 1 then 'operator_agreement' else 'unit_service' end",
        sign_state: pick([101, "'draft'"], [13, "'terminated'"], [17, "'expired'"], [1, "'done'"]),
        source: "'electronic'",
        previous_id: 'null',
        relation: 'null',
        valid_from: `(${moment})::date`,
        valid_to: `(${moment})::date + 900`,
        created_at: moment,
      },
    },
    {
      table: 'candidate',
      from: numbers,
      given: {
        centre_id: '2',
        unit_id: unit,
        name: 'chr(19968 + at % 500) || chr(20468 + at % 3000)',
        problems: "array['unknown']",
        state: pick([50, "'open'"], [101, "'waiting'"], [7, "'rejected'"], [1, "'accepted'"]),
        submitted_by: '5',
        submitted_at: moment,
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
      table: 'message',
      from: numbers,
      given: {
        user_id: 'case when at % 4 = 0 then 2 else 5 end',
        kind: "'batch'",
        created_at: moment,
        read_at: 'case when at % 100 = 0 then null else now() end',
      },
    },
  ])
  tell('papers')
  await multiply(server, [
    {
      table: 'operator_entity',
      from: numbers,
      template: 'select * from operator_entity order by id',
      given: {
        id: '',
        operator_id: `${firstOperator} + at`,
        name: "'店' || at",
        credit_code: "'BE' || lpad(at::text, 16, '0')",
        centre_id: '2',
        application_id: 'null',
        state: pick([50, "'registering'"], [101, "'abnormal'"], [7, "'cancelled'"], [1, "'operating'"]),
        calendar_from: "'2026-01-01'",
        created_at: moment,
      },
    },
    {
      table: 'entity_obligation',
      from: numbers,
      given: {
        entity_id: `(select max(id) from operator_entity) - ${many} + at`,
        operator_id: `${firstOperator} + at`,
        centre_id: '2',
        kind: pick([4, "'annualReport'"], [1, "'vat'"]),
        period: "'2026-Q1'",
        opens_on: `(${moment})::date - 15`,
        due_on: `(${moment})::date`,
        state: pick([50, "'overdue'"], [7, "'open'"], [1, "'void'"]),
      },
    },
    {
      table: 'app_user',
      from: numbers,
      template: 'select * from app_user where usertype = 3 order by id',
      given: {
        id: `3000000 + at`,
        username: "'bx' || at",
        name: "'用户' || at",
        usertype: 'case when at % 3 = 0 then 2 else 3 end',
        unit_id: `case when at % 3 = 0 then ${unit} end`,
        operator_id: `case when at % 3 <> 0 then ${operator} end`,
        status: pick([50, '5'], [101, '9'], [1, '8']),
        mobile: "'13' || lpad(at::text, 9, '0')",
        created_at: moment,
        application_id: 'null',
        locked_until: "case when at % 1001 = 0 then now() + interval '1 day' end",
      },
    },
    { table: 'user_role', from: numbers, given: { user_id: '3000000 + at', role_id: '(select min(id) from role where usertype = 3) + 0' } },
  ])
  tell('people')
  await multiply(server, [
    {
      table: 'account_application',
      from: numbers,
      template: 'select * from account_application order by id',
      given: {
        id: '',
        unit_id: unit,
        user_id: '3000000 + at',
        state: pick([50, "'pending'"], [7, "'rejected'"], [1, "'approved'"]),
        decided_by: pick([50, 'null'], [1, '2']),
        decided_at: pick([50, 'null'], [1, 'now()']),
        requested_at: moment,
        corrects_id: 'null',
        reviewer_id: 'case when at % 9 = 0 then 2 end',
      },
    },
    {
      table: 'application',
      from: numbers,
      given: {
        no: "'AX' || at",
        kind: pick([2, "'operator'"], [101, "'partner'"], [1, "'unit'"]),
        state: pick([50, "'pending'"], [7, "'rejected'"], [1, "'active'"]),
        mobile_sealed: '(select mobile_sealed from operator limit 1)',
        mobile_index: "'a' || at",
        language: "'zh'",
        fields: "'{}'",
        sealed: "'{}'",
        subject_name: "'甲' || at",
        subject_index: "'a' || at",
        rejects: "'[]'",
        centre_id: '2',
        mode,
        clause_version: "'1'",
        clause_at: moment,
        clause_ip: "''",
        submitted_at: moment,
        user_id: '3000000 + at',
        created_at: moment,
        updated_at: moment,
      },
    },
    {
      table: 'identity_dispute',
      from: `select at from generate_series(1, 100000) at`,
      given: {
        operator_id: operator,
        unit_id: unit,
        centre_id: '2',
        statement: "'不是本人'",
        state: "'withdrawn'",
        created_by: '9',
        created_at: moment,
        resolved_at: 'now()',
      },
    },
    {
      table: 'client_error',
      from: numbers,
      given: {
        user_id: '5',
        message: "'boom' || at",
        stack: "''",
        page: "'/x'",
        version: "'1'",
        agent: "'a'",
        request_id: "'r' || at",
        happened_at: moment,
        created_at: moment,
      },
    },
  ])
  tell('reviews')
  await multiply(server, [
    {
      table: 'audit_log',
      from: numbers,
      given: {
        chain: '99',
        seq: 'at',
        at: moment,
        request_id: "'bx' || at",
        user_id: 'case when at % 4 = 0 then 2 else 5 end',
        usertype: '2',
        centre_id: '2',
        unit_id: unit,
        mode,
        ip: "'10.0.' || at % 200 || '.1'",
        action: pick([9, "'auth.login'"], [11, "'units.edit'"], [1009, "'roles.save'"], [1, "'payments.create'"]),
        ref_type: "'batch'",
        ref_id: 'at::text',
        outcome: pick([50, "'refused'"], [1, "'done'"]),
        detail: "jsonb_build_object('no', 'N' || at)",
        previous: "'\\\\x00'",
        hash: "'\\\\x00'",
      },
    },
    {
      table: 'tax_standing',
      from: `select at, month from generate_series(1, ${many}) at, generate_series(0, 2) month`,
      given: {
        centre_id: '2',
        operator_id: `${firstOperator} + at`,
        month: `to_char(now() - make_interval(months => month), 'YYYY-MM')`,
        gross_fen: 'case when at % 5000 = 0 then 200000000 else at % 1000000 end',
        mode: '2',
      },
    },
  ])
  tell('log')
  await asOwner(server.running.kernel.database, (trx) => sql`analyze`.execute(trx), { statementMs: 0 })
}
