import { useState } from 'react'
import { sourceNames } from '#/api/money/reconciliation.texts.ts'
import { maxStatementBytes } from '#/domain/base/upload.ts'
import { type ReconSource, reconSources } from '#/domain/money/reconciliation.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DownloadButton } from '#/web/parts/files/DownloadButton.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { texts } from './texts.ts'

/** Uploads a channel's file or a bank statement. */
export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const channels = useRead(api.reconciliation.channels, {})
  const [chosen, setChannel] = useState<number | null>(null)
  const [picked, setSource] = useState<ReconSource>('channel')
  const [day, setDay] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const upload = useSubmit(api.reconciliation.upload, { onDone: onClose })
  const channelId = chosen ?? channels.data?.[0]?.id ?? null
  const isManual = channels.data?.find((each) => each.id === channelId)?.isManual ?? false
  const source = isManual ? 'bank' : picked
  const send = () => {
    if (channelId !== null && file) void upload.submit({ channelId, source, file, ...(source === 'channel' && day && { day }) })
  }
  return (
    <Dialog
      title={t(texts.upload)}
      onClose={onClose}
      confirm={{ text: t(texts.upload), onPress: send, isBusy: upload.isBusy, isDisabled: file === null || channelId === null }}
    >
      <Form>
        <Field label={t(texts.channel)} htmlFor="recon-channel">
          <Select
            id="recon-channel"
            value={channelId}
            onChange={setChannel}
            options={(channels.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
        <Field label={t(texts.source)}>
          <RadioGroup
            value={source}
            onChange={setSource}
            options={reconSources.map((value) => ({ value, label: t(sourceNames[value]), disabled: isManual && value === 'channel' }))}
          />
        </Field>
        {source === 'channel' ? (
          <Field label={t(texts.fileDay)} htmlFor="recon-file-day">
            <DayInput id="recon-file-day" value={day} onChange={setDay} />
          </Field>
        ) : null}
      </Form>
      <FileDrop
        value={file}
        onChange={setFile}
        kinds={['xlsx', 'csv', 'txt']}
        maxBytes={maxStatementBytes}
        label={t(sourceNames[source])}
        hint={t(texts.fileHint)}
      />
      <DownloadButton type="link" file={() => api.reconciliation.template({ source })}>
        {t(texts.template)}
      </DownloadButton>
    </Dialog>
  )
}
