import { useState } from 'react'
import { collectionFields as fields, objectionKindNames } from '#/api/money/collections.texts.ts'
import { formatYuan } from '#/domain/base/money.ts'
import { type ObjectionKind, objectionKinds } from '#/domain/money/collection.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { ReasonField } from '#/web/ui/ReasonFrame.tsx'
import { texts } from './texts.ts'

type Payment = OutputOf<typeof api.collections.payment>['payment']

/** Objects to a payment, with one of three kinds and a description. */
export function RaiseObjectionDialog({ payment, onClose }: { readonly payment: Payment; readonly onClose: () => void }) {
  const t = useText()
  const [kind, choose] = useState<ObjectionKind>('amount')
  const [statement, write] = useState('')
  const raise = useSubmit(api.collections.raise, { onDone: onClose })
  const send = () => void raise.submit({ lineId: payment.id, kind, statement: statement.trim() })
  const warning = kind === 'notMine' ? texts.notMineNote : kind === 'notArrived' ? texts.notArrivedNote : null
  return (
    <Dialog
      title={`${t(texts.raise)} · ${payment.no}`}
      onClose={onClose}
      isDirty={statement !== ''}
      confirm={{ text: t(texts.raise), onPress: send, isBusy: raise.isBusy, isDisabled: [...statement.trim()].length < 2 }}
    >
      {raise.failure ? <Alert type="error" title={raise.failure.message} /> : null}
      <p>
        {payment.unitName} · <b>{formatYuan(payment.net)}</b>
      </p>
      <Form>
        <Field label={t(fields.kind)} required>
          <RadioGroup value={kind} onChange={choose} options={choicesOf(t, objectionKinds, objectionKindNames)} />
        </Field>
        {warning ? <Alert type="warning" title={t(warning)} /> : null}
        <ReasonField label={t(texts.statement)} hint={t(texts.raiseHint)} most={500} value={statement} onChange={write} />
      </Form>
    </Dialog>
  )
}
