import { bizKindNames, contractStatusNames, cooperationNames, unitStatusNames } from '#/api/organisations/units.texts.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { joinList } from '#/web/kernel/punctuation.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { StatusTag, stateTag } from '#/web/ui/StatusTag.tsx'
import { texts } from './texts.ts'

export type Unit = OutputOf<typeof api.units.list>['rows'][number]
export type UnitDetail = OutputOf<typeof api.units.get>
export type UnitPlace = Unit['places'][number]
export type UnitChoices = OutputOf<typeof api.units.choices>

const tones = { 3: 'gold', 5: 'grey', 6: 'red', 7: 'grey', 8: 'green' } as const

export function UnitStatus({ unit }: { readonly unit: Pick<Unit, 'status' | 'statusReason'> }) {
  const t = useText()
  return (
    <StatusTag tone={tones[unit.status]} title={unit.statusReason}>
      {t(unitStatusNames[unit.status])}
    </StatusTag>
  )
}

/** Shows whether the cooperation at a place is active or paused. */
export function CooperationTag({ place }: { readonly place: Pick<UnitPlace, 'isActive'> }) {
  const t = useText()
  return <StatusTag tone={place.isActive ? 'green' : 'grey'}>{t(cooperationNames[place.isActive ? 'active' : 'paused'])}</StatusTag>
}

export const ContractStatus = stateTag(contractStatusNames, { none: 'grey', signing: 'blue', done: 'green', expired: 'red' })

/** The kind of business of a unit: ordinary or platform. */
export function BizKindName({ kind }: { readonly kind: Unit['bizKind'] }) {
  const t = useText()
  return <>{t(bizKindNames[kind])}</>
}

/** Returns a function that labels a place: centre and mode. */
export function usePlaceName(): (place: Pick<UnitPlace, 'centreName' | 'mode'>) => string {
  const t = useText()
  return (place) => `${place.centreName} · ${t(modeNames[place.mode] ?? texts.places)}`
}

/** Joins texts as a list, without duplicates. */
export function listDistinct(words: readonly string[]): string {
  return joinList([...new Set(words)])
}

export function percentText(ppm: number): string {
  return `${ppm / 10_000}%`
}

/** Formats the rates of a plan: one rate, or the lowest and highest. */
export function formatRates(plan: { readonly lowestPpm: number; readonly highestPpm: number }): string {
  return plan.lowestPpm === plan.highestPpm ? percentText(plan.lowestPpm) : `${percentText(plan.lowestPpm)} – ${percentText(plan.highestPpm)}`
}
