import { useEffect, useState } from 'react'
import { batchStateNames } from '#/api/money/payments.texts.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { can } from '#/web/kernel/session.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { downloadFile } from '#/web/parts/files/download.ts'
import { ExportPlainDialog } from '#/web/parts/plain/ExportPlain.tsx'
import { revealTexts } from '#/web/parts/plain/reveal.texts.ts'
import { ActionButton } from '#/web/ui/ActionButton.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { onDemand } from '#/web/ui/onDemand.tsx'
import { useOverlay } from '#/web/ui/overlays.tsx'
import { CopyButton } from './CopyButton.tsx'
import { haltTexts } from './halt-texts.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'
import { WithdrawButton } from './WithdrawButton.tsx'

const loadDialogs = () => import('./batch-dialogs.ts')
const dialogs = {
  submit: onDemand(async () => (await loadDialogs()).SubmitDialog),
  check: onDemand(async () => (await loadDialogs()).CheckDialog),
  audit: onDemand(async () => (await loadDialogs()).AuditDialog),
  cancel: onDemand(async () => (await loadDialogs()).CancelDialog),
  pay: onDemand(async () => (await loadDialogs()).PayDialog),
  register: onDemand(async () => (await import('./OfflineDialog.tsx')).OfflineDialog),
  halt: onDemand(async () => (await loadDialogs()).HaltDialog),
  release: onDemand(async () => (await loadDialogs()).ReleaseDialog),
  reroute: onDemand(async () => (await loadDialogs()).RerouteDialog),
}
const ResendDialog = onDemand(async () => (await import('./ResendDialog.tsx')).ResendDialog)
type Duty = keyof typeof dialogs
const names = { ...texts, ...haltTexts }
const duties = ['halt', 'release', 'reroute', 'cancel', 'submit', 'check', 'audit', 'pay', 'register'] as const satisfies readonly Duty[]

async function exportPlain(batchId: number, reason: string): Promise<void> {
  const { fileId } = await api.lines.exportBatch({ batchId, isPlain: true, reason })
  await downloadFile(fileId)
}

/** Creates a batch from the failed and returned lines and opens it. */
export function ResendButton({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const { open: openResend } = useOverlay((_, close) => <ResendDialog batch={batch} onClose={close} />)
  if (batch.may.resend === undefined) return null
  return (
    <ActionButton type="primary" reason={batch.may.resend} onPress={() => openResend()}>
      {t(texts.resend)}
    </ActionButton>
  )
}

/** The user's actions on the batch. The server decides which buttons are shown, and the reason for disabling one. */
export function BatchActions({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const [open, setOpen] = useState<Duty | null>(null)
  const [isExporting, setExporting] = useState(false)
  const OpenedDialog = open ? dialogs[open] : null
  const isActionGone = open !== null && batch.may[open] === undefined
  // Another user acted first, or an answer was lost. Closes a dialog whose action is already complete.
  useEffect(() => {
    if (!isActionGone) return
    showNotice('info', t(lifecycleTexts.movedOn, { state: t(batchStateNames[batch.state]) }))
    setOpen(null)
  }, [isActionGone, batch.state, t])
  return (
    <>
      {batch.lineCount > 0 ? <DownloadButton file={() => api.lines.exportBatch({ batchId: batch.id })}>{t(texts.exportBatch)}</DownloadButton> : null}
      {batch.lineCount > 0 && can('plain:export') ? <Button onClick={() => setExporting(true)}>{t(revealTexts.exportPlain)}</Button> : null}
      {isExporting ? <ExportPlainDialog onExport={(reason) => exportPlain(batch.id, reason)} onClose={() => setExporting(false)} /> : null}
      <CopyButton batch={batch} />
      <WithdrawButton batch={batch} />
      {duties
        .filter((duty) => batch.may[duty] !== undefined)
        .map((duty) => (
          <ActionButton
            key={duty}
            reason={batch.may[duty]}
            {...(duty === 'cancel' || duty === 'halt' ? { danger: true } : duty === 'reroute' ? {} : { type: 'primary' as const })}
            onPress={() => setOpen(duty)}
          >
            {t(names[duty])}
          </ActionButton>
        ))}
      {OpenedDialog ? <OpenedDialog batch={batch} onClose={() => setOpen(null)} /> : null}
    </>
  )
}
