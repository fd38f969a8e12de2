import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead } from '#/web/kernel/query.ts'
import { FindField } from '#/web/ui/FindField.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import type { User } from './tags.tsx'
import { texts } from './texts.ts'

interface SubjectFieldProps {
  readonly id?: string
  readonly label?: string
  readonly usertype: User['usertype']
  readonly value?: number
  readonly onChange?: (value: number | undefined) => void
}

/** Finds a unit, operator or partner by part of the name. */
export function SubjectField({ usertype, ...field }: SubjectFieldProps) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const matches = useRead(api.users.subjects, { usertype, ...setConditions({ keyword }) })
  const options = (matches.data ?? []).map((each) => ({ value: each.id, label: each.name }))
  return <FindField<number> {...field} placeholder={t(texts.subjectFind)} options={options} isLoading={matches.isFetching} onFind={setKeyword} />
}
