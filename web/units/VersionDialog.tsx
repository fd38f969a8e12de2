import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Changes } from './Changes.tsx'
import { Reason } from './DeedDialog.tsx'
import type { Version } from './terms.ts'
import { texts } from './texts.ts'

export type Verdict = 'approve' | 'reject' | 'withdraw'

const asks = { approve: texts.approveAsk, reject: texts.rejectAsk, withdraw: texts.withdrawAsk } as const

/** Somebody agrees to a change, rejects it, or takes it back: with the change before their eyes. */
export function VersionDialog({ verdict, version, onClose }: { readonly verdict: Verdict; readonly version: Version; readonly onClose: () => void }) {
  const say = useText()
  const [reason, setReason] = useState('')
  const options = { done: say(texts.done), onDone: onClose }
  const decide = useSubmit(api.units.decide, options)
  const withdraw = useSubmit(api.units.withdraw, options)
  const said = reason.trim()
  const press = () => {
    if (verdict === 'withdraw') void withdraw.submit({ versionId: version.id, reason: said })
    else void decide.submit({ versionId: version.id, isApproved: verdict === 'approve', reason: said })
  }
  return (
    <Dialog
      title={`${say(texts[verdict])} · ${say(texts.version, { no: version.no })}`}
      isOpen
      onClose={onClose}
      isDirty={reason !== ''}
      width={640}
      confirm={{
        text: say(texts[verdict]),
        onPress: press,
        isBusy: decide.isBusy || withdraw.isBusy,
        isDangerous: verdict !== 'approve',
        isDisabled: verdict !== 'approve' && said.length < 2,
      }}
    >
      <div className="k-stack">
        <p>{say(asks[verdict], { no: version.no, day: version.effectiveFrom })}</p>
        <Changes changes={version.changes} />
        <Reason value={reason} onChange={setReason} />
      </div>
    </Dialog>
  )
}
