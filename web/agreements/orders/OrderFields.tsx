import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { orderFields, orderKindNames, priceModeNames } from '#/api/agreements/orders.texts.ts'
import { minDescriptionLength, type OrderKind, orderKinds, type PriceMode, priceModes } from '#/domain/agreements/order.ts'
import { orderNumberFormats } from '#/domain/agreements/order-form.ts'
import { subtract } from '#/domain/base/money.ts'
import { sourceLimits } from '#/domain/base/source-name.ts'
import { priceProblem } from '#/domain/base/validation.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { inCurrentLanguage } from '#/web/kernel/language.ts'
import { useRead } from '#/web/kernel/query.ts'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Facts } from '#/web/ui/Facts.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { NumberInput } from '#/web/ui/NumberInput.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import { texts } from './texts.ts'

export type OrderContract = OutputOf<typeof api.orders.contracts>[number]

const useRequiredRules = () => {
  const t = useText()
  return [{ required: true, whitespace: true, message: t(texts.required) }]
}

export function ContractFacts({ contract }: { readonly contract: OrderContract }) {
  const t = useText()
  return (
    <Facts
      columns={2}
      rows={[
        { label: t(orderFields.unit), value: contract.unitName },
        { label: t(orderFields.centre), value: contract.centreName },
        { label: t(orderFields.mode), value: t(contractModeNames[contract.mode]) },
        { label: t(orderFields.period), value: `${contract.from} — ${contract.to}` },
        { label: t(texts.room), value: contract.room ? formatMoney(subtract(contract.room.cap, contract.room.used)) : t(texts.noCap), isWide: true },
      ]}
    />
  )
}

function PriceFields({ kind, mode }: { readonly kind: OrderKind; readonly mode: PriceMode | undefined }) {
  const t = useText()
  const priceRule = {
    validator: (_: unknown, value = '') =>
      Promise[priceProblem(value) ? 'reject' : 'resolve'](new Error(inCurrentLanguage(priceProblem(value) ?? texts.required))),
  }
  const isRange = mode === 'range'
  return (
    <div className="k-fields">
      <Field name="priceMode" label={t(orderFields.pricing)} rules={kind === 'task' ? [{ required: true, message: t(texts.required) }] : []}>
        <Select
          isClearable={kind === 'framework'}
          placeholder={kind === 'framework' ? t(texts.priceLater) : undefined}
          options={choicesOf(t, priceModes, priceModeNames)}
        />
      </Field>
      {mode ? (
        <>
          <Field name="price" label={t(isRange ? orderFields.lowestPrice : orderFields.unitPrice)} required rules={[priceRule]}>
            <NumberInput kind={orderNumberFormats.price} maxLength={13} />
          </Field>
          {isRange ? (
            <Field name="highest" label={t(orderFields.highestPrice)} required rules={[priceRule]}>
              <NumberInput kind={orderNumberFormats.price} maxLength={13} />
            </Field>
          ) : null}
          <Field name="quantity" label={t(orderFields.quantity)} rules={[{ required: true, message: t(texts.required) }]}>
            <NumberInput kind={orderNumberFormats.quantity} maxLength={7} />
          </Field>
        </>
      ) : null}
    </div>
  )
}

function WorkPlaceFields() {
  const t = useText()
  const areas = useRead(api.lookups.areas, {})
  return (
    <div className="k-fields">
      <Field name="province" label={t(texts.province)}>
        <Select
          isClearable
          isSearchable
          isLoading={areas.isFetching}
          options={(areas.data?.data ?? []).map((each) => ({ value: each.code, label: each.name }))}
        />
      </Field>
      <Field name="place" label={t(texts.address)}>
        <TextInput maxLength={100} autoComplete="off" />
      </Field>
      <Field name="wanted" label={t(orderFields.wanted)} hint={t(texts.headcountHint)}>
        <NumberInput kind={orderNumberFormats.wanted} maxLength={5} />
      </Field>
      <Field name="sourcePlatform" label={t(orderFields.sourcePlatform)} hint={t(texts.sourceHint)}>
        <TextInput maxLength={sourceLimits.platform} autoComplete="off" />
      </Field>
    </div>
  )
}

function DescriptionFields() {
  const t = useText()
  const minLengthRule = {
    validator: (_: unknown, value = '') =>
      [...value.trim()].length >= minDescriptionLength ? Promise.resolve() : Promise.reject(new Error(t(texts.descriptionShort))),
  }
  return (
    <>
      <Field name="description" label={t(orderFields.description)} required rules={[minLengthRule]} hint={t(texts.describe)}>
        <TextArea autoSize={{ minRows: 3, maxRows: 8 }} maxLength={2000} />
      </Field>
      <Field name="criteria" label={t(orderFields.criteria)} rules={useRequiredRules()}>
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
  readonly contract: OrderContract | undefined
  readonly kind: OrderKind
  readonly mode: PriceMode | undefined
}) {
  const t = useText()
  const requiredRules = useRequiredRules()
  const dayLimits = contract ? { min: contract.from, max: contract.to } : {}
  return (
    <>
      <div className="k-fields">
        <Field name="kind" label={t(orderFields.kind)} rules={requiredRules}>
          <Select options={choicesOf(t, orderKinds, orderKindNames)} />
        </Field>
        <Field name="category" label={t(orderFields.category)} rules={requiredRules} hint={t(texts.categoryHint)}>
          <Select isSearchable options={(contract?.categories ?? []).map((value) => ({ value, label: value }))} disabled={!contract} />
        </Field>
      </div>
      <Field name="title" label={t(orderFields.title)} rules={requiredRules}>
        <TextInput maxLength={60} autoComplete="off" />
      </Field>
      <DescriptionFields />
      <PriceFields kind={kind} mode={mode} />
      <div className="k-fields">
        <Field name="budget" label={t(orderFields.budget)} rules={requiredRules}>
          <MoneyInput hasWords isDisabled={mode === 'fixed'} />
        </Field>
        <Field name="from" label={t(texts.from)} rules={requiredRules}>
          <DayInput {...dayLimits} isNeeded />
        </Field>
        <Field name="to" label={t(texts.to)} rules={requiredRules}>
          <DayInput {...dayLimits} isNeeded />
        </Field>
      </div>
      <WorkPlaceFields />
    </>
  )
}
