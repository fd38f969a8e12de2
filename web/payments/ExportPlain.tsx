import { Form, Input } from 'antd'
import { useState } from 'react'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { downloadFile } from '#/web/ui/download.ts'
import { plainlyTexts } from '#/web/ui/plainly.texts.ts'
import { useProof } from '#/web/ui/useProof.tsx'

const reasonLeast = 4

/** The workbook of a batch with whole numbers: for a reason, which the sheet and the log name. */
export function ExportPlain({ batchId, onClose }: { readonly batchId: number; readonly onClose: () => void }) {
  const say = useText()
  const { withProof, dialog } = useProof()
  const [reason, setReason] = useState('')
  const [isBusy, setBusy] = useState(false)
  const isShort = [...reason.trim()].length < reasonLeast
  const submit = async () => {
    if (isShort || isBusy) return
    setBusy(true)
    await withProof(async () => {
      const { fileId } = await api.lines.exportBatch({ batchId, isPlain: true, reason: reason.trim() }, { isQuiet: true })
      await downloadFile(fileId)
      onClose()
    })
    setBusy(false)
  }
  return (
    <Dialog
      title={say(plainlyTexts.exportPlain)}
      isOpen
      onClose={onClose}
      isDirty={reason !== ''}
      confirm={{ text: say(plainlyTexts.export), onPress: () => void submit(), isBusy, isDisabled: isShort }}
    >
      <Form layout="vertical" onFinish={() => void submit()}>
        <p className="k-note">{say(plainlyTexts.exportNote)}</p>
        <Form.Item label={say(plainlyTexts.reason)} required>
          <Input value={reason} aria-label={say(plainlyTexts.reason)} maxLength={200} autoFocus onChange={(event) => setReason(event.target.value)} />
        </Form.Item>
      </Form>
      {dialog}
    </Dialog>
  )
}
