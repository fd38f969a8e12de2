import { useState } from 'react'
import { maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { Alert } from '#/web/ui/Alert.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { texts } from './texts.ts'

interface UploadDialogProps {
  readonly voucher: { readonly id: number; readonly no: string }
  readonly onClose: () => void
}

/** Uploads the bank's document. Earlier uploads are listed. */
export function UploadDialog({ voucher, onClose }: UploadDialogProps) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const earlierUploads = useRead(api.vouchers.uploads, { id: voucher.id }, { keepLast: false })
  const uploadReceipt = useSubmit(api.vouchers.upload, { onDone: onClose })
  return (
    <ReasonDialog
      title={t(texts.uploadTitle, { no: voucher.no })}
      onClose={onClose}
      confirmText={t(texts.upload)}
      onConfirm={({ reason }) => void (file && uploadReceipt.submit({ id: voucher.id, reason, file }))}
      submission={uploadReceipt}
      reason={{}}
    >
      <Alert type="info" showIcon title={t(texts.uploadNote)} />
      <FileDrop value={file} onChange={setFile} kinds={['pdf']} maxBytes={maxFileBytes} label={t(texts.file)} />
      {(earlierUploads.data ?? []).length > 0 ? (
        <section aria-label={t(texts.earlier)}>
          <b>{t(texts.earlier)}</b>
          <Facts
            rows={(earlierUploads.data ?? []).map((row) => ({
              label: `${formatDateTimeSeconds(row.at)} · ${row.by}`,
              value: (
                <>
                  {row.reason} <DownloadButton type="link" size="small" file={row.fileId} />
                </>
              ),
            }))}
          />
        </section>
      ) : null}
    </ReasonDialog>
  )
}
