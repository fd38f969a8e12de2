import { periodFields as fields, taxKindNames, vatReturnNames } from '#/api/taxation/periods.texts.ts'
import { add } from '#/domain/base/money.ts'
import type { TaxKind } from '#/domain/taxation/tax-declaration.ts'
import type { VatReturn } from '#/domain/taxation/vat-return.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { idleQuery } from '#/web/kernel/query.ts'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import { payingTexts } from './paying.texts.ts'
import type { PeriodDetail } from './tags.tsx'

type Return = PeriodDetail['returns'][number]

/** Returns a function that names a tax. VAT and surcharges of the withholding return include the return's name. */
export function useTaxName(): (of: { readonly kind: TaxKind; readonly vatReturn: VatReturn | null }) => string {
  const t = useText()
  return ({ kind, vatReturn }) => {
    const kindName = t(taxKindNames[kind])
    return vatReturn === 'vat_withholding' ? `${kindName} · ${t(vatReturnNames[vatReturn])}` : kindName
  }
}

/** The VAT returns of a closed month, which add up to its VAT and surcharges. */
export function Returns({ period }: { readonly period: PeriodDetail }) {
  const t = useText()
  const moneyColumn = (key: string, title: string, value: (row: Return) => Return['gross'], isStrong = false): Column<Return> => ({
    key,
    title,
    width: 130,
    align: 'right',
    isAlways: true,
    render: (row) => <Money value={value(row)} isStrong={isStrong} />,
  })
  const columns: Column<Return>[] = [
    { key: 'return', title: t(fields.vatReturn), width: 180, isAlways: true, render: (row) => t(vatReturnNames[row.vatReturn]) },
    { key: 'people', title: t(fields.people), width: 80, align: 'right', isAlways: true, render: (row) => row.people },
    moneyColumn('gross', t(fields.gross), (row) => row.gross),
    moneyColumn('vat', t(fields.vat), (row) => row.accrued.vat),
    moneyColumn('surcharge', t(fields.surcharge), (row) => row.accrued.surcharge),
    moneyColumn('paid', t(fields.paid), (row) => add(row.paid.vat, row.paid.surcharge)),
    moneyColumn('left', t(fields.left), (row) => add(row.left.vat, row.left.surcharge), true),
  ]
  return (
    <>
      <h3>{t(payingTexts.returns)}</h3>
      <DataTable
        id="tax-period-returns"
        label={t(payingTexts.returns)}
        columns={columns}
        rows={period.returns}
        rowKey={(row) => row.vatReturn}
        source={idleQuery}
        empty={{ reason: '—' }}
        isPlain
      />
    </>
  )
}
