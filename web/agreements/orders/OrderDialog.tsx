import { useEffect, useState } from 'react'
import { contractModeNames } from '#/api/agreements/contracts.texts.ts'
import { orderFields, orderKindNames, priceModeNames } from '#/api/agreements/orders.texts.ts'
import { minDescriptionLength, type OrderKind, orderKinds, type PriceMode, priced, priceModes, priceOf } from '#/domain/agreements/order.ts'
import { orderFigures } from '#/domain/agreements/order-form.ts'
import { plainYuan, subtract } from '#/domain/base/money.ts'
import { dayOf } from '#/domain/base/period.ts'
import { sourceLimits } from '#/domain/base/source-name.ts'
import { priceProblem } from '#/domain/base/validation.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { plain } from '#/web/kernel/language.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { NumberInput } from '#/web/ui/NumberInput.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import { setConditions } from '#/web/ui/url-state.ts'
import type { OrderDetail } from './tags.tsx'
import { texts } from './texts.ts'

type Contract = OutputOf<typeof api.orders.contracts>[number]

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

const useNeeded = () => {
  const say = useText()
  return [{ required: true, whitespace: true, message: say(texts.required) }]
}

function ContractFacts({ contract }: { readonly contract: Contract }) {
  const say = useText()
  return (
    <Facts
      columns={2}
      rows={[
        { label: say(orderFields.unit), value: contract.unitName },
        { label: say(orderFields.centre), value: contract.centreName },
        { label: say(orderFields.mode), value: say(contractModeNames[contract.mode]) },
        { label: say(orderFields.period), value: `${contract.from} — ${contract.to}` },
        { label: say(texts.room), value: contract.room ? formatMoney(subtract(contract.room.cap, contract.room.used)) : say(texts.noCap), isWide: true },
      ]}
    />
  )
}

function Price({ kind, mode }: { readonly kind: OrderKind; readonly mode: PriceMode | undefined }) {
  const say = useText()
  const price = {
    validator: (_: unknown, value = '') => Promise[priceProblem(value) ? 'reject' : 'resolve'](new Error(plain(priceProblem(value) ?? texts.required))),
  }
  const isRange = mode === 'range'
  return (
    <div className="k-fields">
      <Field name="priceMode" label={say(orderFields.pricing)} rules={kind === 'task' ? [{ required: true, message: say(texts.required) }] : []}>
        <Select
          isClearable={kind === 'framework'}
          placeholder={kind === 'framework' ? say(texts.priceLater) : undefined}
          options={priceModes.map((value) => ({ value, label: say(priceModeNames[value]) }))}
        />
      </Field>
      {mode ? (
        <>
          <Field name="price" label={say(isRange ? orderFields.lowestPrice : orderFields.unitPrice)} required rules={[price]}>
            <NumberInput kind={orderFigures.price} maxLength={13} />
          </Field>
          {isRange ? (
            <Field name="highest" label={say(orderFields.highestPrice)} required rules={[price]}>
              <NumberInput kind={orderFigures.price} maxLength={13} />
            </Field>
          ) : null}
          <Field name="quantity" label={say(orderFields.quantity)} rules={[{ required: true, message: say(texts.required) }]}>
            <NumberInput kind={orderFigures.quantity} maxLength={7} />
          </Field>
        </>
      ) : null}
    </div>
  )
}

function Place() {
  const say = useText()
  const areas = useRead(api.lookups.areas, {})
  return (
    <div className="k-fields">
      <Field name="province" label={say(texts.province)}>
        <Select
          isClearable
          isSearchable
          isLoading={areas.isFetching}
          options={(areas.data?.data ?? []).map((each) => ({ value: each.code, label: each.name }))}
        />
      </Field>
      <Field name="place" label={say(texts.address)}>
        <TextInput maxLength={100} autoComplete="off" />
      </Field>
      <Field name="wanted" label={say(orderFields.wanted)} hint={say(texts.headcountHint)}>
        <NumberInput kind={orderFigures.wanted} maxLength={5} />
      </Field>
      <Field name="sourcePlatform" label={say(orderFields.sourcePlatform)} hint={say(texts.sourceHint)}>
        <TextInput maxLength={sourceLimits.platform} autoComplete="off" />
      </Field>
    </div>
  )
}

function Words() {
  const say = useText()
  const long = {
    validator: (_: unknown, value = '') =>
      [...value.trim()].length >= minDescriptionLength ? Promise.resolve() : Promise.reject(new Error(say(texts.descriptionShort))),
  }
  return (
    <>
      <Field name="description" label={say(orderFields.description)} required rules={[long]} hint={say(texts.describe)}>
        <TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={2000} />
      </Field>
      <Field name="criteria" label={say(orderFields.criteria)} rules={useNeeded()}>
        <TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1000} />
      </Field>
    </>
  )
}

function OrderFieldsOf({ contract, kind, mode }: { readonly contract: Contract | undefined; readonly kind: OrderKind; readonly mode: PriceMode | undefined }) {
  const say = useText()
  const needed = useNeeded()
  const days = contract ? { min: contract.from, max: contract.to } : {}
  return (
    <>
      <div className="k-fields">
        <Field name="kind" label={say(orderFields.kind)} rules={needed}>
          <Select options={orderKinds.map((value) => ({ value, label: say(orderKindNames[value]) }))} />
        </Field>
        <Field name="category" label={say(orderFields.category)} rules={needed} hint={say(texts.categoryHint)}>
          <Select isSearchable options={(contract?.categories ?? []).map((value) => ({ value, label: value }))} disabled={!contract} />
        </Field>
      </div>
      <Field name="title" label={say(orderFields.title)} rules={needed}>
        <TextInput maxLength={60} autoComplete="off" />
      </Field>
      <Words />
      <Price kind={kind} mode={mode} />
      <div className="k-fields">
        <Field name="budget" label={say(orderFields.budget)} rules={needed}>
          <MoneyInput hasWords isDisabled={mode === 'fixed'} />
        </Field>
        <Field name="from" label={say(texts.from)} rules={needed}>
          <DayInput {...days} isNeeded />
        </Field>
        <Field name="to" label={say(texts.to)} rules={needed}>
          <DayInput {...days} isNeeded />
        </Field>
      </div>
      <Place />
    </>
  )
}

function startOf(order: OrderDetail | null, kind: OrderKind, contractId: number | undefined): Partial<Values> {
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

function formOf(values: Values) {
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
function filledBy(contract: Contract): Partial<Values> {
  const today = dayOf(new Date(nowMs()))
  const category = contract.categories.length === 1 ? contract.categories[0] : undefined
  return { from: today < contract.from ? contract.from : today, to: contract.to, ...(category === undefined ? {} : { category }) }
}

/** Returns the contracts in force that match the keyword, and the selected one. */
function useContracts(keyword: string, chosenId: number | undefined, isUnordered: boolean) {
  const found = useRead(api.orders.contracts, setConditions({ keyword, isUnordered: isUnordered || undefined }))
  const own = useRead(api.orders.contracts, { id: chosenId ?? 0 }, { isEnabled: chosenId !== undefined })
  const chosen = chosenId === undefined ? undefined : own.data?.find((each) => each.id === chosenId)
  const others = (found.data ?? []).filter((each) => each.id !== chosenId)
  return {
    chosen,
    isChoosing: chosenId !== undefined && own.isPending,
    rows: chosen ? [chosen, ...others] : others,
    isFetching: found.isFetching,
    isNone: keyword === '' && found.data?.length === 0,
  }
}

interface OrderDialogProps {
  /** null: a new one. */
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
  const say = useText()
  const [form] = useForm<Values>()
  const [isDirty, setDirty] = useState(false)
  const [seen] = useState(order)
  const [keyword, setKeyword] = useState('')
  const contractId = useWatch('contractId', form) ?? seen?.contract?.id ?? firstContract
  const kind = useWatch('kind', form) ?? seen?.kind ?? firstKind
  const mode = useWatch('priceMode', form)
  const { chosen, isChoosing, rows, isFetching, isNone } = useContracts(keyword, contractId, isUnordered)
  const options = { onDone: ({ id }: OrderDetail) => onMade(id) }
  const create = useSubmit(api.orders.create, options)
  const update = useSubmit(api.orders.update, options)
  const send = async () => {
    const values = formOf(await form.validateFields())
    if (seen) await update.submit({ id: seen.id, version: seen.version, ...values })
    else await create.submit(values)
  }
  const press = () => void send().catch(() => undefined)
  const fill = (contract: Contract) => form.setFieldsValue(filledBy(contract))
  // A contract named in the URL is available only after it has loaded.
  const [isFilled, setFilled] = useState(false)
  useEffect(() => {
    if (isFilled || seen !== null || !chosen) return
    setFilled(true)
    if (!form.getFieldValue('from')) fill(chosen)
  })
  const follow = (changed: Partial<Values>) => {
    setDirty(true)
    const contract = rows.find((each) => each.id === changed.contractId)
    if (contract) fill(contract)
    // A fixed price gives the budget.
    const { priceMode, price = '', quantity = '' } = form.getFieldsValue()
    const unit = priceMode === 'fixed' ? priceOf(price) : null
    const amount = unit !== null && Number(quantity) > 0 ? priced(unit, Number(quantity)) : null
    if (amount !== null) form.setFieldsValue({ budget: plainYuan(amount) })
  }
  return (
    <Dialog
      title={seen ? `${say(texts.edit)} · ${seen.no}` : say(texts.add)}
      isOpen
      onClose={onClose}
      isDirty={isDirty}
      width={760}
      confirm={{ text: say(texts.saveDraft), onPress: press, isBusy: create.isBusy || update.isBusy, isDisabled: !isDirty || isChoosing }}
    >
      <Form form={form} initialValues={startOf(seen, firstKind, firstContract)} onValuesChange={follow}>
        <Field
          name="contractId"
          label={say(orderFields.contract)}
          rules={[{ required: true, message: say(texts.required) }]}
          hint={isNone ? say(texts.noContract) : undefined}
        >
          <Select
            onSearch={setKeyword}
            isLoading={isFetching}
            placeholder={say(texts.findContract)}
            options={rows.map((each) => ({ value: each.id, label: `${each.unitName} · ${each.no} · ${say(contractModeNames[each.mode])}` }))}
          />
        </Field>
        {chosen ? <ContractFacts contract={chosen} /> : null}
        <OrderFieldsOf contract={chosen} kind={kind} mode={mode} />
      </Form>
    </Dialog>
  )
}
