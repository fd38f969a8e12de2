import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { FindField } from '#/web/ui/FindField.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { texts } from './texts.ts'

interface UnitFieldProps {
  readonly id?: string
  readonly value?: number | undefined
  readonly onChange?: (value: number | undefined) => void
  readonly label?: string
}

/** Finds a unit by part of its name, its number or its credit code. */
export function UnitField(field: UnitFieldProps) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const matches = useRead(api.units.list, { size: 20, ...setConditions({ keyword }) })
  const options = (matches.data?.rows ?? []).map((each) => ({ value: each.id, label: each.name }))
  return <FindField {...field} className="n-unit" placeholder={t(texts.findUnit)} options={options} isLoading={matches.isFetching} onFind={setKeyword} />
}
