import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { downloadFile } from '#/web/ui/download.ts'
import { plainlyTexts } from '#/web/ui/plainly.texts.ts'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { useProof } from '#/web/ui/useProof.tsx'

/** The workbook of a batch with whole numbers: for a reason, which the sheet and the log name. */
export function ExportPlain({ batchId, onClose }: { readonly batchId: number; readonly onClose: () => void }) {
  const say = useText()
  const { withProof, dialog } = useProof()
  const [isBusy, setBusy] = useState(false)
  const send = async (reason: string) => {
    setBusy(true)
    await withProof(async () => {
      const { fileId } = await api.lines.exportBatch({ batchId, isPlain: true, reason }, { isQuiet: true })
      await downloadFile(fileId)
      onClose()
    })
    setBusy(false)
  }
  return (
    <ReasonDialog
      title={say(plainlyTexts.exportPlain)}
      onClose={onClose}
      confirmText={say(plainlyTexts.export)}
      onConfirm={({ reason }) => void send(reason)}
      isBusy={isBusy}
      reason={{ label: say(plainlyTexts.reason), least: 4 }}
    >
      <p className="k-note">{say(plainlyTexts.exportNote)}</p>
      {dialog}
    </ReasonDialog>
  )
}
