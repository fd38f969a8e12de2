import { Select } from 'antd'
import { useEffect, useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { texts } from './texts.ts'

interface UnitFieldProps {
  readonly id?: string
  readonly value?: number | undefined
  readonly onChange?: (value: number | undefined) => void
  readonly label?: string
}

const pauseMs = 300

/** Finds a unit by a part of its name, or by its number or credit code. */
export function UnitField({ label, value, onChange, id }: UnitFieldProps) {
  const say = useText()
  const [typed, setTyped] = useState('')
  const [keyword, setKeyword] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(typed.trim()), pauseMs)
    return () => clearTimeout(timer)
  }, [typed])
  const found = useRead(api.units.list, { size: 20, ...(keyword ? { keyword } : {}) })
  return (
    <Select
      {...(id ? { id } : {})}
      {...(label ? { 'aria-label': label } : {})}
      {...(value ? { value } : {})}
      {...(onChange ? { onChange } : {})}
      className="n-unit"
      showSearch={{ filterOption: false, onSearch: setTyped }}
      allowClear
      placeholder={say(texts.findUnit)}
      loading={found.isFetching}
      options={(found.data?.rows ?? []).map((each) => ({ value: each.id, label: each.name }))}
    />
  )
}
