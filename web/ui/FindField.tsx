import { useRef, useState } from 'react'
import type { FindSelectProps } from './FindSelect.tsx'
import { createLoadHook } from './onDemand.tsx'
import './find.css'

const load = () => import('./FindSelect.tsx')
const useFindSelect = createLoadHook(async () => (await load()).FindSelect, { isOptional: true })

const withTextValue = ({ value, label }: { readonly value: string | number; readonly label: string }) => ({ value: String(value), label })

interface FindFieldProps<V extends string | number> extends Omit<FindSelectProps, 'value' | 'onChange' | 'options' | 'first'> {
  readonly value?: V | undefined
  readonly onChange?: (value: V | undefined) => void
  readonly options: readonly { readonly value: V; readonly label: string }[]
}

/**
 * A choice among more options than a list can show, found by a server search. The search control loads on first focus.
 */
export function FindField<V extends string | number>({ value, onChange, options, ...rest }: FindFieldProps<V>) {
  const [typed, setTyped] = useState<string | null>(null)
  const FindSelect = useFindSelect(typed !== null)
  // Stores the chosen option, because a later search may not return it.
  const last = useRef<(typeof options)[number] | undefined>(undefined)
  last.current = options.find((option) => option.value === value) ?? (last.current?.value === value ? last.current : undefined)
  const chosenOption = last.current
  const closedContent = (
    <input
      {...(rest.id ? { id: rest.id } : {})}
      {...(rest.label ? { 'aria-label': rest.label } : {})}
      aria-describedby={rest['aria-describedby']}
      aria-invalid={rest['aria-invalid']}
      type="text"
      aria-haspopup="listbox"
      autoComplete="off"
      className={`k-input ${rest.className ?? 'k-find'}`}
      placeholder={rest.placeholder}
      value={chosenOption?.label ?? typed ?? ''}
      onPointerEnter={() => void load()}
      onFocus={() => setTyped((before) => before ?? '')}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
  if (typed === null || !FindSelect) return closedContent
  return (
    <FindSelect
      {...rest}
      first={typed}
      value={chosenOption && String(chosenOption.value)}
      options={(chosenOption && !options.some((option) => option.value === chosenOption.value) ? [chosenOption, ...options] : options).map(withTextValue)}
      onChange={(key) => onChange?.(options.find((option) => String(option.value) === key)?.value)}
    />
  )
}
