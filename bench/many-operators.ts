import { sql } from 'kysely'
import { asOwner } from '#/server/lib/database/transaction.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** The number of operators in addition to those of the demo. */
export const operatorCount = 1_000_000
export const unitCount = 20_000
export const firstUnit = 1_000_000
export const firstOperator = 2_000_000

/** An added operator whose numbers the measurements search for. */
export interface KnownPayee {
  readonly operatorId: number
  readonly unitId: number
  readonly name: string
  readonly idNumber: string
  readonly mobile: string
}

/**
 * Adds 20,000 units and 1,000,000 operators with card and agreement to centre 2, in a few set-based statements. All
 * rows reuse the sealed texts of the demo's first operator, because the server opens each one separately anyway. Each
 * row has its own index values, and one operator has its own real numbers.
 */
export async function addManyOperators(server: TestServer): Promise<KnownPayee> {
  const { vault, database } = server.running.kernel
  const payee = { operatorId: firstOperator + 777, unitId: firstUnit + 777, name: '万里挑', idNumber: '330106198805178887', mobile: '13600000777' }
  await asOwner(
    database,
    async (trx) => {
      const run = (text: string) => sql.raw(text).execute(trx)
      await run(`insert into unit (id, code, name, credit_code, legal_person, biz_kind, industry, contact_name, contact_mobile, status, marketer_id, salesman_id, created_at)
        select ${firstUnit} + at, 'BU' || at, '群众科技有限公司' || at, 'BU' || lpad(at::text, 16, '0'), '王立本', case when at % 5 = 0 then 'platform' else 'ordinary' end, '软件服务',
          '李联络', '137' || lpad(at::text, 8, '0'), case when at % 20 = 0 then 5 else 8 end, null, null, now() - make_interval(mins => at)
        from generate_series(1, ${unitCount}) at`)
      await run(`insert into unit_setting (unit_id, centre_id, mode, virtual_account_no)
        select ${firstUnit} + at, 2, 2, 'BU' || at from generate_series(1, ${unitCount}) at`)
      const { rows: columns } = await sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = 'unit_setting_version' and column_name not in ('id', 'setting_id', 'unit_id') order by ordinal_position`.execute(
        trx,
      )
      const otherColumns = columns.map((column) => column.name)
      await run(`insert into unit_setting_version (setting_id, unit_id, ${otherColumns.join(', ')})
        select setting.id, setting.unit_id, ${otherColumns.map((name) => `template.${name}`).join(', ')}
        from unit_setting setting cross join (select version.* from unit_setting_version version join unit_setting own on own.id = version.setting_id
          where own.centre_id = 2 and own.mode = 2 and version.in_force_at is not null order by version.id limit 1) template
        where setting.unit_id > ${firstUnit}`)
      await run(`insert into account (centre_id, mode, kind, unit_id, balance_fen)
        select 2, 2, kind, ${firstUnit} + at, case when kind = 'unit_available' then at * 100 else 0 end
        from generate_series(1, ${unitCount}) at, unnest(array['unit_available', 'unit_frozen']) kind`)
      await run(`insert into operator (id, code, kind, yztype, name, birth, status, is_identity_verified, centre_id, created_at, id_number_sealed, id_number_index,
          mobile_sealed, mobile_index, region_code)
        select ${firstOperator} + at, 'BO' || at, 'platform', 1, chr(19968 + at % 500) || chr(20468 + at % 3000) || chr(21000 + at % 700), '1988-05-17',
          case when at % 10 = 0 then 3 else 8 end, true, 2, now() - make_interval(mins => at), template.id_number_sealed, md5('i' || at) || 'x', template.mobile_sealed,
          md5('m' || at) || 'x', '33'
        from generate_series(1, ${operatorCount}) at cross join (select * from operator order by id limit 1) template`)
      await run(`insert into unit_operator (unit_id, operator_id, created_at)
        select ${firstUnit} + 1 + at % ${unitCount}, ${firstOperator} + at, now() from generate_series(1, ${operatorCount}) at`)
      await run(`insert into unit_operator (unit_id, operator_id, created_at)
        select ${payee.unitId}, ${firstOperator} + at, now() from generate_series(1, 3000) at on conflict do nothing`)
      await run(`insert into operator_card (operator_id, bank_name, is_default, is_verified, verified_at, card_no_sealed, card_no_index, card_tail)
        select ${firstOperator} + at, '中国工商银行', true, true, now(), template.card_no_sealed, md5('c' || at) || 'x', '0001'
        from generate_series(1, ${operatorCount}) at cross join (select * from operator_card order by id limit 1) template`)
      await run(`insert into consent (operator_id, kind, centre_id, document_sha256, given_at)
        select ${firstOperator} + at, 'agreement', 2, repeat('0', 64), now() from generate_series(1, ${operatorCount}) at where at % 10 <> 0`)
      await sql`update operator set name = ${payee.name}, id_number_index = ${vault.index('id_number', payee.idNumber)}, mobile_index = ${vault.index('mobile', payee.mobile)}
        where id = ${payee.operatorId}`.execute(trx)
    },
    { statementMs: 0 },
  )
  await asOwner(database, (trx) => sql`analyze`.execute(trx), { statementMs: 0 })
  return payee
}
