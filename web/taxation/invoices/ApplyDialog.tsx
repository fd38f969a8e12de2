import { useState } from 'react'
import { basisNames, invoiceFields as fields, invoiceKindNames } from '#/api/taxation/invoices.texts.ts'
import { type ApplicationBasis, applicationBases, type InvoiceKind } from '#/domain/taxation/invoice.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { Button } from '#/web/ui/Button.tsx'
import { DayInput } from '#/web/ui/DayInput.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { MoneyInput } from '#/web/ui/MoneyInput.tsx'
import { MultiSelect } from '#/web/ui/MultiSelect.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { TextArea, TextInput } from '#/web/ui/TextInput.tsx'
import { useAmountRule } from '#/web/ui/useAmountRule.ts'
import { InvoiceFace } from './InvoiceFace.tsx'
import { texts } from './texts.ts'

type Terms = OutputOf<typeof api.invoices.terms>
interface ApplyOptions {
  readonly terms: Terms
  readonly titles: OutputOf<typeof api.lookups.titles>['data']
}

interface ApplyProps {
  /** The preselected batch; 0 for none. */
  readonly batchId: number
  readonly onClose: () => void
}

interface Values {
  readonly centreId: number
  readonly basis: ApplicationBasis
  readonly batchIds?: number[]
  readonly from?: string
  readonly to?: string
  readonly amount?: string
  readonly titleId: number
  readonly kind: InvoiceKind
  readonly category: string
  readonly email: string
  readonly remark?: string
}

/** The fields that select the payments to invoice. */
function PaymentFields({ basis, place }: { readonly basis: ApplicationBasis; readonly place: Terms['places'][number] }) {
  const t = useText()
  const requiredRules = [{ required: true, message: t(texts.required) }]
  const amountRule = useAmountRule()
  if (basis === 'batches') {
    return (
      <Field
        name="batchIds"
        label={t(texts.batches)}
        rules={requiredRules}
        hint={place.hasMoreBatches ? t(texts.oldestBatches, { count: place.batches.length }) : undefined}
      >
        <MultiSelect isSearchable options={place.batches.map((batch) => ({ value: batch.id, label: `${batch.no} · ${formatMoney(batch.free)}` }))} />
      </Field>
    )
  }
  if (basis === 'period') {
    return (
      <>
        <Field name="from" htmlFor="fp-from" label={t(texts.from)} rules={requiredRules}>
          <DayInput id="fp-from" isNeeded />
        </Field>
        <Field name="to" htmlFor="fp-to" label={t(texts.to)} rules={requiredRules}>
          <DayInput id="fp-to" isNeeded />
        </Field>
      </>
    )
  }
  return (
    <Field name="amount" label={t(texts.amount)} rules={[...requiredRules, amountRule]} hint={`${t(texts.quota)} ${formatMoney(place.quota)}`}>
      <MoneyInput />
    </Field>
  )
}

function Fields({ terms, titles, values }: ApplyOptions & { readonly values: Partial<Values> }) {
  const t = useText()
  const requiredRules = [{ required: true, message: t(texts.required) }]
  const place = terms.places.find((each) => each.centreId === values.centreId) ?? terms.places[0]
  if (!place) return <p>{t(texts.noPlace)}</p>
  return (
    <>
      {terms.places.length > 1 ? (
        <Field name="centreId" label={t(texts.centre)} rules={requiredRules}>
          <Select options={terms.places.map((each) => ({ value: each.centreId, label: each.centreName }))} />
        </Field>
      ) : null}
      <Field name="basis" label={t(fields.basis)}>
        <RadioGroup options={choicesOf(t, applicationBases, basisNames)} />
      </Field>
      <PaymentFields basis={values.basis ?? 'batches'} place={place} />
      <Field name="titleId" label={t(fields.title)} rules={requiredRules} hint={titles.length === 0 ? t(texts.noTitle) : undefined}>
        <Select options={titles.map((title) => ({ value: title.id, label: `${title.name} · ${title.taxno}` }))} />
      </Field>
      <Field name="kind" label={t(fields.kind)} rules={requiredRules}>
        <RadioGroup options={choicesOf(t, place.kinds, invoiceKindNames)} />
      </Field>
      <Field name="category" label={t(fields.category)} rules={requiredRules}>
        <Select options={place.categories.map((value) => ({ value, label: value }))} />
      </Field>
      <Field name="email" label={t(fields.email)} rules={[...requiredRules, { type: 'email' }]}>
        <TextInput maxLength={100} />
      </Field>
      <Field name="remark" label={t(fields.remark)}>
        <TextArea maxLength={200} autoSize={{ minRows: 2 }} />
      </Field>
    </>
  )
}

function ApplyForm({ terms, titles, batchId, onClose }: ApplyOptions & ApplyProps) {
  const t = useText()
  const [form] = useForm<Values>()
  const [dialog, setRequested] = useState<Omit<Values, 'email'> | null>(null)
  const values = useWatch([], form) ?? {}
  const defaultTitle = titles.find((title) => title.isdefault === 1) ?? titles[0]
  const batchPlace = terms.places.find((each) => each.batches.some((batch) => batch.id === batchId))
  const place = batchPlace ?? terms.places[0]
  const previewQuery = useRead(api.invoices.preview, (dialog ?? {}) as Omit<Values, 'email'>, { isEnabled: dialog !== null, keepLast: false })
  const apply = useSubmit(api.invoices.apply, { onDone: onClose })
  const withCentre = (formValues: Values): Values => ({ ...formValues, centreId: formValues.centreId ?? place?.centreId ?? 0 })
  const send = form.whenValid((formValues) => apply.submit(withCentre(formValues)))
  // Batches, kinds and categories depend on the centre, so another centre clears them.
  const handleChange = (change: Partial<Values>) => {
    setRequested(null)
    if (change.centreId !== undefined) for (const name of ['batchIds', 'category', 'kind'] as const) form.setFieldValue(name, undefined)
  }
  const showPreview = form.whenValid((formValues) => {
    const { email: _, ...chosen } = withCentre(formValues)
    setRequested(chosen)
  })
  const startValues = {
    centreId: place?.centreId,
    basis: 'batches' as const,
    batchIds: batchPlace ? [batchId] : undefined,
    kind: place?.kinds.includes('ordinary') ? ('ordinary' as const) : place?.kinds[0],
    category: place?.categories.length === 1 ? place.categories[0] : undefined,
    titleId: defaultTitle?.id,
    email: defaultTitle?.email,
  }
  return (
    <Dialog
      title={t(texts.apply)}
      onClose={onClose}
      width={720}
      confirm={{
        text: t(texts.submit),
        isDisabled: place === undefined,
        onPress: send,
        isBusy: apply.isBusy,
      }}
    >
      <Form form={form} initialValues={startValues} onValuesChange={handleChange}>
        <Fields terms={terms} titles={titles} values={values} />
      </Form>
      <div className="k-stack">
        {place ? (
          <div>
            <Button onClick={showPreview}>{t(texts.preview)}</Button>
          </div>
        ) : null}
        {dialog ? (
          <QueryContent query={previewQuery} lines={5}>
            {(planned) => <InvoiceFace planned={planned} kind={dialog.kind} remark={dialog.remark ?? ''} />}
          </QueryContent>
        ) : null}
      </div>
    </Dialog>
  )
}

/** Applies for invoices for payments: by batch, by period, or by amount. */
export function ApplyDialog({ batchId, onClose }: ApplyProps) {
  const t = useText()
  const terms = useRead(api.invoices.terms, {})
  const titles = useRead(api.lookups.titles, { limit: 50 })
  if (terms.data && titles.data) return <ApplyForm terms={terms.data} titles={titles.data.data} batchId={batchId} onClose={onClose} />
  return (
    <Dialog title={t(texts.apply)} onClose={onClose}>
      <QueryContent query={terms.data ? titles : terms} lines={8}>
        {() => null}
      </QueryContent>
    </Dialog>
  )
}
