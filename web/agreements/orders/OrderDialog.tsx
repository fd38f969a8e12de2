import { useEffect, useState } from 'react'
import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { orderFields } from '#/api/agreements/orders.texts.ts'
import { type OrderKind, type PriceMode, parseOrderPrice, totalPrice } from '#/domain/agreements/order.ts'
import { plainYuan } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { api } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import { ContractFacts, type OrderContract, OrderFields } from './OrderFields.tsx'
import type { OrderDetail } from './tags.tsx'
import { texts } from './texts.ts'

interface Values {
  contractId: number
  kind: OrderKind
  title: string
  category: string
  description: string
  criteria: string
  priceMode?: PriceMode
  price?: string
  highest?: string
  quantity?: string
  budget: string
  from: string
  to: string
  province?: string
  place?: string
  wanted?: string
  sourcePlatform?: string
}

function initialValuesOf(order: OrderDetail | null, kind: OrderKind, contractId: number | undefined): Partial<Values> {
  if (order === null)
    return { kind, ...(contractId === undefined ? {} : { contractId }), ...(kind === 'task' ? { priceMode: 'fixed' as const } : {}), wanted: '0' }
  const { price } = order
  return {
    ...(order.contract ? { contractId: order.contract.id } : {}),
    kind: order.kind,
    title: order.title,
    category: order.category,
    description: order.description,
    criteria: order.criteria,
    ...(price && {
      priceMode: price.mode,
      price: plainYuan(price.price),
      highest: price.highest === null ? '' : plainYuan(price.highest),
      quantity: String(price.quantity),
    }),
    budget: order.budget === null ? '' : plainYuan(order.budget),
    from: order.from,
    to: order.to,
    ...(order.province ? { province: order.province } : {}),
    place: order.place,
    wanted: String(order.wanted),
    sourcePlatform: order.sourcePlatform,
  }
}

function requestOf(values: Values) {
  const { priceMode, price = '', highest = '', quantity = '1', province = '', place = '', wanted: requested = '0', sourcePlatform = '', ...rest } = values
  return {
    ...rest,
    ...(priceMode ? { price: { mode: priceMode, price, highest: priceMode === 'range' ? highest : '', quantity: Number(quantity) } } : {}),
    province,
    place,
    sourcePlatform,
    wanted: Number(requested || 0),
  }
}

/** Returns the values that follow from a contract: its remaining days, and its category if there is only one. */
function valuesFromContract(contract: OrderContract): Partial<Values> {
  const today = dayOf(new Date(nowMs()))
  const category = contract.categories.length === 1 ? contract.categories[0] : undefined
  return { from: today < contract.from ? contract.from : today, to: contract.to, ...(category === undefined ? {} : { category }) }
}

/** Returns the contracts in force that match the keyword, and the selected one. */
function useOrderContracts(keyword: string, chosenId: number | undefined, isUnordered: boolean) {
  const matches = useRead(api.orders.contracts, setConditions({ keyword, isUnordered: isUnordered || undefined }))
  const order = useRead(api.orders.contracts, { id: chosenId ?? 0 }, { isEnabled: chosenId !== undefined })
  const chosenOrder = chosenId === undefined ? undefined : order.data?.find((each) => each.id === chosenId)
  const others = (matches.data ?? []).filter((each) => each.id !== chosenId)
  return {
    chosen: chosenOrder,
    isChoosing: chosenId !== undefined && order.isPending,
    rows: chosenOrder ? [chosenOrder, ...others] : others,
    isFetching: matches.isFetching,
    isNone: keyword === '' && matches.data?.length === 0,
  }
}

interface OrderDialogProps {
  /** The order to edit; null for a new one. */
  readonly order: OrderDetail | null
  readonly kind: OrderKind
  readonly contractId?: number | undefined
  /** Offers only contracts without orders. */
  readonly isUnordered?: boolean
  readonly onClose: () => void
  readonly onMade: (id: number) => void
}

/**
 * Creates an order under a contract in force, or edits a draft. The contract determines the unit, centre, mode and
 * possible days.
 */
export function OrderDialog({ order, kind: firstKind, contractId: firstContract, isUnordered = false, onClose, onMade }: OrderDialogProps) {
  const t = useText()
  const [form] = useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const [seen] = useState(order)
  const [keyword, setKeyword] = useState('')
  const contractId = useWatch('contractId', form) ?? seen?.contract?.id ?? firstContract
  const kind = useWatch('kind', form) ?? seen?.kind ?? firstKind
  const mode = useWatch('priceMode', form)
  const { chosen, isChoosing, rows, isFetching, isNone } = useOrderContracts(keyword, contractId, isUnordered)
  const options = { onDone: ({ id }: OrderDetail) => onMade(id) }
  const create = useSubmit(api.orders.create, options)
  const update = useSubmit(api.orders.update, options)
  const send = form.whenValid(async (formValues) => {
    const values = requestOf(formValues)
    if (seen) await update.submit({ id: seen.id, version: seen.version, ...values })
    else await create.submit(values)
  })
  const fillFromContract = (contract: OrderContract) => form.setFieldsValue(valuesFromContract(contract))
  // A contract named in the URL is only available once it has loaded.
  const [isFilled, setFilled] = useState(false)
  useEffect(() => {
    if (isFilled || seen !== null || !chosen) return
    setFilled(true)
    if (!form.getFieldValue('from')) fillFromContract(chosen)
  })
  const handleChange = (changed: Partial<Values>) => {
    setDirty(true)
    const contract = rows.find((row) => row.id === changed.contractId)
    if (contract) fillFromContract(contract)
    // A fixed price determines the budget.
    const { priceMode, price = '', quantity = '' } = form.getFieldsValue()
    const unit = priceMode === 'fixed' ? parseOrderPrice(price) : null
    const amount = unit !== null && Number(quantity) > 0 ? totalPrice(unit, Number(quantity)) : null
    if (amount !== null) form.setFieldsValue({ budget: plainYuan(amount) })
  }
  return (
    <Dialog
      title={seen ? `${t(texts.edit)} · ${seen.no}` : t(texts.add)}
      onClose={onClose}
      width={760}
      confirm={{ text: t(texts.saveDraft), onPress: send, isBusy: create.isBusy || update.isBusy, isDisabled: !isDirty || isChoosing }}
    >
      <Form form={form} initialValues={initialValuesOf(seen, firstKind, firstContract)} onValuesChange={handleChange}>
        <Field
          name="contractId"
          label={t(orderFields.contract)}
          rules={[{ required: true, message: t(texts.required) }]}
          hint={isNone ? t(texts.noContract) : undefined}
        >
          <Select
            onSearch={setKeyword}
            isLoading={isFetching}
            placeholder={t(texts.findContract)}
            options={rows.map((row) => ({ value: row.id, label: `${row.unitName} · ${row.no} · ${t(contractModeNames[row.mode])}` }))}
          />
        </Field>
        {chosen ? <ContractFacts contract={chosen} /> : null}
        <OrderFields contract={chosen} kind={kind} mode={mode} />
      </Form>
    </Dialog>
  )
}
