import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Text } from '#/domain/base/text.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { modeNames } from '#/web/shell/texts.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form } from '#/web/ui/Form.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

type Order = OutputOf<typeof api.payments.choices>['orders'][number]

interface OrderFieldProps {
  readonly orders: readonly Order[]
  readonly order: Order | undefined
  readonly onChange: (id: number) => void
}

function OrderField({ orders, order, onChange }: OrderFieldProps) {
  const t = useText()
  return (
    <>
      <Field label={t(texts.order)} htmlFor="new-batch-order" required problem={order?.problem ? order.problem : undefined}>
        <Select
          id="new-batch-order"
          isSearchable
          placeholder={t(texts.chooseOrder)}
          {...(order ? { value: order.id } : {})}
          options={orders.map((each) => ({
            value: each.id,
            label: `${each.no} ${each.title} · ${t(modeNames[each.mode] as Text)} · ${each.unitName}`,
            disabled: each.problem !== null,
            title: each.problem ?? each.title,
          }))}
          onChange={onChange}
        />
      </Field>
      {order ? (
        <Facts
          rows={[
            { label: t(texts.unit), value: order.unitName },
            { label: t(texts.centre), value: order.centreName },
            { label: t(texts.mode), value: t(modeNames[order.mode] as Text) },
            { label: t(texts.contract), value: `${order.contractNo} · ${t(texts.validTo, { day: order.validTo })}` },
          ]}
        />
      ) : null}
    </>
  )
}

/** Creates a batch for an order and opens it. */
export function NewBatchDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const navigate = useNavigate()
  const choices = useRead(api.payments.choices, {})
  const [orderId, setOrder] = useState<number | null>(null)
  const [amountBasis, setBasis] = useState<'gross' | 'net'>('gross')
  const [remark, setRemark] = useState('')
  const orders = choices.data?.orders ?? []
  const usableOrders = orders.filter((each) => each.problem === null)
  // A single usable order is preselected.
  const order = orders.find((each) => each.id === orderId) ?? (usableOrders.length === 1 ? usableOrders[0] : undefined)
  const create = useSubmit(api.payments.create, {
    onDone: (batch) => {
      onClose()
      void navigate(`/zf/batch/${batch.id}`)
    },
  })
  const submit = () => {
    if (order) void create.submit({ orderId: order.id, amountBasis, remark })
  }
  return (
    <Dialog
      title={t(texts.newBatch)}
      onClose={onClose}
      width={600}
      isDirty={orderId !== null || remark !== ''}
      confirm={{ text: t(texts.create), onPress: submit, isBusy: create.isBusy, isDisabled: !order || order.problem !== null }}
    >
      <QueryContent query={choices}>
        {() =>
          orders.length === 0 ? (
            <EmptyState title={t(texts.noOrders)} />
          ) : (
            <Form>
              <OrderField orders={orders} order={order} onChange={setOrder} />
              <Field label={t(texts.basis)} hint={t(amountBasis === 'gross' ? texts.grossHint : texts.netHint)}>
                <RadioGroup
                  value={amountBasis}
                  options={[
                    { value: 'gross', label: t(texts.gross) },
                    { value: 'net', label: t(texts.net) },
                  ]}
                  onChange={setBasis}
                />
              </Field>
              <Field label={t(texts.remark)} htmlFor="new-batch-remark">
                <TextInput
                  id="new-batch-remark"
                  value={remark}
                  maxLength={40}
                  hasCount
                  onChange={(event) => setRemark(event.target.value)}
                  onPressEnter={submit}
                />
              </Field>
            </Form>
          )
        }
      </QueryContent>
    </Dialog>
  )
}
