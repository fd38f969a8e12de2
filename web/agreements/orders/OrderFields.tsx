import { contractModeNames } from '#/api/agreements/contracts.texts.ts'
import { orderFields, orderKindNames, priceModeNames } from '#/api/agreements/orders.texts.ts'
import { minDescriptionLength, type OrderKind, orderKinds, type PriceMode, priceModes } from '#/domain/agreements/order.ts'
import { orderFigures } from '#/domain/agreements/order-form.ts'
import { subtract } from '#/domain/base/money.ts'
import { sourceLimits } from '#/domain/base/source-name.ts'
import { priceProblem } from '#/domain/base/validation.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { plain } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { NumberInput } from '#/web/ui/NumberInput.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

export type Contract = OutputOf<typeof api.orders.contracts>[number]

const useNeeded = () => {
  const say = useText()
  return [{ required: true, whitespace: true, message: say(texts.required) }]
}

export function ContractFacts({ contract }: { readonly contract: Contract }) {
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

/** The fields of an order, within the days and categories of its contract. */
export function OrderFields({
  contract,
  kind,
  mode,
}: {
  readonly contract: Contract | undefined
  readonly kind: OrderKind
  readonly mode: PriceMode | undefined
}) {
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
