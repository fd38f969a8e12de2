import { Form, Input } from 'antd'
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
import { FileDrop } from '#/web/ui/FileDrop.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import type { OrderDetail } from './tags.tsx'
import { texts } from './texts.ts'

const titles = { deliverable: texts.addDeliverable, list: texts.addList, acceptance: texts.addAcceptance } as const

/**
 * Uploads a deliverable, the business list of a period or an acceptance sheet. A document that another order already
 * has needs an explanation.
 */
export function PaperDialog({ order, kind, onClose }: { readonly order: OrderDetail; readonly kind: OrderPaperKind; readonly onClose: () => void }) {
  const say = useText()
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
      title={`${say(titles[kind])} · ${order.no}`}
      isOpen
      onClose={onClose}
      isDirty={file !== null}
      confirm={{ text: say(texts.upload), onPress: send, isBusy: add.isBusy, isDisabled: !isReady }}
    >
      <Form layout="vertical" onFinish={send}>
        {add.failure ? <Alert type="error" title={add.failure.message} /> : null}
        <Form.Item label={say(texts.file)} required>
          <FileDrop value={file} onChange={setFile} kinds={['pdf', 'jpg', 'jpeg', 'png', 'webp', 'xlsx']} maxBytes={maxFileBytes} label={say(texts.fileHint)} />
        </Form.Item>
        {hasFigures ? (
          <div className="k-fields">
            <Form.Item label={say(texts.month)} htmlFor="paper-period" required>
              <DayInput id="paper-period" picker="month" value={period} onChange={setPeriod} isNeeded />
            </Form.Item>
            <Form.Item label={say(texts.amount)} htmlFor="paper-amount" required>
              <MoneyInput id="paper-amount" value={amount} onChange={setAmount} />
            </Form.Item>
          </div>
        ) : null}
        <Form.Item label={say(texts.note)} htmlFor="paper-note">
          <Input id="paper-note" value={note} onChange={(event) => setNote(event.target.value)} maxLength={200} autoComplete="off" />
        </Form.Item>
        {isDuplicate ? (
          <Form.Item label={say(texts.explanation)} htmlFor="paper-explanation" extra={say(texts.explanationHint)} required>
            <Input.TextArea
              id="paper-explanation"
              value={explanation}
              onChange={(event) => explain(event.target.value)}
              maxLength={200}
              autoSize={{ minRows: 2, maxRows: 5 }}
            />
          </Form.Item>
        ) : null}
      </Form>
    </Dialog>
  )
}
