import { useState } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { useProof } from '#/web/parts/proof/useProof.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { revealTexts } from './reveal.texts.ts'

interface ExportPlainDialogProps {
  /** Fetches the workbook, or starts the task that makes it, with this reason. */
  readonly onExport: (reason: string) => Promise<void>
  readonly onClose: () => void
}

/** Exports a workbook with full numbers. The sheet and the log contain the reason. */
export function ExportPlainDialog({ onExport, onClose }: ExportPlainDialogProps) {
  const t = useText()
  const { withProof } = useProof()
  const [isBusy, setBusy] = useState(false)
  const send = async (reason: string) => {
    setBusy(true)
    await withProof(async () => {
      await onExport(reason)
      onClose()
    })
    setBusy(false)
  }
  return (
    <ReasonDialog
      title={t(revealTexts.exportPlain)}
      onClose={onClose}
      confirmText={t(revealTexts.export)}
      onConfirm={({ reason }) => void send(reason)}
      submission={{ isBusy, failure: null }}
      reason={{ label: t(revealTexts.reason), least: 4 }}
    >
      <p className="k-note">{t(revealTexts.exportNote)}</p>
    </ReasonDialog>
  )
}
