import type { ReactNode } from 'react'
import { basisNames, filingFields as fields } from '#/api/taxation/businessfilings.texts.ts'
import { type Fen, plainPercent, ppm } from '#/domain/money.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { settled } from '#/web/taxation/periods/public.tsx'
import { type Column, DataTable } from '#/web/ui/DataTable.tsx'
import { Money } from '#/web/ui/Money.tsx'
import type { Whole } from './tags.tsx'
import { texts } from './texts.ts'

interface Item {
  readonly key: string
  readonly label: string
  readonly value: ReactNode
  readonly rule: string
}

const percent = (rate: number) => `${plainPercent(ppm(rate))}%`
const money = (value: Fen, isStrong = false) => <Money value={value} isStrong={isStrong} />

function useSold({ figures }: Whole): Item[] {
  const say = useText()
  const item = (key: string, label: string, value: ReactNode, rule = ''): Item => ({ key, label, value, rule })
  return [
    item('gross', say(texts.gross, { count: figures.payments }), money(figures.gross)),
    ...(figures.other === 0 ? [] : [item('other', say(texts.other), money(figures.other), figures.reason)]),
    ...(figures.special === 0 ? [] : [item('special', say(texts.special), money(figures.special))]),
  ]
}

function useVat({ figures, threshold }: Whole): Item[] {
  const say = useText()
  const item = (key: string, label: string, value: ReactNode, rule = ''): Item => ({ key, label, value, rule })
  const rate = percent(figures.vatPpm)
  const halved = say(texts.halved)
  return [
    item('sales', say(texts.sales), money(figures.sales), say(texts.salesRule, { rate })),
    ...(threshold
      ? [
          item(
            'threshold',
            say(texts.threshold),
            money(threshold.amount),
            say(threshold.isInclusive ? texts.inclusive : texts.exclusive, { source: threshold.source }),
          ),
        ]
      : []),
    item('exempt', say(fields.exempt), money(figures.exempt)),
    item('taxable', say(fields.taxable), money(figures.taxable)),
    item('vat', say(fields.vat), money(figures.vat, true), say(texts.vatRule, { rate })),
    item('city', say(fields.city), money(figures.city), halved),
    item('education', say(fields.education), money(figures.education), halved),
    item('localEducation', say(fields.localEducation), money(figures.localEducation), halved),
  ]
}

function useIncome({ figures, kind }: Whole): Item[] {
  const say = useText()
  const { basis, cost } = figures
  const item = (key: string, label: string, value: ReactNode, rule = ''): Item => ({ key, label, value, rule })
  const span = say(basis === 'receipts' ? texts.quarterIncome : texts.yearIncome)
  const levy = basis === 'receipts' || basis === 'profit' ? say(texts.levy, { basis: say(basisNames[basis]), rate: percent(figures.levyPpm) }) : ''
  const doubt = figures.isConfirmed ? '' : ` (${say(texts.unconfirmed)})`
  return [
    item('income', say(texts.income), money(figures.income), span),
    ...(basis === 'books' ? [item('cost', say(texts.cost), cost === null ? say(texts.costMissing) : money(cost), figures.reason)] : []),
    ...(levy === '' ? [] : [item('levy', say(fields.basis), levy, `${figures.levySource}${doubt}`)]),
    ...(basis === 'receipts' ? [] : [item('before', say(texts.before), money(figures.before))]),
    item('iit', say(texts.iit), money(figures.iit, true), kind === 'incomeAnnual' || basis !== 'receipts' ? say(texts.iitRule) : say(texts.halved)),
    ...(figures.advance === 0 ? [] : [item('advance', say(texts.advance), money(figures.advance))]),
  ]
}

/** How the figures of a filing come about, each with its rule. */
export function Calculation({ filing }: { readonly filing: Whole }) {
  const say = useText()
  const [sold, vat, income] = [useSold(filing), useVat(filing), useIncome(filing)]
  const rows = [...sold, ...(filing.kind === 'vat' ? vat : filing.kind === 'annualReport' ? [] : income)]
  const columns: Column<Item>[] = [
    { key: 'item', title: say(texts.item), width: 240, isAlways: true, render: (row) => row.label },
    { key: 'amount', title: say(texts.amount), width: 170, align: 'right', isAlways: true, render: (row) => row.value },
    { key: 'rule', title: say(texts.rule), width: 380, render: (row) => row.rule || '—' },
  ]
  return (
    <DataTable
      id="filing-calculation"
      label={say(texts.how)}
      columns={columns}
      rows={rows}
      rowKey={(row) => row.key}
      source={settled}
      empty={{ reason: '—' }}
      isPlain
    />
  )
}
