import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useRead } from '#/web/kernel/query.ts'
import { MultiSelect } from '#/web/ui/MultiSelect.tsx'
import { setConditions } from '#/web/ui/url-state.ts'

interface CategoriesFieldProps {
  readonly id?: string
  readonly value?: string[]
  readonly onChange?: (names: string[]) => void
  readonly most: number
}

/** A field for invoice categories from the platform's list. Works inside `Field`. */
export function CategoriesField({ most, ...field }: CategoriesFieldProps) {
  const [keyword, find] = useState('')
  const matches = useRead(api.orders.categories, { isActive: true, size: 50, ...setConditions({ keyword }) }, { keepLast: true })
  const options = (matches.data?.rows ?? []).map((each) => ({ value: each.name, label: `${each.name} · ${each.taxCode}` }))
  return <MultiSelect {...field} maxCount={most} showsValues onSearch={find} isLoading={matches.isFetching} options={options} />
}
