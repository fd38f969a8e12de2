import { useState } from 'react'
import { resolutionNames, resolutionNotes } from '#/api/money/payout-exceptions.texts.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import type { ExceptionResolution } from '#/domain/money/payout-exception.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { ReasonField } from '#/web/ui/ReasonFrame.tsx'
import { exceptionTexts as texts } from './exception-texts.ts'

/** Proposes a resolution of an exception, with a reason and a document as proof. */
export function ExceptionProposal({ row, onClose }: { readonly row: OutputOf<typeof api.payouts.exception>; readonly onClose: () => void }) {
  const t = useText()
  const [way, choose] = useState<ExceptionResolution | null>(row.ways.length === 1 ? (row.ways[0] ?? null) : null)
  const [reason, setReason] = useState('')
  const [file, setFile] = useState<File | null>(null)
  const propose = useSubmit(api.payouts.proposeException, { onDone: onClose })
  const isFilled = way !== null && file !== null && [...reason.trim()].length >= 2
  return (
    <Dialog
      title={`${t(texts.propose)} ${row.no}`}
      onClose={onClose}
      isDirty={reason !== '' || file !== null}
      width={620}
      confirm={{
        text: t(texts.propose),
        onPress: () => void (isFilled && propose.submit({ id: row.id, version: row.version, resolution: way, reason: reason.trim(), file })),
        isBusy: propose.isBusy,
        isDisabled: !isFilled,
      }}
    >
      <Form>
        {propose.failure ? <Alert type="error" showIcon title={propose.failure.message} role="alert" /> : null}
        <Field label={t(texts.way)} required>
          <RadioGroup
            aria-label={t(texts.way)}
            value={way}
            onChange={choose}
            className="k-stack"
            options={row.ways.map((value) => ({
              value,
              label: (
                <>
                  {t(resolutionNames[value])} <span className="k-note">{t(resolutionNotes[value])}</span>
                </>
              ),
            }))}
          />
        </Field>
        <ReasonField value={reason} onChange={setReason} label={t(texts.reason)} most={500} />
        <FileDrop value={file} onChange={setFile} kinds={evidenceEndings} maxBytes={maxFileBytes} label={t(texts.paper)} hint={t(texts.paperHint)} />
      </Form>
    </Dialog>
  )
}
