import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { FindField } from '#/web/ui/FindField.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { texts } from './texts.ts'

interface NameFieldProps {
  readonly id: string
  readonly of: 'unit' | 'centre' | 'partner'
  readonly value: number
  readonly onChange: (id: number) => void
}

/** Finds a unit, centre or partner by name. */
export function NameField({ id, of, value, onChange }: NameFieldProps) {
  const t = useText()
  const [keyword, find] = useState('')
  const [isReached, reach] = useState(false)
  const matches = useRead(api.reports.choices, { of, ...setConditions({ keyword }) }, { isEnabled: isReached })
  const choice = useRead(api.reports.choices, { of, id: value }, { isEnabled: value > 0 })
  const loadOnFocus = { onFocus: () => reach(true), onPointerEnter: () => reach(true) }
  const options = [...new Map([...(choice.data ?? []), ...(matches.data ?? [])].map((each) => [each.id, { value: each.id, label: each.name }])).values()]
  return (
    <span {...loadOnFocus}>
      <FindField
        id={id}
        className="k-find"
        placeholder={t(texts.find)}
        value={value || undefined}
        options={options}
        isLoading={matches.isFetching}
        onFind={find}
        onChange={(chosen) => onChange(chosen ?? 0)}
      />
    </span>
  )
}
