import { useState } from 'react'
import { periodFields as fields, officialFormNames } from '#/api/taxation/periods.texts.ts'
import { type OfficialForm, officialForms } from '#/domain/taxation/tax-declaration.ts'
import { isVatReturn } from '#/domain/taxation/vat-return.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { showNotice } from '#/web/kernel/notices.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { downloadFile } from '#/web/parts/files/download.ts'
import { useProof } from '#/web/parts/proof/useProof.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { FindSelect } from '#/web/ui/FindSelect.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { followMatching } from './matching.ts'
import { useRequiredFile } from './required-fields.tsx'
import type { PeriodDetail } from './tags.tsx'
import { texts } from './texts.ts'

interface DialogProps {
  readonly period: PeriodDetail
  readonly onClose: () => void
}

const maxZipBytes = 200 * 1024 * 1024

/** Uploads a ZIP of certificates. */
export function CertifyDialog({ period, onClose }: DialogProps) {
  const t = useText()
  const { file, setFile, need, shownProblem } = useRequiredFile()
  const certify = useSubmit(api.periods.certify, {
    onDone: ({ taskId }) => {
      followMatching(taskId)
      onClose()
    },
  })
  const send = async () => {
    const zip = need()
    if (zip) await certify.submit({ declarationId: period.id, version: period.version, file: zip })
  }
  return (
    <Dialog
      title={`${t(texts.certify)} ${period.month}`}
      onClose={onClose}
      confirm={{ text: t(texts.certify), onPress: () => void send().catch(() => undefined), isBusy: certify.isBusy }}
    >
      <p>{t(texts.certifyNote, { example: `110101199001011234_${period.month}.pdf` })}</p>
      <FileDrop value={file} onChange={setFile} kinds={['zip']} maxBytes={maxZipBytes} label={t(texts.zip)} />
      {shownProblem}
    </Dialog>
  )
}

/** Exports an official file with full numbers. The log records the reason. */
export function OfficialDialog({ period, onClose }: DialogProps) {
  const t = useText()
  const [form, setForm] = useState<OfficialForm>('iit_report')
  const { withProof } = useProof()
  const returns = period.people > 0 ? period.returns.map(({ vatReturn }) => vatReturn) : (['vat_agent'] as const)
  const dueForms = officialForms.filter((officialForm) => !isVatReturn(officialForm) || returns.some((one) => one === officialForm))
  const [isBusy, setBusy] = useState(false)
  const send = async (plainReason: string) => {
    setBusy(true)
    await withProof(async () => {
      const { fileId } = await api.periods.fill({ declarationId: period.id, form, plainReason })
      if (fileId === null) showNotice('success', t(texts.packing))
      else await downloadFile(fileId)
      onClose()
    })
    setBusy(false)
  }
  return (
    <ReasonDialog
      title={t(texts.official)}
      onClose={onClose}
      confirmText={t(texts.export)}
      onConfirm={({ reason }) => void send(reason)}
      submission={{ isBusy, failure: null }}
      reason={{ least: 4 }}
    >
      <Select<OfficialForm>
        aria-label={t(texts.official)}
        value={form}
        onChange={setForm}
        options={dueForms.map((value) => ({ value, label: t(officialFormNames[value]) }))}
      />
    </ReasonDialog>
  )
}

interface AttachProps extends DialogProps {
  readonly paper: OutputOf<typeof api.periods.unmatched>['rows'][number]
}

/** Assigns an unmatched certificate to a person. */
export function AttachDialog({ period, paper, onClose }: AttachProps) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const [operatorId, setOperatorId] = useState('')
  const matches = useRead(api.periods.lines, { declarationId: period.id, ...(keyword ? { keyword } : {}), page: 1, size: 20 })
  // The last answer still contains the person to whom the previous file was assigned.
  const rows = matches.isFetching ? [] : (matches.data?.rows ?? [])
  const attach = useSubmit(api.periods.attach, { onDone: onClose })
  const send = async () => {
    const target = { declarationId: period.id, version: period.version }
    if (operatorId) await attach.submit({ ...target, taxCertificateId: paper.id, operatorId: Number(operatorId) })
  }
  return (
    <Dialog
      title={t(texts.attach)}
      onClose={onClose}
      confirm={{ text: t(texts.attach), onPress: () => void send().catch(() => undefined), isBusy: attach.isBusy }}
    >
      <p>{paper.path}</p>
      <FindSelect
        label={t(texts.attachTo)}
        value={operatorId || undefined}
        onChange={(value) => setOperatorId(value ?? '')}
        placeholder={t(texts.keyword)}
        options={rows.filter((row) => row.certificateId === null).map((row) => ({ value: String(row.id), label: `${row.name} ${row.idNumber}` }))}
        isLoading={matches.isFetching}
        onFind={setKeyword}
      />
      <p className="k-note">
        {t(fields.month)}: {period.month}
      </p>
    </Dialog>
  )
}
