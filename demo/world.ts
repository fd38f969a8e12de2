import { type DemoCentre, type DemoUnit, demoCentres, demoUnits } from '#/demo/organisations.ts'
import { type DemoPerson, makePerson, type PersonOverrides } from '#/demo/people.ts'
import { type Random, seededRandom } from '#/demo/random.ts'
import { accountStatus, settlementMode } from '#/domain/base/codes.ts'

/** All organisations and people of the demo, before any payment. */
export interface DemoWorld {
  readonly centres: readonly DemoCentre[]
  readonly units: readonly DemoUnit[]
  readonly people: readonly DemoPerson[]
  readonly specials: Readonly<Record<SpecialName, DemoPerson>>
  readonly random: Random
}

/** People with documents or cards that cause issues, by their special property. */
const specialPeople = {
  noAgreement: { agreement: 'none' },
  expiredAgreement: { agreement: 'expired' },
  noTaxConsent: { hasTaxConsent: false },
  tooYoung: { birth: '20100315' },
  tooOld: { birth: '19500420' },
  frozen: { status: accountStatus.frozen },
  unverified: { isVerified: false },
  related: { relatedTo: 1 },
  nameMismatch: { cardEnding: '0001' },
  held: { cardEnding: '0002' },
  slow: { cardEnding: '0003' },
  bounces: { cardEnding: '0004' },
  lost: { cardEnding: '0005' },
  // Another unit has paid or reserved ¥95,000.00 for this person this month, so a further ¥6,000.00 reaches the VAT
  // threshold.
  nearThreshold: { unitIds: [1, 4] },
} as const satisfies Record<string, PersonOverrides>

export type SpecialName = keyof typeof specialPeople

const firstSpecialId = 1501
const firstPersonId = 1001

/** Creates the organisations and people. `small` is for tests: four units with few people. */
export function drawWorld(size: 'full' | 'small'): DemoWorld {
  const random = seededRandom(20_260_101)
  const units = size === 'small' ? demoUnits.slice(0, 4) : demoUnits
  const specialEntries = Object.entries(specialPeople) as [SpecialName, PersonOverrides][]
  const specials = Object.fromEntries(
    specialEntries.map(([name, special], index) => [
      name,
      makePerson(random, firstSpecialId + index, { centreId: 2, unitIds: [1] }, { hasEntity: false, ...special }),
    ]),
  ) as Record<SpecialName, DemoPerson>
  const people: DemoPerson[] = Object.values(specials)
  const peoplePerUnit = size === 'small' ? 20 : 36
  let id = firstPersonId
  for (const unit of units) {
    const hasBusinessMode = unit.settings.some((setting) => setting.mode === settlementMode.individualBusiness)
    const hasContractorMode = unit.settings.some((setting) => setting.mode === settlementMode.generalContract)
    const centreId = unit.settings[0]?.centreId ?? 2
    for (let count = 0; count < peoplePerUnit; count++) {
      const neighbour = random.chance(15) ? units.find((nearbyUnit) => nearbyUnit.id !== unit.id && nearbyUnit.settings[0]?.centreId === centreId) : undefined
      const unitIds = neighbour ? [unit.id, neighbour.id] : [unit.id]
      people.push(makePerson(random, id++, { centreId, unitIds }, { hasEntity: hasBusinessMode && (count % 2 === 0 || !hasContractorMode) }))
      if (id === firstSpecialId) id = 2001
    }
  }
  return { centres: demoCentres, units, people, specials, random }
}
