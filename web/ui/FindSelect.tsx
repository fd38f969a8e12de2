import { useEffect, useState } from 'react'
import { Select } from './Select.tsx'
import './find.css'

export interface FindSelectProps {
  readonly id?: string
  readonly label?: string
  readonly value?: string | undefined
  readonly onChange?: (value: string | undefined) => void
  readonly placeholder: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly isLoading: boolean
  /** Receives the search text after a pause in typing. */
  readonly onFind: (keyword: string) => void
  readonly className?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
  readonly 'aria-required'?: boolean
  /** Text typed before the control loaded, with which it opens. */
  readonly first?: string | undefined
}

const pauseMs = 300

/** A choice among more options than a list can show, found by a server search. */
export function FindSelect({ id, label, value, onChange, placeholder, options, isLoading, onFind, className, first, ...rest }: FindSelectProps) {
  const [typed, setTyped] = useState(first ?? '')
  const [sent, setSent] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => {
      onFind(typed.trim())
      setSent(typed)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, onFind])
  return (
    <Select<string>
      {...rest}
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      value={value}
      onChange={(next) => onChange?.(next)}
      onClear={() => onChange?.(undefined)}
      className={className ?? 'k-find'}
      startsOpen={first !== undefined}
      startText={first ?? ''}
      onSearch={setTyped}
      isClearable
      placeholder={placeholder}
      isLoading={isLoading || sent !== typed}
      options={options}
    />
  )
}
