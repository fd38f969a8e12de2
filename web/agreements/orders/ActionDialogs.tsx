import { useState } from 'react'
import type { OrderStep } from '#/domain/agreements/order.ts'
import { plainYuan } from '#/domain/base/money.ts'
import { api } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { withNote } from '#/web/kernel/punctuation.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { MultiSelect } from '#/web/ui/MultiSelect.tsx'
import { ReasonDialog } from '#/web/ui/ReasonDialog.tsx'
import { ReasonField } from '#/web/ui/ReasonFrame.tsx'
import type { OrderDetail } from './tags.tsx'
import { texts } from './texts.ts'

interface OrderActionProps {
  readonly order: OrderDetail
  readonly onClose: () => void
}

const stepsWithReason: readonly OrderStep[] = ['pause', 'rework', 'cancel']

/** Confirms a step of an order. Some steps need a reason. */
export function MoveDialog({ order, move, onClose }: OrderActionProps & { readonly move: OrderStep }) {
  const t = useText()
  const send = useSubmit(api.orders.move, { onDone: onClose })
  return (
    <ReasonDialog
      title={`${t(texts[move])} · ${order.no}`}
      onClose={onClose}
      confirmText={t(texts[move])}
      reason={stepsWithReason.includes(move) ? {} : null}
      isDangerous={move === 'cancel' || move === 'settle'}
      onConfirm={({ reason }) => void send.submit({ id: order.id, version: order.version, move, reason })}
      submission={send}
    >
      <p>{t(texts[`${move}Ask`])}</p>
    </ReasonDialog>
  )
}

/** The operator's answer to an order: accept or decline. */
export function AnswerDialog({ order, accept, onClose }: OrderActionProps & { readonly accept: boolean }) {
  const t = useText()
  const send = useSubmit(api.orders.answer, { onDone: onClose })
  const actionLabel = t(accept ? texts.accept : texts.decline)
  return (
    <ReasonDialog
      title={`${actionLabel} · ${order.title}`}
      onClose={onClose}
      confirmText={actionLabel}
      reason={accept ? null : { isOptional: true }}
      isDangerous={!accept}
      onConfirm={({ reason }) => void send.submit({ id: order.id, version: order.version, accept, reason })}
      submission={send}
    >
      <p>{t(accept ? texts.acceptAsk : texts.declineAsk)}</p>
    </ReasonDialog>
  )
}

/** Changes the budget or last day of an active order. */
export function AdjustDialog({ order, onClose }: OrderActionProps) {
  const t = useText()
  const [budget, setBudget] = useState(order.budget === null ? '' : plainYuan(order.budget))
  const [to, setTo] = useState(order.to)
  const [reason, setReason] = useState('')
  const send = useSubmit(api.orders.adjust, { onDone: onClose })
  const isDirty = reason !== '' || to !== order.to || (order.budget !== null && budget !== plainYuan(order.budget))
  const isReady = budget !== '' && to !== '' && [...reason.trim()].length >= 2
  return (
    <Dialog
      title={`${t(texts.adjust)} · ${order.no}`}
      onClose={onClose}
      isDirty={isDirty}
      confirm={{
        text: t(texts.save),
        onPress: () => void send.submit({ id: order.id, version: order.version, budget, to, reason }),
        isBusy: send.isBusy,
        isDisabled: !isReady,
      }}
    >
      <Form>
        <Field label={t(texts.budgetNew)} htmlFor="order-budget" hint={t(texts.usedHint)} required>
          <MoneyInput id="order-budget" value={budget} onChange={setBudget} hasWords />
        </Field>
        <Field label={t(texts.toNew)} htmlFor="order-to" required>
          <DayInput id="order-to" value={to} onChange={setTo} min={order.from} isNeeded />
        </Field>
        <ReasonField value={reason} onChange={setReason} />
      </Form>
    </Dialog>
  )
}

/** Assigns operators of the unit to an order (get_yzData). */
export function AssignDialog({ order, onClose }: OrderActionProps) {
  const t = useText()
  const [keyword, setKeyword] = useState('')
  const [chosen, choose] = useState<readonly number[]>([])
  const matches = useRead(api.lookups.operators, { keyword, dwid: order.unitId, limit: 50 }, { keepLast: true })
  const options = (matches.data?.data ?? []).map((each) => ({ value: each.id, label: withNote(each.name, each.mobile) }))
  const send = useSubmit(api.orders.assign, { onDone: onClose })
  return (
    <Dialog
      title={`${t(texts.assign)} · ${order.no}`}
      onClose={onClose}
      isDirty={chosen.length > 0}
      confirm={{
        text: t(texts.assign),
        onPress: () => void send.submit({ id: order.id, version: order.version, operatorIds: [...chosen] }),
        isBusy: send.isBusy,
        isDisabled: chosen.length === 0,
      }}
    >
      <Form>
        <Field label={t(texts.people)} htmlFor="order-people" hint={t(texts.assignHint)}>
          <MultiSelect
            id="order-people"
            maxCount={50}
            value={chosen}
            onChange={choose}
            onSearch={setKeyword}
            isLoading={matches.isFetching}
            options={options}
          />
        </Field>
      </Form>
    </Dialog>
  )
}

/** Withdraws an assignment of an operator. */
export function WithdrawDialog({ order, person, onClose }: OrderActionProps & { readonly person: { readonly operatorId: number; readonly name: string } }) {
  const t = useText()
  const send = useSubmit(api.orders.withdraw, { onDone: onClose })
  return (
    <ReasonDialog
      title={`${t(texts.withdraw)} · ${person.name}`}
      onClose={onClose}
      confirmText={t(texts.withdraw)}
      isDangerous
      onConfirm={({ reason }) => void send.submit({ id: order.id, version: order.version, operatorId: person.operatorId, reason })}
      submission={send}
    >
      <p>{t(texts.withdrawAsk, { name: person.name })}</p>
    </ReasonDialog>
  )
}

export function RemovePaperDialog({ order, paper, onClose }: OrderActionProps & { readonly paper: { readonly id: number; readonly name: string } }) {
  const t = useText()
  const send = useSubmit(api.orders.removePaper, { onDone: onClose })
  return (
    <ReasonDialog
      title={`${t(texts.remove)} · ${paper.name}`}
      onClose={onClose}
      confirmText={t(texts.remove)}
      isDangerous
      onConfirm={({ reason }) => void send.submit({ id: order.id, version: order.version, orderPaperId: paper.id, reason })}
      submission={send}
    >
      <p>{t(texts.removeAsk, { name: paper.name })}</p>
    </ReasonDialog>
  )
}
