import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { texts } from './texts.ts'

/** Confirms or rejects another person's manual verification. */
export function DecideDialog({ id, isConfirmed, onClose }: { readonly id: number; readonly isConfirmed: boolean; readonly onClose: () => void }) {
  const t = useText()
  const decide = useSubmit(api.verifications.decide, { onDone: onClose })
  const actionLabel = t(isConfirmed ? texts.confirm : texts.refuse)
  return (
    <ReasonDialog
      title={`${t(texts.title)} · ${actionLabel}`}
      onClose={onClose}
      confirmText={actionLabel}
      onConfirm={({ reason }) => void decide.submit({ id, isConfirmed, reason })}
      isDangerous={!isConfirmed}
      submission={decide}
      reason={{ label: t(texts.words), most: 200 }}
    >
      <p>{t(isConfirmed ? texts.confirmAsk : texts.refuseAsk)}</p>
    </ReasonDialog>
  )
}
