import { useState } from 'react'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextArea } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

type Row = OutputOf<typeof api.disputes.list>['rows'][number]

export function ResolveDialog({ row, onClose }: { readonly row: Row; readonly onClose: () => void }) {
  const t = useText()
  const [decision, setDecision] = useState<'keep' | 'end' | null>(null)
  const [resolution, setResolution] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const resolve = useSubmit(api.disputes.resolve, { onDone: onClose })
  // The first person submitted the evidence.
  const isSecondPerson = decision === 'keep' && row.kept !== null
  return (
    <Dialog
      title={t(texts.resolveTitle, { name: row.operatorName })}
      onClose={onClose}
      isDirty={resolution !== '' || file !== null}
      confirm={{
        text: t(texts.resolve),
        onPress: () => void (decision && resolve.submit({ disputeId: row.id, decision, resolution: resolution.trim(), ...(file && { file }) })),
        isBusy: resolve.isBusy,
        isDangerous: decision === 'end',
        isDisabled: decision === null || (file === null && !isSecondPerson) || resolution.trim().length < 2,
      }}
    >
      <p>
        {row.unitName}: {row.statement}
      </p>
      {row.kept ? (
        <Alert
          type="warning"
          showIcon
          title={t(texts.keptFirst, { by: row.kept.by, at: formatDateTime(row.kept.at), reason: row.kept.reason })}
          description={row.mayKeep || t(texts.keptSecond)}
        />
      ) : null}
      <Form>
        <Field label={t(texts.decision)} required>
          <RadioGroup
            aria-label={t(texts.decision)}
            value={decision}
            onChange={setDecision}
            options={[
              { value: 'keep', label: t(texts.keep), disabled: row.mayKeep !== '' },
              { value: 'end', label: t(texts.end) },
            ]}
          />
        </Field>
        <Field label={t(texts.reasons)} htmlFor="dispute-reasons" required>
          <TextArea id="dispute-reasons" value={resolution} onChange={(event) => setResolution(event.target.value)} rows={3} maxLength={500} />
        </Field>
        {isSecondPerson ? null : (
          <FileDrop value={file} onChange={setFile} kinds={evidenceEndings} maxBytes={maxFileBytes} label={t(texts.evidence)} hint={t(texts.evidenceHint)} />
        )}
      </Form>
    </Dialog>
  )
}
