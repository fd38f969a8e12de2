import { type ReactNode, useState } from 'react'
import { businessObstacleNames, businessInvoiceFields as fieldTexts, generateBasisNames } from '#/api/taxation/businessinvoices.texts.ts'
import { invoiceFields as fields, invoiceKindNames } from '#/api/taxation/invoices.texts.ts'
import { formatPpm } from '#/domain/base/money.ts'
import { type GenerationBasis, generationBases } from '#/domain/taxation/business-invoice.ts'
import type { InvoiceKind } from '#/domain/taxation/invoice.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { formatMoney } from '#/web/kernel/formats.ts'
import { choicesOf, useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Dialog } from '#/web/ui/Dialog.tsx'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { Field } from '#/web/ui/Field.tsx'
import { Form, useForm, useWatch } from '#/web/ui/Form.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { QueryContent } from '#/web/ui/QueryContent.tsx'
import { RadioGroup } from '#/web/ui/RadioGroup.tsx'
import { Select } from '#/web/ui/Select.tsx'
import { StatusTag } from '#/web/ui/StatusTag.tsx'
import { TextInput } from '#/web/ui/TextInput.tsx'
import { QuarterCell } from './Quarter.tsx'
import { texts } from './texts.ts'

type Source = OutputOf<typeof api.businessinvoices.sources>[number]
type Terms = OutputOf<typeof api.businessinvoices.terms>
type PlannedBusiness = OutputOf<typeof api.businessinvoices.preview>['businesses'][number]

interface ChosenPayments {
  readonly unitId: number
  readonly centreId: number
  readonly basis: GenerationBasis
  readonly batchId?: number
  readonly month?: string
}

interface Values {
  readonly basis: GenerationBasis
  readonly batchId?: number
  readonly month?: string
  readonly titleId: number
  readonly kind: InvoiceKind
  readonly feeKind: InvoiceKind
  readonly category: string
  readonly feeCategory: string
  readonly remark?: string
}

/** The invoices that would be generated, and why some businesses get none. */
function Preview({ chosen }: { readonly chosen: ChosenPayments }) {
  const t = useText()
  const preview = useRead(api.businessinvoices.preview, chosen, { keepLast: false, follows: ['invoices'] })
  const columns: Column<PlannedBusiness>[] = [
    { key: 'business', title: t(texts.business), width: 230, isCut: true, isAlways: true, render: (row) => row.name },
    {
      key: 'result',
      title: t(texts.result),
      width: 210,
      isAlways: true,
      render: (row) => <StatusTag tone={row.obstacle === '' ? 'green' : 'gold'}>{t(businessObstacleNames[row.obstacle])}</StatusTag>,
    },
    moneyColumn('amount', t(fields.amount), 120, { isAlways: true, isStrong: true }),
    moneyColumn('tax', t(fields.tax), 100),
    { key: 'lines', title: t(texts.lines), width: 70, align: 'right', render: (row) => row.count },
    { key: 'quarter', title: t(fieldTexts.quarter), width: 300, render: (row) => <QuarterCell quarter={row.quarter} /> },
  ]
  return (
    <QueryContent query={preview} lines={5}>
      {({ businesses, fees }) => (
        <section className="k-stack fp-planned" aria-label={t(texts.preview)}>
          <DataTable
            id="business-invoices-planned"
            label={t(texts.preview)}
            columns={columns}
            rows={businesses}
            rowKey={(row) => `${row.entityId} ${row.ratePpm}`}
            empty={{ reason: t(texts.nothingFree) }}
            isPlain
          />
          {fees.map((fee) => (
            <span key={fee.ratePpm}>
              {t(texts.fee, { count: fee.count, price: formatMoney(fee.price), tax: formatMoney(fee.tax), rate: formatPpm(fee.ratePpm) })}{' '}
              <Money value={fee.amount} isStrong />
            </span>
          ))}
        </section>
      )}
    </QueryContent>
  )
}

/** The fields for the payments and the kind of invoice. */
function Fields({ terms, basis, children }: { readonly terms: Terms; readonly basis: GenerationBasis; readonly children: ReactNode }) {
  const t = useText()
  const requiredRules = [{ required: true, message: t(texts.required) }]
  const kinds = choicesOf(t, terms.kinds, invoiceKindNames)
  const categories = terms.categories.map((value) => ({ value, label: value }))
  return (
    <>
      <Field name="basis" label={t(texts.basis)}>
        <RadioGroup options={choicesOf(t, generationBases, generateBasisNames)} />
      </Field>
      {basis === 'batch' ? (
        <Field name="batchId" label={t(texts.batch)} rules={requiredRules}>
          <Select options={terms.batches.map((batch) => ({ value: batch.id, label: `${batch.no} · ${batch.paidOn ?? ''} · ${formatMoney(batch.free)}` }))} />
        </Field>
      ) : (
        <Field name="month" label={t(texts.month)} rules={requiredRules}>
          <Select options={terms.months.map(({ month, free }) => ({ value: month, label: `${month} · ${formatMoney(free)}` }))} />
        </Field>
      )}
      {children}
      <Field name="titleId" label={t(texts.title)} rules={requiredRules} hint={terms.titles.length === 0 ? t(texts.noTitle) : undefined}>
        <Select options={terms.titles.map((title) => ({ value: title.id, label: `${title.name} · ${title.taxNo}` }))} />
      </Field>
      <Field name="kind" label={t(texts.kind)} rules={requiredRules} hint={t(texts.specialNote)}>
        <RadioGroup options={kinds} />
      </Field>
      <Field name="category" label={t(texts.category)} rules={requiredRules}>
        <Select options={categories} />
      </Field>
      <Field name="feeKind" label={t(texts.feeKind)} rules={requiredRules}>
        <RadioGroup options={kinds} />
      </Field>
      <Field name="feeCategory" label={t(texts.feeCategory)} rules={requiredRules}>
        <Select options={categories} />
      </Field>
      <Field name="remark" label={t(texts.remark)}>
        <TextInput maxLength={200} />
      </Field>
    </>
  )
}

function GenerateForm({ source, terms, onClose }: { readonly source: Source; readonly terms: Terms; readonly onClose: () => void }) {
  const t = useText()
  const [form] = useForm<Values>()
  const values = (useWatch([], form) ?? {}) as Partial<Values>
  const invoicePlace = { unitId: source.unitId, centreId: source.centreId }
  const basis = values.basis ?? 'batch'
  const sourceId = basis === 'batch' ? values.batchId : values.month
  const generate = useSubmit(api.businessinvoices.generate, { onDone: onClose })
  const defaultTitle = terms.titles.find((title) => title.isDefault) ?? terms.titles[0]
  const kind = terms.kinds.includes('ordinary') ? 'ordinary' : terms.kinds[0]
  // A category is preselected only if it is the only one.
  const onlyCategory = terms.categories.length === 1 ? terms.categories[0] : undefined
  const startValues = {
    basis: 'batch',
    batchId: terms.batches[0]?.id,
    month: terms.months.at(-1)?.month,
    titleId: defaultTitle?.id,
    kind,
    feeKind: kind,
    category: onlyCategory,
    feeCategory: onlyCategory,
  }
  const send = form.whenValid((values) => generate.submit({ ...invoicePlace, ...values }))
  return (
    <Dialog
      title={`${t(texts.generate)} · ${source.unitName}`}
      onClose={onClose}
      width={1080}
      confirm={{ text: t(texts.generate), onPress: send, isBusy: generate.isBusy }}
    >
      <Form form={form} initialValues={startValues}>
        <Fields terms={terms} basis={basis}>
          {sourceId === undefined ? null : (
            <Preview chosen={{ ...invoicePlace, basis, ...(basis === 'batch' ? { batchId: Number(sourceId) } : { month: String(sourceId) }) }} />
          )}
        </Fields>
      </Form>
    </Dialog>
  )
}

/** Generates the invoices of a unit. The user chooses the unit first, then the payments. */
export function GenerateDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useText()
  const [key, setKey] = useState('')
  const sources = useRead(api.businessinvoices.sources, {})
  const rows = sources.data ?? []
  const keyOf = (row: Source) => `${row.centreId} ${row.unitId}`
  const source = rows.find((row) => keyOf(row) === key) ?? (rows.length === 1 ? rows[0] : undefined)
  const terms = useRead(
    api.businessinvoices.terms,
    { unitId: source?.unitId ?? 0, centreId: source?.centreId ?? 0 },
    { isEnabled: source !== undefined, keepLast: false },
  )
  if (source && terms.data) return <GenerateForm source={source} terms={terms.data} onClose={onClose} />
  return (
    <Dialog title={t(texts.generate)} onClose={onClose}>
      <QueryContent query={sources} lines={4}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState reason={t(texts.nothingFree)} />
          ) : (
            <Select
              aria-label={t(texts.unit)}
              placeholder={t(texts.unit)}
              style={{ width: '100%' }}
              value={key || null}
              onChange={setKey}
              isSearchable
              options={all.map((row) => ({ value: keyOf(row), label: `${row.unitName} · ${row.centreName} · ${formatMoney(row.free)}` }))}
            />
          )
        }
      </QueryContent>
    </Dialog>
  )
}
