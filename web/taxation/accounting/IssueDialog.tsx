import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { NumberField } from '#/web/ui/NumberField.tsx'
import type { MonthDetail } from './MonthDrawer.tsx'
import { texts } from './texts.ts'

/** Issues the vouchers of a month, or a supplement for later movements. */
export function IssueDialog({ monthDetail: detail, onClose }: { readonly monthDetail: MonthDetail; readonly onClose: () => void }) {
  const t = useText()
  const [firstNo, setFirstNo] = useState(detail.nextNo)
  const { centreId, mode, month } = detail
  const issue = useSubmit(api.accounting.issue, { onDone: onClose })
  const send = () => void issue.submit({ centreId, mode, month, firstNo })
  return (
    <Dialog
      title={`${t(detail.editions > 0 ? texts.supplement : texts.issue)} · ${month}`}
      onClose={onClose}
      confirm={{ text: t(detail.editions > 0 ? texts.supplement : texts.issue), onPress: send, isBusy: issue.isBusy }}
    >
      <div className="k-stack">
        <p className="k-note">{t(texts.issueNote)}</p>
        <label className="k-stack" htmlFor="acct-first-no">
          {t(texts.firstNo)}
          <NumberField id="acct-first-no" min={detail.nextNo} max={99_999} value={firstNo} onChange={(value) => setFirstNo(value ?? detail.nextNo)} />
        </label>
      </div>
    </Dialog>
  )
}
