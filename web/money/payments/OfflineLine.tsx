import { useState } from 'react'
import { lineFields } from '#/api/money/lines.texts.ts'
import { offlineFieldNames, offlineResultNames } from '#/api/money/payouts.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import { evidenceEndings, maxFileBytes } from '#/domain/base/upload.ts'
import type { OfflineResult } from '#/domain/money/offline.ts'
import { api } from '#/web/kernel/api.ts'
import { formatDateTime } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { can } from '#/web/kernel/session.ts'
import { PreviewButton } from '#/web/parts/files/PreviewButton.tsx'
import { ConfirmMoneyDialog } from '#/web/parts/money/ConfirmMoney.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Button } from '#/web/ui/Button.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { useUnsaved } from '#/web/ui/unsaved.ts'
import type { PaymentLine } from './line-tags.tsx'
import { offlineTexts } from './offline-texts.ts'
import { LineReport } from './Reports.tsx'
import { reportTexts } from './report-texts.ts'
import type { Batch } from './tags.tsx'

interface LineProps {
  readonly batch: Batch
  readonly line: PaymentLine
}

/**
 * Returns the results that can be registered for a line now: paid or failed while it is sent, returned after it was
 * paid.
 */
function resultsFor(line: PaymentLine): readonly OfflineResult[] {
  if (line.state === 'sent' || line.state === 'processing') return ['success', 'failed']
  return line.state === 'success' ? ['returned'] : []
}

function RegisteredSlips({ lineId }: { readonly lineId: number }) {
  const t = useText()
  const slips = useRead(api.payouts.slips, { lineId }, { keepLast: false, follows: ['batches'] })
  return (
    <QueryContent query={slips} lines={3}>
      {(slips) =>
        slips.length === 0 ? (
          <p className="k-note">{t(offlineTexts.none)}</p>
        ) : (
          slips.map((slip) => (
            <Facts
              key={slip.serial}
              columns={2}
              rows={[
                { label: t(offlineFieldNames.result), value: t(offlineResultNames[slip.result]) },
                { label: t(offlineFieldNames.serial), value: slip.serial },
                { label: t(offlineFieldNames.paidAt), value: formatDateTime(slip.happenedAt) },
                { label: t(offlineTexts.by), value: `${slip.registeredBy} · ${formatDateTime(slip.registeredAt)}` },
                ...(slip.confirmedBy ? [{ label: t(reportTexts.confirmedBy), value: slip.confirmedBy }] : []),
                ...(slip.reason ? [{ label: t(offlineTexts.why), value: slip.reason, isWide: true }] : []),
                ...(slip.fileId
                  ? [
                      {
                        label: t(offlineFieldNames.slip),
                        value: (
                          <PreviewButton type="link" size="small" fileId={slip.fileId}>
                            {slip.fileName}
                          </PreviewButton>
                        ),
                        isWide: true,
                      },
                    ]
                  : []),
              ]}
            />
          ))
        )
      }
    </QueryContent>
  )
}

interface Values {
  readonly serial: string
  readonly day: string
  readonly time: string
  readonly reason: string
}
const emptyValues: Values = { serial: '', day: '', time: '', reason: '' }

interface ResultConfirmationProps extends LineProps {
  readonly result: OfflineResult
  readonly serial: string
  readonly paidAt: string
  readonly isBusy: boolean
  readonly failure: string | undefined
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** The result to be registered, shown for confirmation. */
function ResultConfirmation({ batch, line, result, serial, paidAt, isBusy, failure, onConfirm, onCancel }: ResultConfirmationProps) {
  const t = useText()
  return (
    <ConfirmMoneyDialog
      title={t(offlineTexts.confirm)}
      thing={`${line.no} · ${line.name}`}
      amount={line.net}
      amountLabel={t(lineFields.net)}
      centre={batch.centreName}
      mode={t(modeNames[batch.mode] as Text)}
      facts={[
        { label: t(offlineFieldNames.result), value: t(offlineResultNames[result]) },
        { label: t(offlineFieldNames.serial), value: serial },
        { label: t(offlineFieldNames.paidAt), value: paidAt },
      ]}
      warning={t(offlineTexts.looked)}
      confirmText={t(offlineTexts.confirm)}
      isBusy={isBusy}
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      {failure === undefined ? null : <Alert type="error" showIcon title={failure} />}
    </ConfirmMoneyDialog>
  )
}

function RegisterForm({ batch, line }: LineProps) {
  const t = useText()
  const choices = resultsFor(line)
  const [result, setResult] = useState<OfflineResult>(choices[0] ?? 'success')
  const [values, setValues] = useState(emptyValues)
  const [slip, setSlip] = useState<File | null>(null)
  const [isAsking, setAsking] = useState(false)
  useUnsaved(() => values !== emptyValues)
  const register = useSubmit(api.payouts.registerLine, {
    onDone: () => setAsking(false),
  })
  const changeValue = (key: keyof Values) => (value: string) => setValues((was) => ({ ...was, [key]: value }))
  const { serial, day, time, reason } = values
  const needsReason = result !== 'success'
  const isReady =
    serial.trim() !== '' && day !== '' && time.trim() !== '' && (!needsReason || reason.trim().length > 1) && (result === 'failed' || slip !== null)
  const paidAt = `${day} ${time.trim()}`
  const send = () =>
    void register.submit({ lineId: line.id, result, serial: serial.trim(), paidAt, reason: reason.trim(), amount: line.net, ...(slip ? { slip } : {}) })
  const field = (key: 'serial' | 'time' | 'reason', label: Text) => (
    <Field label={t(label)} htmlFor={`offline-${key}`} required>
      <TextInput id={`offline-${key}`} maxLength={key === 'reason' ? 200 : 60} value={values[key]} onChange={(event) => changeValue(key)(event.target.value)} />
    </Field>
  )
  return (
    <Form onFinish={() => isReady && setAsking(true)}>
      <Field label={t(offlineFieldNames.result)}>
        <RadioGroup value={result} options={choicesOf(t, choices, offlineResultNames)} onChange={setResult} />
      </Field>
      {field('serial', offlineFieldNames.serial)}
      <Field label={t(offlineTexts.day)} htmlFor="offline-day" required>
        <DayInput id="offline-day" value={day} onChange={changeValue('day')} />
      </Field>
      {field('time', offlineTexts.time)}
      {needsReason ? field('reason', offlineTexts.why) : null}
      <Field>
        <FileDrop value={slip} onChange={setSlip} kinds={evidenceEndings} maxBytes={maxFileBytes} label={t(offlineFieldNames.slip)} />
      </Field>
      <Button type="primary" htmlType="submit" disabled={!isReady}>
        {t(offlineTexts.register)}
      </Button>
      {isAsking ? (
        <ResultConfirmation
          {...{ batch, line, result, paidAt }}
          serial={serial.trim()}
          isBusy={register.isBusy}
          failure={register.failure?.message}
          onConfirm={send}
          onCancel={() => setAsking(false)}
        />
      ) : null}
    </Form>
  )
}

/** The registered results of a manually paid line and, with permission, the form to register one. */
export function OfflineLine({ batch, line }: LineProps) {
  const t = useText()
  const reportQuery = useRead(api.payouts.report, { lineId: line.id }, { keepLast: false, isEnabled: can('zf:offline'), follows: ['batches'] })
  const report = reportQuery.data?.report
  const results = report ? [] : resultsFor(line)
  const refusal = batch.may.register
  return (
    <div className="k-stack">
      {results.includes('success') ? <Alert type="info" showIcon title={t(offlineTexts.waitsLine)} /> : null}
      {report ? <LineReport report={report} /> : null}
      <RegisteredSlips lineId={line.id} />
      {refusal && results.length > 0 ? <Alert type="warning" showIcon title={refusal} /> : null}
      {refusal === '' && results.length > 0 ? <RegisterForm batch={batch} line={line} /> : null}
    </div>
  )
}
