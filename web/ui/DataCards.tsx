import { type ReactNode, useId } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Button } from './Button.tsx'
import { Checkbox } from './Checkbox.tsx'
import type { Column } from './DataTable.tsx'
import { Icon } from './Icon.tsx'
import { RightOutlined } from './icons.ts'
import { texts } from './texts.ts'

interface DataCardsProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => number | string
  readonly isBusy: boolean
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly openKey?: number | string | null | undefined
  readonly selection?:
    | {
        readonly keys: readonly (number | string)[]
        readonly onChange: (keys: (number | string)[]) => void
        readonly isBlocked?: ((row: Row) => boolean) | undefined
      }
    | undefined
}

const isEmpty = (value: ReactNode) => value === null || value === undefined || value === '' || value === '—' || value === false

/** The totals of the columns, after the last card. The first column names them. */
function CardTotals<Row>({ columns }: { readonly columns: readonly Column<Row>[] }) {
  const [head, ...rest] = columns
  const totals = rest.filter(({ total }) => !isEmpty(total))
  if (totals.length === 0) return null
  return (
    <div className="k-card-row k-card-totals">
      <div className="k-card-head">
        <strong>{head?.total}</strong>
      </div>
      <dl>
        {totals.map(({ key, title, total }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{total}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/**
 * The rows of a table on a phone: one card per row. The first column is the heading, the others are labelled values,
 * and actions come last. Empty values are omitted.
 */
export function DataCards<Row extends object>({ label, columns, rows, rowKey, isBusy, onOpen, openKey, selection }: DataCardsProps<Row>) {
  const t = useText()
  const id = useId()
  const [head, ...rest] = columns
  const isActionColumn = (column: Column<Row>) => column.title === '' || column.pin === 'right' || column.title === t(texts.actions)
  const facts = rest.filter((column) => !isActionColumn(column))
  const actions = rest.filter(isActionColumn)
  const toggle = (key: number | string) => {
    if (!selection) return
    selection.onChange(selection.keys.includes(key) ? selection.keys.filter((each) => each !== key) : [...selection.keys, key])
  }
  return (
    <>
      <ul className="k-cards" aria-label={label} aria-busy={isBusy}>
        {rows.map((row, index) => {
          const key = rowKey(row)
          const filledFacts = facts.map((column) => ({ column, value: column.render(row, index) })).filter(({ value }) => !isEmpty(value))
          const last = actions.map((column) => ({ column, value: column.render(row, index) })).filter(({ value }) => !isEmpty(value))
          return (
            <li key={key} className={openKey === key ? 'k-card-row k-card-open' : 'k-card-row'}>
              <div className="k-card-head">
                {selection ? (
                  <Checkbox
                    checked={selection.keys.includes(key)}
                    disabled={selection.isBlocked?.(row) ?? false}
                    onChange={() => toggle(key)}
                    aria-labelledby={`${id}${key}`}
                  />
                ) : null}
                <strong id={`${id}${key}`}>{head?.render(row, index)}</strong>
                {onOpen ? (
                  <Button
                    type="text"
                    size="small"
                    className="k-card-way"
                    icon={<Icon of={RightOutlined} />}
                    aria-label={t(texts.open)}
                    aria-describedby={`${id}${key}`}
                    onClick={() => onOpen(row)}
                  />
                ) : null}
              </div>
              {filledFacts.length > 0 ? (
                <dl>
                  {filledFacts.map(({ column, value }) => (
                    <div key={column.key}>
                      <dt>{column.title}</dt>
                      <dd>{value}</dd>
                    </div>
                  ))}
                </dl>
              ) : null}
              {last.length > 0 ? (
                <div className="k-card-actions">
                  {last.map(({ column, value }) => (
                    <span key={column.key}>{value}</span>
                  ))}
                </div>
              ) : null}
            </li>
          )
        })}
      </ul>
      {rows.length > 0 ? <CardTotals columns={columns} /> : null}
    </>
  )
}
