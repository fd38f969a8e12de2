import { useState } from 'react'
import { operatorFields } from '#/api/people/operators.texts.ts'
import type { OperatorKind } from '#/api/people/operators.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { FindField } from '#/web/ui/FindField.tsx'
import { texts } from './operator-list.texts.ts'

/** Filters operators by unit. The unit in the URL is named even if the list of options lacks it. */
export function UnitFilter({ kind, unitId, onUnit }: { readonly kind: OperatorKind; readonly unitId: number; readonly onUnit: (unitId: number) => void }) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const matches = useRead(api.operators.units, { keyword })
  const unitQuery = useRead(api.operators.units, { unitId }, { isEnabled: unitId > 0 })
  // For platform operators, units of the platform kind come first.
  const platforms = useRead(api.lookups.platforms, { keyword }, { isEnabled: kind === 'platform' })
  const units = new Map(
    [...(platforms.data?.data ?? []), ...(matches.data ?? []), ...(unitId > 0 ? (unitQuery.data ?? []) : [])].map((unit) => [unit.id, unit.name]),
  )
  return (
    <FindField
      label={t(operatorFields.unit)}
      value={unitId > 0 ? unitId : undefined}
      onChange={(id) => onUnit(id ?? 0)}
      placeholder={t(texts.findUnit)}
      options={[...units].map(([value, label]) => ({ value, label }))}
      isLoading={matches.isFetching}
      onFind={setKeyword}
    />
  )
}
