import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { businessContracts, businessRows, levyRatesOf } from '#/demo/businesses.ts'
import { insertAll, type Row } from '#/demo/insert.ts'
import { cardColumns, idColumns, type NumberSealer } from '#/demo/numbers.ts'
import type { DemoPerson } from '#/demo/people.ts'
import type { DemoWorld } from '#/demo/world.ts'
import { accountStatus } from '#/domain/base/codes.ts'
import { factsOfNumber } from '#/domain/base/id-paper.ts'
import { idNumberFor } from '#/domain/base/identity.ts'
import { shiftDay } from '#/domain/base/period.ts'
import { sandboxVerifier } from '#/domain/services/gateway.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { sealedColumns } from '#/server/lib/vault/sealing.ts'

/** Days since the first data of the demo. */
export const startDays = 420

/** Returns the digest of a kind of agreement. All people signed the same text. */
function documentDigestOf(kind: string): string {
  return createHash('sha256').update(`demo ${kind} 2025`).digest('hex')
}

function consentsOf(person: DemoPerson, today: string, given_at: string): Row<'consent'>[] {
  const consent = (kind: string, valid_to: string | null) => ({
    operator_id: person.id,
    kind,
    centre_id: person.centreId,
    document_sha256: documentDigestOf(kind),
    given_at,
    valid_to,
    revoked_at: null,
  })
  const agreement = person.agreement === 'none' ? [] : [consent('agreement', shiftDay(today, person.agreement === 'expired' ? -10 : 700))]
  return [...agreement, ...(person.hasTaxConsent ? [consent('tax_filing', null)] : []), consent('personal_data', null)]
}

/**
 * Returns the particulars of a person, complete for every tenth person. The others only have the sex and nationality
 * that the ID number implies.
 */
function particularsOf(sealer: NumberSealer, { id, idNumber }: DemoPerson) {
  if (id % 10 !== 1) return { sex: '', nationality: '', id_address_sealed: '', valid_from: null, valid_to: null }
  const { sex, nationality } = factsOfNumber('id_card', idNumber)
  const address = `浙江省杭州市西湖区文三路${(id % 400) + 1}号${(id % 18) + 1}幢${(id % 6) + 1}01室`
  const issueYear = 2012 + (id % 9)
  const day = `-0${(id % 9) + 1}-18`
  return {
    sex,
    nationality,
    id_address_sealed: sealer.vault.seal('id_address', address),
    valid_from: `${issueYear}${day}`,
    valid_to: `${issueYear + 20}${day}`,
  }
}

/** Inserts people with their cards and consents, active from the first day on. */
export async function insertPersons(trx: Kysely<Tables>, sealer: NumberSealer, people: readonly DemoPerson[], today: string, at: string): Promise<void> {
  const operators = people.map(
    (person): Row<'operator'> => ({
      id: person.id,
      code: `JY${String(person.id).padStart(6, '0')}`,
      // Some people own a business and registered themselves.
      kind: person.entity !== null && person.id % 5 === 0 ? 'ordinary' : 'platform',
      yztype: person.yztype,
      name: person.name,
      ...sealedColumns(sealer, { id_number: person.idNumber, mobile: person.mobile }),
      region_code: person.idNumber.slice(0, 2),
      birth: person.birth,
      ...particularsOf(sealer, person),
      status: person.status,
      status_reason: person.status === accountStatus.frozen ? '身份异议处理中' : '',
      is_identity_verified: person.isVerified,
      identity_verified_by: person.isVerified ? sandboxVerifier : '',
      centre_id: person.centreId,
      created_at: at,
    }),
  )
  const cards = people.map(
    (person): Row<'operator_card'> => ({
      operator_id: person.id,
      ...cardColumns(sealer, person.cardNo),
      bank_name: person.bankName,
      is_default: true,
      is_verified: true,
      verified_by: sandboxVerifier,
      verified_at: at,
    }),
  )
  const links = people.flatMap((person) => person.unitIds.map((unit_id) => ({ unit_id, operator_id: person.id, is_active: true, created_at: at })))
  await insertAll(trx, 'operator', operators)
  await insertAll(trx, 'operator_card', cards)
  await insertAll(trx, 'unit_operator', links)
  await insertAll(
    trx,
    'consent',
    people.flatMap((person) => consentsOf(person, today, at)),
  )
}

export async function insertPeople(trx: Kysely<Tables>, sealer: NumberSealer, world: DemoWorld, today: string, at: string): Promise<void> {
  const { people } = world
  await insertPersons(trx, sealer, people, today, at)
  const businesses = businessRows(people, today, at)
  await insertAll(trx, 'operator_entity', businesses)
  await insertAll(trx, 'entity_levy_rate', levyRatesOf(businesses, people, at))
  await insertAll(
    trx,
    'contract',
    businessContracts(people, world.units, { valid_from: shiftDay(today, -startDays), valid_to: shiftDay(today, 500), created_at: at }),
  )
  const relatedPersons = [
    ...world.units.map((unit) => ({
      unit_id: unit.id,
      name: unit.legalPerson,
      ...idColumns(sealer, idNumberFor(unit.region, `19760${(unit.id % 9) + 1}15`, 600 + unit.id)),
      relation: 'legal_person',
      created_at: at,
    })),
    ...people.flatMap(({ relatedTo, name, idNumber }) =>
      relatedTo === null ? [] : [{ unit_id: relatedTo, name, ...idColumns(sealer, idNumber), relation: 'employee', created_at: at }],
    ),
  ]
  await insertAll(trx, 'unit_related_person', relatedPersons)
}
