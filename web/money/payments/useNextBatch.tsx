import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { storedSetting } from '#/web/kernel/preferences.ts'
import { useRead } from '#/web/kernel/query.ts'
import { useSignal } from '#/web/kernel/useSignal.ts'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { lifecycleTexts } from './lifecycle-texts.ts'

const opensNextBatch = storedSetting('batch.goesOn', false, (value) => typeof value === 'boolean', null)

/** Returns a check box for the user's next pending batch, and the function that opens it after the decision. */
export function useNextBatch(id: number, duty: 'check' | 'audit'): { readonly field: ReactNode; readonly go: () => void } {
  const t = useText()
  const navigate = useNavigate()
  const isOn = useSignal(opensNextBatch)
  const next = useRead(api.payments.next, { id, duty }).data?.next ?? null
  return {
    field: next ? (
      <Checkbox checked={isOn} onChange={(event) => opensNextBatch.set(event.target.checked)}>
        {t(lifecycleTexts.goOn, { no: next.no })}
      </Checkbox>
    ) : null,
    go: () => {
      if (next && isOn) void navigate(`/zf/batch/${next.id}`)
    },
  }
}
