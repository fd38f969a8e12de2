import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { Themed } from './Themed.tsx'
import './find.css'

/** A choice out of what the server finds. */
export interface FindSelectProps {
  readonly id?: string
  readonly label?: string
  readonly value?: string | undefined
  readonly onChange?: (value: string | undefined) => void
  readonly placeholder: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly isLoading: boolean
  /** Told what was typed, once the typing has paused. */
  readonly onFind: (keyword: string) => void
  readonly className?: string
  /** What was typed before the field had come; it opens at once. */
  readonly first?: string | undefined
}

const pauseMs = 300

/** Chooses one out of more than a list can show: the server finds what is typed. */
export function FindSelect({ id, label, value, onChange, placeholder, options, isLoading, onFind, className, first }: FindSelectProps) {
  const [typed, setTyped] = useState(first ?? '')
  useEffect(() => {
    const timer = setTimeout(() => onFind(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, onFind])
  return (
    <Themed>
      <Select<string>
        {...(id ? { id } : {})}
        {...(label ? { 'aria-label': label } : {})}
        {...(value ? { value } : {})}
        {...(onChange ? { onChange } : {})}
        className={className ?? 'k-find'}
        {...(first === undefined ? {} : { autoFocus: true, defaultOpen: true })}
        showSearch={{ filterOption: false, onSearch: setTyped }}
        allowClear
        placeholder={placeholder}
        loading={isLoading}
        options={[...options]}
      />
    </Themed>
  )
}
