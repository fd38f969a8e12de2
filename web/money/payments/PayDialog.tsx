import { Form, Input } from 'antd'
import { useState } from 'react'
import { lineFields } from '#/api/money/lines.texts.ts'
import type { Text } from '#/domain/text.ts'
import { api } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { ConfirmMoney } from '#/web/parts/money/ConfirmMoney.tsx'
import { modeNames } from '#/web/shell/texts.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Checkbox } from '#/web/ui/Checkbox.tsx'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { lifecycleTexts } from './lifecycle-texts.ts'
import { tellOutcome } from './outcome.ts'
import { prepareTexts } from './prepare-texts.ts'
import type { Batch } from './tags.tsx'
import { texts } from './texts.ts'

const SAMPLES = 6

function Samples({ batch }: { readonly batch: Batch }) {
  const say = useText()
  const lines = useRead(api.lines.list, { batchId: batch.id, states: ['ready', 'warned'], size: SAMPLES })
  const rows = lines.data?.rows ?? []
  return (
    <table className="p-samples">
      <caption className="k-note">{say(lifecycleTexts.samples, { count: rows.length })}</caption>
      <thead className="k-vanished">
        <tr>
          <th scope="col">{say(lineFields.name)}</th>
          <th scope="col">{say(lineFields.cardNo)}</th>
          <th scope="col">{say(lineFields.net)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>{row.name}</td>
            <td>
              <Masked value={row.cardNo} />
            </td>
            <td>
              <Money value={row.net} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The last look before money moves; what the server refuses stays in the dialog. */
export function PayDialog({ batch, onClose }: { readonly batch: Batch; readonly onClose: () => void }) {
  const say = useText()
  const [password, setPassword] = useState('')
  const [isSeen, setSeen] = useState(false)
  const trial = useRead(api.payments.trial, { id: batch.id })
  const pay = useSubmit(api.payments.pay, {
    onDone: (answer) => {
      tellOutcome(answer, say(lifecycleTexts.sent))
      onClose()
    },
    isQuiet: true,
    onFailed: () => setPassword(''),
  })
  const isReady = isSeen && password !== ''
  const submit = () => {
    const { id, version, lineCount, net, tax, fee, cost } = batch
    if (isReady) void pay.submit({ id, version, paymentPassword: password, lineCount, net, tax, fee, cost })
  }
  const shortBy = trial.data?.shortBy ?? 0
  return (
    <ConfirmMoney
      isOpen
      title={say(lifecycleTexts.payTitle)}
      thing={`${batch.no} · ${batch.orderTitle}`}
      amount={batch.cost}
      amountLabel={say(texts.cost)}
      centre={batch.centreName}
      mode={say(modeNames[batch.mode] as Text)}
      facts={[
        { label: say(lifecycleTexts.count), value: batch.lineCount },
        { label: say(texts.netAmount), value: <Money value={batch.net} /> },
        { label: say(texts.tax), value: <Money value={batch.tax} /> },
        { label: say(texts.fee), value: <Money value={batch.fee} /> },
        { label: say(prepareTexts.available), value: <Money value={trial.data?.available ?? null} /> },
        { label: say(prepareTexts.frozen), value: <Money value={trial.data?.frozen ?? null} /> },
      ]}
      {...(shortBy > 0 ? { warning: say(prepareTexts.shortBy, { amount: formatMoney(trial.data?.shortBy) }) } : {})}
      confirmText={say(lifecycleTexts.payTitle)}
      isBusy={pay.isBusy}
      isDisabled={!isReady}
      isDirty={password !== ''}
      onConfirm={submit}
      onCancel={onClose}
    >
      <Samples batch={batch} />
      <Checkbox checked={isSeen} onChange={(event) => setSeen(event.target.checked)}>
        {say(lifecycleTexts.looked)}
      </Checkbox>
      <Form layout="vertical">
        <Form.Item label={say(lifecycleTexts.paymentPassword)} htmlFor="pay-password" required>
          <Input.Password
            id="pay-password"
            value={password}
            maxLength={128}
            autoComplete="off"
            onChange={(event) => setPassword(event.target.value)}
            onPressEnter={submit}
          />
        </Form.Item>
      </Form>
      {pay.failure ? (
        <Alert type="error" showIcon title={pay.failure.message} description={pay.failure.isFinal ? undefined : say(lifecycleTexts.askAgain)} />
      ) : null}
    </ConfirmMoney>
  )
}
