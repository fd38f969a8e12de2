import { accountStatus, operatorType } from '#/domain/base/codes.ts'
import type { IdKind } from '#/domain/base/id-paper.ts'
import type { RegisteredPerson } from '#/domain/onboarding/operator-import.ts'
import type { Particulars } from '#/domain/people/particulars.ts'
import type { Context } from '#/server/kernel/context.ts'
import { mapInSlices } from '#/server/lib/slices.ts'
import { cachedVaultOf } from '#/server/lib/vault/sealing.ts'
import type { CardCheckRequest } from '#/server/people/identity/public.ts'
import * as store from '#/server/people/operators/store-import.ts'

/** A person named by an import list. */
export interface ListedPerson {
  readonly name: string
  readonly idKind: IdKind
  readonly idNumber: string
  readonly particulars: Particulars
  readonly mobile: string
  readonly cardNo: string
  readonly bankName: string
  /** The provider that confirmed person and card. Empty when unconfirmed; then two people verify before any payment. */
  readonly verifiedBy: string
}

/** Returns a centre's payees on a list, by identity number. */
export async function findPayees(
  ctx: Context,
  centreId: number,
  idNumbers: readonly string[],
): Promise<ReadonlyMap<string, { readonly id: number; readonly name: string }>> {
  const { index } = cachedVaultOf(ctx)
  const idNumberByIndex = new Map(await mapInSlices(idNumbers, (each) => [index('id_number', each), each] as const))
  const rows = await ctx.widen('people whom a list names', () => store.payeesOf(ctx, centreId, [...idNumberByIndex.keys()]))
  return new Map(rows.map((row) => [idNumberByIndex.get(row.id_number_index) ?? '', { id: row.id, name: row.name }]))
}

/** Known facts about the people of a list and a unit, by identity number; no number is unsealed. */
export interface RegisteredPeople {
  person(idNumber: string): RegisteredPerson | null
  /** Returns whether the business with this credit code belongs to this person or another, or null when unknown. */
  entityOwner(creditCode: string, idNumber: string): 'own' | 'other' | null
  /** Returns the question for the bank before this person is imported, or null when this card is already confirmed. */
  question(person: Omit<ListedPerson, 'verifiedBy'>): CardCheckRequest | null
  readonly rows: ReadonlyMap<string, store.RegisteredRow>
}

/** Looks up all people of a list at once. */
export async function loadKnownPeople(ctx: Context, unitId: number, idNumbers: readonly string[], creditCodes: readonly string[]): Promise<RegisteredPeople> {
  const sealer = cachedVaultOf(ctx)
  const idNumberByIndex = new Map(await mapInSlices([...new Set(idNumbers)], (each) => [sealer.index('id_number', each), each] as const))
  const [people, owners] = await ctx.widen('people whom a list names', async () => [
    await store.registeredPeople(ctx, unitId, [...idNumberByIndex.keys()]),
    await store.entityOwners(ctx, [...new Set(creditCodes)]),
  ])
  const rows = new Map(people.map((row) => [idNumberByIndex.get(row.id_number_index) ?? '', row]))
  const ownerIdByCreditCode = new Map(owners.map((owner) => [owner.credit_code, owner.operator_id]))
  return {
    rows,
    person(idNumber) {
      const row = rows.get(idNumber)
      return row ? { name: row.name, idKind: row.id_kind, status: row.status, isLinked: row.is_linked, dispute: row.dispute } : null
    },
    entityOwner(creditCode, idNumber) {
      const owner = ownerIdByCreditCode.get(creditCode)
      if (owner === undefined) return null
      return owner === rows.get(idNumber)?.id ? 'own' : 'other'
    },
    question({ name, idKind, idNumber, mobile, cardNo }) {
      const row = rows.get(idNumber)
      if (!row) return { name, idKind, idNumber, mobile, cardNo }
      if (row.is_identity_verified && row.cards.includes(sealer.index('card_no', cardNo))) return null
      // Verifies the card against the stored mobile number, because an import does not change existing people.
      return { name, idKind, idNumber, mobile: sealer.open('mobile', row.mobile_sealed, row.mobile_index), cardNo }
    },
  }
}

/** The outcome for a person of a list. */
export interface ImportedPerson {
  readonly operatorId: number
  readonly result: 'created' | 'linked' | 'known'
}

/**
 * Imports the people of a list. New ones become natural persons of the centre, pending their signatures. Known ones
 * are linked to the unit and otherwise unchanged.
 * Repeating the import changes nothing. Runs a fixed number of statements.
 */
export async function importPeople(
  ctx: Context,
  of: { readonly unitId: number; readonly centreId: number },
  people: readonly ListedPerson[],
): Promise<Map<string, ImportedPerson>> {
  const peopleByIdNumber = new Map<string, ImportedPerson>()
  if (people.length === 0) return peopleByIdNumber
  await ctx.widen('people of a list', async () => {
    const knownBeforeInsert = await loadKnownPeople(
      ctx,
      of.unitId,
      people.map((person) => person.idNumber),
      [],
    )
    const newPeople = people.filter((person) => !knownBeforeInsert.rows.has(person.idNumber))
    const createdIds = new Set((await store.insertPeople(ctx, of.centreId, newPeople)).map((each) => each.id))
    // Another import may have created the person meanwhile, so the rows are read again.
    const knownAfterInsert = await loadKnownPeople(
      ctx,
      of.unitId,
      people.map((person) => person.idNumber),
      [],
    )
    const peopleToVerify = people.filter((person) => knownAfterInsert.question(person) !== null)
    await store.storeCards(
      ctx,
      peopleToVerify.flatMap(({ idNumber, cardNo, bankName, verifiedBy }) => {
        const operatorId = knownAfterInsert.rows.get(idNumber)?.id
        return operatorId === undefined ? [] : [{ operatorId, cardNo, bankName, by: verifiedBy }]
      }),
      of.unitId,
    )
    await store.markIdentitiesVerified(
      ctx,
      people.flatMap(({ idNumber, verifiedBy: by }) => {
        const operatorId = knownAfterInsert.rows.get(idNumber)?.id
        return operatorId === undefined || by === '' || createdIds.has(operatorId) ? [] : [{ operatorId, by }]
      }),
    )
    await store.linkPeopleToUnit(
      ctx,
      of.unitId,
      people.flatMap(({ idNumber, cardNo }) => {
        const operatorId = knownAfterInsert.rows.get(idNumber)?.id
        return operatorId === undefined ? [] : [{ operatorId, cardNo }]
      }),
    )
    for (const { idNumber } of people) {
      const row = knownAfterInsert.rows.get(idNumber)
      if (!row) continue
      const result = createdIds.has(row.id) ? 'created' : row.is_linked ? 'known' : 'linked'
      peopleByIdNumber.set(idNumber, { operatorId: row.id, result })
      const trailRef = { refType: 'operator', refId: row.id, unitId: of.unitId, centreId: of.centreId }
      if (result === 'created') ctx.note({ ...trailRef, detail: { kind: 'platform', yztype: operatorType.naturalPerson, status: accountStatus.signing } })
      else if (result === 'linked') ctx.note({ ...trailRef, detail: { linked: of.unitId } })
    }
  })
  return peopleByIdNumber
}
