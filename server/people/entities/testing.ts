import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { bankCardFor, creditCodeFor, idNumberFor } from '#/domain/base/identity.ts'
import type { EntityState } from '#/domain/people/entity.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// A one-pixel picture.
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

export const receiptPicture = { filename: '回执.png', mediaType: 'image/png', bytes: png }

export const entitySheet = {
  form: 'individual' as const,
  names: ['青禾', '云岫'] as string[],
  industry: '软件服务',
  bizScope: '软件开发；信息技术咨询服务',
  address: '西湖区文三路100号',
}

export const testPlace = { centre: 2, mode: 1 } as const

let serial = 700_000

/** Returns an unused credit code. */
export function unusedCreditCode(kind: '91' | '92' = '92'): string {
  return creditCodeFor(kind, '330106', serial++)
}

/** Creates an operator of a centre with an account and without a business. */
export async function createOwner(server: TestServer, centreId = 2): Promise<number> {
  const { kysely } = server.running.kernel.database
  const { vault } = server.running.kernel
  const ownerSerial = serial++
  const idNumber = idNumberFor('330106', '19900101', ownerSerial % 1000)
  const mobile = `139${String(ownerSerial).padStart(8, '0')}`
  const result = await sql<{
    id: number
  }>`insert into operator (code, kind, yztype, name, id_number_sealed, id_number_index, region_code, birth, mobile_sealed, mobile_index,
      status, is_identity_verified, centre_id, created_at)
    values (${`YZ${ownerSerial}`}, 'ordinary', 1, ${'方青禾'}, ${vault.seal('id_number', idNumber)}, ${vault.index('id_number', `${idNumber}${ownerSerial}`)}, '33', '1990-01-01',
      ${vault.seal('mobile', mobile)}, ${vault.index('mobile', mobile)}, 8, true, ${centreId}, now()) returning id`.execute(kysely)
  return result.rows[0]?.id as number
}

/** Moves a new business of an operator to this state, with a receipt for each step. */
export async function createBusinessInState(
  server: TestServer,
  operatorId: number,
  state: Exclude<EntityState, 'abnormal' | 'cancelling' | 'cancelled'>,
  taxedOn?: string,
) {
  const day = taxedOn ?? today(server)
  let entity = await server.must('centre', 'entities.begin', { operatorId, ...entitySheet }, testPlace)
  const target = () => ({ entityId: entity.id, version: entity.version })
  if (state === 'editing') return entity
  entity = await server.must('centre', 'entities.submit', { ...target(), name: '西湖区青禾软件服务部', file: receiptPicture }, testPlace)
  if (state === 'registering') return entity
  entity = await server.must(
    'centre',
    'entities.license',
    { ...target(), name: '西湖区青禾软件服务部', creditCode: unusedCreditCode(), licensedOn: day, file: receiptPicture },
    testPlace,
  )
  if (state === 'bank') return entity
  entity = await server.must(
    'centre',
    'entities.openAccount',
    { ...target(), bankName: '杭州联合银行', accountNo: bankCardFor('622202', serial++), file: receiptPicture },
    testPlace,
  )
  if (state === 'tax') return entity
  return server.must('centre', 'entities.enrol', { ...target(), taxKind: 'small', levy: 'deemed', taxedOn: day, file: receiptPicture }, testPlace)
}

/** Lets another person confirm the pending tax change of a business. Returns the business. */
export async function confirmTaxChange(server: TestServer, entity: { readonly taxChange: { readonly id: number } | null }) {
  assert.ok(entity.taxChange)
  return server.must('platform', 'entities.decideTax', { taxChangeId: entity.taxChange.id, isConfirmed: true })
}

/** Cancels the operator's demo businesses. */
export async function cancelBusinessesOf(server: TestServer, operatorId: number): Promise<void> {
  const { kysely } = server.running.kernel.database
  await sql`update entity_obligation set state = 'void', remind_on = null where operator_id = ${operatorId} and state in ('open', 'overdue')`.execute(kysely)
  await sql`update operator_entity set state = 'cancelled' where operator_id = ${operatorId}`.execute(kysely)
}

export function today(server: TestServer): string {
  const now = server.running.kernel.clock.now()
  return new Date(now.getTime() + 8 * 3_600_000).toISOString().slice(0, 10)
}
