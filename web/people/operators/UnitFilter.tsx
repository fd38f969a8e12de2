import { useState } from 'react'
import { operatorFields } from '#/api/people/operators.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { FindField } from '#/web/ui/FindField.tsx'
import { texts } from './operator-list.texts.ts'

/** Operators that work with one unit: the one of the address is named even where the list of names does not reach it. */
export function UnitFilter({ unitId, onUnit }: { readonly unitId: number; readonly onUnit: (unitId: number) => void }) {
  const say = useText()
  const [keyword, setKeyword] = useState('')
  const found = useRead(api.operators.units, { keyword }, { isQuiet: true })
  const chosen = useRead(api.operators.units, { unitId }, { isQuiet: true, isEnabled: unitId > 0 })
  const units = new Map([...(found.data ?? []), ...(unitId > 0 ? (chosen.data ?? []) : [])].map((unit) => [unit.id, unit.name]))
  return (
    <FindField
      label={say(operatorFields.unit)}
      value={unitId > 0 ? unitId : undefined}
      onChange={(id) => onUnit(id ?? 0)}
      placeholder={say(texts.findUnit)}
      options={[...units].map(([value, label]) => ({ value, label }))}
      isLoading={found.isFetching}
      onFind={setKeyword}
    />
  )
}
