import { sql } from 'kysely'
import { idNumberFor } from '#/domain/base/identity.ts'
import { sealedColumns } from '#/server/lib/vault/sealing.ts'
import type { TestServer } from '#/server/tests/testing.ts'

/** A person to pay in a measurement. */
export interface Payee {
  readonly name: string
  readonly idNumber: string
  readonly mobile: string
  readonly cardNo: string
}

/** Adds payees of unit 1 with all documents, in set-based statements. */
export async function addPayees(server: TestServer, count: number): Promise<Payee[]> {
  const people = Array.from({ length: count }, (_, at) => ({
    id: 100_000 + at,
    name: `测试${String.fromCharCode(0x4e00 + (at % 2000))}`,
    idNumber: idNumberFor(
      '330106',
      `19${String(70 + (at % 30)).padStart(2, '0')}${String((Math.floor(at / 30) % 12) + 1).padStart(2, '0')}${String((Math.floor(at / 360) % 28) + 1).padStart(2, '0')}`,
      at % 1000,
    ),
    mobile: `138${String(10_000_000 + at).slice(-8)}`,
    // The endings for which the simulated bank has a fixed answer are avoided.
    cardNo: `6217000${String(10_000_000_000 + at).slice(-10)}77`,
  }))
  const vaultContext = { vault: server.running.kernel.vault }
  const rows = JSON.stringify(
    people.map(({ id, name, idNumber, mobile, cardNo }) => ({
      id,
      name,
      card_tail: cardNo.slice(-4),
      ...sealedColumns(vaultContext, { id_number: idNumber, mobile, card_no: cardNo }),
    })),
  )
  const db = server.running.kernel.database.kysely
  const recordset = sql`jsonb_to_recordset(${rows}::jsonb) as p(id bigint, name text, id_number_sealed text, id_number_index text, mobile_sealed text,
    mobile_index text, card_no_sealed text, card_no_index text, card_tail text)`
  await sql`insert into operator (id, code, kind, yztype, name, id_number_sealed, id_number_index, region_code, birth, mobile_sealed,
      mobile_index, status, is_identity_verified, centre_id, created_at)
    select id, 'BN' || id, 'platform', 1, name, id_number_sealed, id_number_index, '33', '1980-01-01', mobile_sealed, mobile_index, 8, true, 2, now() from ${recordset}`.execute(
    db,
  )
  await sql`insert into operator_card (operator_id, card_no_sealed, card_no_index, card_tail, bank_name, is_default, is_verified, verified_at)
    select id, card_no_sealed, card_no_index, card_tail, '中国建设银行', true, true, now() from ${recordset}`.execute(db)
  await sql`insert into unit_operator (unit_id, operator_id, created_at) select 1, id, now() from ${recordset}`.execute(db)
  await sql`insert into consent (operator_id, kind, centre_id, document_sha256, given_at) select p.id, kind, 2, repeat('0', 64), now() from ${recordset}, unnest(array['agreement', 'tax_filing']) kind`.execute(
    db,
  )
  await sql`analyze`.execute(db)
  return people
}
