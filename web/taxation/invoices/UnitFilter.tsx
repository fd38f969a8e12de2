import { useState } from 'react'
import { invoiceFields } from '#/api/taxation/invoices.texts.ts'
import type { Mode } from '#/domain/base/codes.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { FindField } from '#/web/ui/FindField.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { texts } from './texts.ts'

interface UnitFilterProps {
  readonly mode: Mode
  readonly unitId: number
  readonly onUnit: (unitId: number) => void
}

/** Filters applications by unit. The unit in the URL is named even if the list of options lacks it. */
export function UnitFilter({ mode, unitId, onUnit }: UnitFilterProps) {
  const t = useText()
  const [keyword, find] = useState('')
  const matches = useRead(api.invoices.units, { mode, ...setConditions({ keyword }) })
  const unit = useRead(api.invoices.units, { mode, unitId }, { isEnabled: unitId > 0 })
  const units = new Map([...(matches.data ?? []), ...(unitId > 0 ? (unit.data ?? []) : [])].map((unit) => [unit.id, unit.name]))
  return (
    <FindField
      label={t(invoiceFields.unit)}
      value={unitId || undefined}
      onChange={(id) => onUnit(id ?? 0)}
      placeholder={t(texts.findUnit)}
      options={[...units].map(([value, label]) => ({ value, label }))}
      isLoading={matches.isFetching}
      onFind={find}
    />
  )
}
