import { Select } from 'antd'
import { useEffect, useState } from 'react'
import './find.css'

interface FindFieldProps<V extends string | number> {
  readonly id?: string
  readonly label?: string
  readonly value?: V | undefined
  readonly onChange?: (value: V | undefined) => void
  readonly placeholder: string
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly isLoading: boolean
  /** Told what was typed, once the typing has paused. */
  readonly onFind: (keyword: string) => void
  readonly className?: string
}

const pauseMs = 300

/** Chooses one out of more than a list can show: the server finds what is typed. */
export function FindField<V extends string | number>({ id, label, value, onChange, placeholder, options, isLoading, onFind, className }: FindFieldProps<V>) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onFind(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, onFind])
  return (
    <Select<V>
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      {...(value ? { value } : {})}
      {...(onChange ? { onChange } : {})}
      className={className ?? 'k-find'}
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      placeholder={placeholder}
      loading={isLoading}
      options={[...options]}
    />
  )
}
