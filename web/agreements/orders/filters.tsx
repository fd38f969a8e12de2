import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useRead } from '#/web/kernel/query.ts'
import { FindField } from '#/web/ui/FindField.tsx'
import { setConditions } from '#/web/ui/url-state.ts'

interface FinderProps<V> {
  readonly id: string
  readonly label: string
  readonly value: V
  readonly onChange: (value: V) => void
}

/** Enables loading the options once the field is focused or hovered, or at once when it has a value. */
function useLoadOnFocus(hasValue: boolean) {
  const [isReached, reach] = useState(false)
  return { isEnabled: isReached || hasValue, props: { onFocus: () => reach(true), onPointerEnter: () => reach(true) } }
}

export function CategoryFilter({ id, label, value, onChange }: FinderProps<string>) {
  const [keyword, find] = useState('')
  const { isEnabled, props } = useLoadOnFocus(value !== '')
  const matches = useRead(api.orders.categories, { size: 50, ...setConditions({ keyword }) }, { isEnabled })
  const options = (matches.data?.rows ?? []).map((each) => ({ value: each.name, label: each.name }))
  return (
    <span {...props}>
      <FindField
        id={id}
        placeholder={label}
        value={value || undefined}
        options={value !== '' && options.every((option) => option.value !== value) ? [{ value, label: value }, ...options] : options}
        isLoading={matches.isFetching}
        onFind={find}
        onChange={(name) => onChange(name ?? '')}
      />
    </span>
  )
}

/** Filters orders by the salesperson of their units (get_yxy_or_ywy). */
export function SalesmanFilter({ id, label, value, onChange }: FinderProps<number>) {
  const [keyword, find] = useState('')
  const { isEnabled, props } = useLoadOnFocus(value !== 0)
  const matches = useRead(api.lookups.staff, { type: 'ywy', limit: 50, ...setConditions({ keyword }) }, { isEnabled })
  const options = (matches.data?.data ?? []).map((each) => ({ value: each.id, label: each.name }))
  return (
    <span {...props}>
      <FindField
        id={id}
        placeholder={label}
        value={value || undefined}
        options={options}
        isLoading={matches.isFetching}
        onFind={find}
        onChange={(salesman) => onChange(salesman ?? 0)}
      />
    </span>
  )
}
