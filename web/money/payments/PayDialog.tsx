import { useState } from 'react'
import type { Text } from '#/domain/base/text.ts'
import { api } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ConfirmMoneyDialog } from '#/web/parts/money/ConfirmMoney.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { PasswordInput } from '#/web/ui/TextInput.tsx'
import { decisionTexts, sampleReasons } from './decision-texts.ts'
import { lifecycleTexts } from './lifecycle-texts.ts'
import { PayeeTable } from './PayeeTable.tsx'
import { prepareTexts } from './prepare-texts.ts'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'
import { Warnings } from './Warnings.tsx'

const reasonTones = { new: 'gold', card: 'gold', large: 'blue' } as const

function Sample({ batch }: { readonly batch: Batch }) {
  const t = useText()
  const sample = useRead(api.payments.sample, { id: batch.id })
  return (
    <QueryContent query={sample}>
      {({ rows, newPayees, changedCards }) => (
        <PayeeTable
          caption={t(decisionTexts.sample, { newPayees, changedCards })}
          heading={t(decisionTexts.why)}
          rows={rows.map((row) => ({
            ...row,
            key: row.lineId,
            more: (
              <span className="k-row">
                {row.why.map((why) => (
                  <StatusTag key={why} tone={reasonTones[why]}>
                    {t(sampleReasons[why])}
                  </StatusTag>
                ))}
              </span>
            ),
          }))}
        />
      )}
    </QueryContent>
  )
}

/** The confirmation before a payment. A refusal by the server is shown in the dialog. */
export function PayDialog({ batch, onClose }: { readonly batch: Batch; readonly onClose: () => void }) {
  const t = useText()
  const [password, setPassword] = useState('')
  const [isSeen, setSeen] = useState(false)
  const trial = useRead(api.payments.trial, { id: batch.id })
  const pay = useSubmit(api.payments.pay, {
    // A state reason means that the batch was not paid, because the figures had changed.
    tone: (answer) => (answer.stateReason === '' ? 'success' : 'warning'),
    onDone: onClose,
    onFailed: () => setPassword(''),
  })
  const isReady = isSeen && password !== ''
  const submit = () => {
    const { id, version, lineCount, net, tax, fee, cost } = batch
    if (isReady) void pay.submit({ id, version, paymentPassword: password, lineCount, net, tax, fee, cost })
  }
  const shortfall = trial.data?.shortBy ?? 0
  return (
    <ConfirmMoneyDialog
      title={t(lifecycleTexts.payTitle)}
      thing={`${batch.no} · ${batch.orderTitle}`}
      amount={batch.cost}
      amountLabel={t(texts.cost)}
      account={[
        { label: t(prepareTexts.available), value: trial.data?.available ?? null },
        { label: t(prepareTexts.frozen), value: trial.data?.frozen ?? null },
      ]}
      centre={batch.centreName}
      mode={t(modeNames[batch.mode] as Text)}
      facts={[
        { label: t(lifecycleTexts.count), value: batch.lineCount },
        { label: t(texts.netAmount), value: <Money value={batch.net} /> },
        { label: t(texts.tax), value: <Money value={batch.tax} /> },
        { label: t(texts.fee), value: <Money value={batch.fee} /> },
      ]}
      {...(shortfall > 0 ? { warning: t(prepareTexts.shortBy, { amount: formatMoney(trial.data?.shortBy) }) } : {})}
      confirmText={t(lifecycleTexts.payTitle)}
      isBusy={pay.isBusy}
      isDisabled={!isReady}
      isDirty={password !== ''}
      onConfirm={submit}
      onCancel={onClose}
    >
      <Sample batch={batch} />
      {batch.warningCount > 0 ? <Warnings batch={batch} /> : null}
      <Checkbox checked={isSeen} onChange={(event) => setSeen(event.target.checked)}>
        {t(lifecycleTexts.looked)}
      </Checkbox>
      <Form>
        <Field label={t(lifecycleTexts.paymentPassword)} htmlFor="pay-password" required>
          <PasswordInput
            id="pay-password"
            value={password}
            maxLength={128}
            autoComplete="off"
            onChange={(event) => setPassword(event.target.value)}
            onPressEnter={submit}
          />
        </Field>
      </Form>
      {pay.failure ? (
        <Alert type="error" showIcon title={pay.failure.message} description={pay.failure.isFinal ? undefined : t(lifecycleTexts.askAgain)} />
      ) : null}
    </ConfirmMoneyDialog>
  )
}
