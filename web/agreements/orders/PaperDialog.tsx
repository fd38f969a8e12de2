import { useState } from 'react'
import type { OrderPaperKind } from '#/domain/agreements/order.ts'
import { plainYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { maxFileBytes } from '#/domain/base/upload.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useSubmit } from '#/web/kernel/query.ts'
import { Alert } from '#/web/ui/Alert.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import type { OrderDetail } from './tags.tsx'
import { texts } from './texts.ts'

const titles = { deliverable: texts.addDeliverable, list: texts.addList, acceptance: texts.addAcceptance } as const

/**
 * Uploads a deliverable, the business list of a period or an acceptance sheet. A document that another order already
 * has needs an explanation.
 */
export function PaperDialog({ order, kind, onClose }: { readonly order: OrderDetail; readonly kind: OrderPaperKind; readonly onClose: () => void }) {
  const t = useText()
  const [file, setFile] = useState<File | null>(null)
  const [period, setPeriod] = useState(dayOf(new Date(nowMs())).slice(0, 7))
  const [amount, setAmount] = useState(kind === 'acceptance' && order.kind === 'task' && order.budget !== null ? plainYuan(order.budget) : '')
  const [note, setNote] = useState('')
  const [explanation, explain] = useState('')
  const add = useSubmit(api.orders.addPaper, { onDone: onClose })
  const hasFigures = kind !== 'deliverable'
  const isDuplicate = add.failure?.error === 'duplicate' || explanation !== ''
  const isReady = file !== null && (!hasFigures || (period !== '' && amount !== ''))
  const send = () => {
    if (file) void add.submit({ id: order.id, version: order.version, kind, file, note, explanation, ...(hasFigures ? { period, amount } : {}) })
  }
  return (
    <Dialog
      title={`${t(titles[kind])} · ${order.no}`}
      onClose={onClose}
      confirm={{ text: t(texts.upload), onPress: send, isBusy: add.isBusy, isDisabled: !isReady }}
    >
      <Form>
        {add.failure ? <Alert type="error" title={add.failure.message} /> : null}
        <Field label={t(texts.file)} required>
          <FileDrop value={file} onChange={setFile} kinds={['pdf', 'jpg', 'jpeg', 'png', 'webp', 'xlsx']} maxBytes={maxFileBytes} label={t(texts.fileHint)} />
        </Field>
        {hasFigures ? (
          <div className="k-fields">
            <Field label={t(texts.month)} htmlFor="paper-period" required>
              <DayInput id="paper-period" picker="month" value={period} onChange={setPeriod} isNeeded />
            </Field>
            <Field label={t(texts.amount)} htmlFor="paper-amount" required>
              <MoneyInput id="paper-amount" value={amount} onChange={setAmount} />
            </Field>
          </div>
        ) : null}
        <Field label={t(texts.note)} htmlFor="paper-note">
          <TextInput id="paper-note" value={note} onChange={(event) => setNote(event.target.value)} maxLength={200} autoComplete="off" />
        </Field>
        {isDuplicate ? (
          <Field label={t(texts.explanation)} htmlFor="paper-explanation" hint={t(texts.explanationHint)} required>
            <TextArea
              id="paper-explanation"
              value={explanation}
              onChange={(event) => explain(event.target.value)}
              maxLength={200}
              autoSize={{ minRows: 2, maxRows: 5 }}
            />
          </Field>
        ) : null}
      </Form>
    </Dialog>
  )
}
