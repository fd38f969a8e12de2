import { type CSSProperties, type KeyboardEvent, type ReactNode, useId } from 'react'
import { useText } from '#/web/kernel/i18n.ts'
import { Checkbox } from './Checkbox.tsx'
import type { Column } from './DataTable.tsx'
import { Icon } from './Icon.tsx'
import { CaretDownOutlined, CaretUpOutlined } from './icons.ts'
import { texts } from './texts.ts'
import { useTableFit } from './useTableFit.ts'

export interface RowSelection<Row> {
  readonly keys: readonly (number | string)[]
  readonly onChange: (keys: (number | string)[]) => void
  readonly isBlocked?: ((row: Row) => boolean) | undefined
}

/** The sort order: one of the list's own `sort` values. */
export interface TableSorting {
  readonly value: string
  readonly onChange: (value: string) => void
}

interface TableProps<Row> {
  readonly label: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly rowKey: (row: Row) => number | string
  readonly density: 'compact' | 'regular' | 'roomy'
  readonly isBusy: boolean
  /** The table is inside a drawer or dialog and scrolls only sideways. */
  readonly isPlain: boolean
  /** Maximum height in pixels. */
  readonly height?: number | undefined
  readonly selection?: RowSelection<Row> | undefined
  readonly sorting?: TableSorting | undefined
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly openKey?: number | string | null | undefined
}

const DEFAULT_COLUMN_PX = 120
const CHECKBOX_COLUMN_PX = 42

/** Keyboard control of rows: arrows move, Enter opens, Space selects. */
function moveByKey(event: KeyboardEvent<HTMLElement>, onSelect: ((key: string) => void) | null) {
  const row = event.target as HTMLElement
  const key = row.dataset.rowKey
  if (key === undefined) return
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault()
    ;((event.key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling) as HTMLElement | null)?.focus()
  } else if (event.key === 'Enter') {
    event.preventDefault()
    row.click()
  } else if (event.key === ' ' && onSelect) {
    event.preventDefault()
    onSelect(key)
  }
}

/**
 * Returns whether a click belongs to a control inside the row or to a menu that such a control opened. React bubbles
 * the latter although the menu is elsewhere in the DOM.
 */
const isOwnControl = (target: EventTarget, row: HTMLElement) =>
  !row.contains(target as HTMLElement) || (target as HTMLElement).closest('a, button, input, label, .k-table-box') !== null

const pinClass = (pin: 'left' | 'right' | undefined) => (pin ? `k-pin-${pin}` : '')
const pinStyle = (pin: 'left' | 'right' | undefined, at: number): CSSProperties => (pin === 'left' ? { left: `var(--pin-${at}, 0)` } : {})

/** The row of column totals; none when no column has one. */
function Totals<Row>({ columns, hasBoxes }: { columns: readonly Column<Row>[]; hasBoxes: boolean }) {
  if (!columns.some((column) => column.total !== undefined)) return null
  return (
    <tfoot>
      <tr>
        {hasBoxes ? <td className="k-table-box k-pin-left" style={pinStyle('left', 0)} /> : null}
        {columns.map((column, at) => (
          <td key={column.key} className={`${pinClass(column.pin)} k-${column.align ?? 'left'}`} style={pinStyle(column.pin, at + (hasBoxes ? 1 : 0))}>
            {column.total}
          </td>
        ))}
      </tr>
    </tfoot>
  )
}

function SortHead({ title, sort, sorting }: { title: ReactNode; sort: NonNullable<Column<never>['sort']>; sorting: TableSorting }) {
  const t = useText()
  const { up, down } = sort
  const isAscending = up !== undefined && sorting.value === up
  const isDescending = down !== undefined && sorting.value === down
  const next = isDescending && up !== undefined ? up : (down ?? up)
  return (
    <button type="button" className="k-sort" title={t(texts.sortBy)} onClick={() => next !== undefined && sorting.onChange(next)}>
      {title}
      <span className="k-sort-marks">
        {up === undefined ? null : <Icon of={CaretUpOutlined} className={isAscending ? 'k-sort-on' : ''} />}
        {down === undefined ? null : <Icon of={CaretDownOutlined} className={isDescending ? 'k-sort-on' : ''} />}
      </span>
    </button>
  )
}

function TableHead<Row>({ columns, rows, rowKey, selection, sorting }: Pick<TableProps<Row>, 'columns' | 'rows' | 'rowKey' | 'selection' | 'sorting'>) {
  const t = useText()
  const selectableKeys = selection ? rows.filter((row) => !selection.isBlocked?.(row)).map(rowKey) : []
  const chosenKeys = selectableKeys.filter((key) => selection?.keys.includes(key))
  const chooseAll = (isOn: boolean) => {
    const others = selection?.keys.filter((key) => !selectableKeys.includes(key)) ?? []
    selection?.onChange(isOn ? [...others, ...selectableKeys] : others)
  }
  const ariaSortOf = ({ sort }: Column<Row>) =>
    !sort || !sorting ? undefined : sorting.value === sort.up ? 'ascending' : sorting.value === sort.down ? 'descending' : 'none'
  return (
    <thead>
      <tr>
        {selection ? (
          <th scope="col" className="k-table-box k-pin-left" style={pinStyle('left', 0)}>
            <Checkbox
              aria-label={t(texts.chooseAll)}
              checked={selectableKeys.length > 0 && chosenKeys.length === selectableKeys.length}
              indeterminate={chosenKeys.length > 0 && chosenKeys.length < selectableKeys.length}
              disabled={selectableKeys.length === 0}
              onChange={(event) => chooseAll(event.target.checked)}
            />
          </th>
        ) : null}
        {columns.map((column, at) => (
          <th
            key={column.key}
            scope="col"
            className={`${pinClass(column.pin)} k-${column.align ?? 'left'}`}
            style={pinStyle(column.pin, at + (selection ? 1 : 0))}
            aria-sort={ariaSortOf(column)}
          >
            {column.sort && sorting ? <SortHead title={column.title} sort={column.sort} sorting={sorting} /> : column.title}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The rows of a list as a table with a sticky header and pinned columns. Arrows, Enter and Space work on rows. */
export function Table<Row extends object>(props: TableProps<Row>) {
  const { columns, rows, rowKey, selection, onOpen, openKey, density, isPlain, height } = props
  const id = useId()
  const scroller = useTableFit(isPlain, [rows, density, columns.map(({ key, title, pin }) => `${key} ${title} ${pin}`).join(), selection !== undefined])
  const toggle = (key: number | string) =>
    selection?.onChange(selection.keys.includes(key) ? selection.keys.filter((each) => each !== key) : [...selection.keys, key])
  const onSelect = (text: string) => {
    const row = rows.find((each) => String(rowKey(each)) === text)
    if (row && !selection?.isBlocked?.(row)) toggle(rowKey(row))
  }
  return (
    <section
      ref={scroller}
      aria-label={props.label}
      aria-busy={props.isBusy}
      className={isPlain && !height ? 'k-scroll' : 'k-scroll k-scroll-both'}
      style={height ? { maxHeight: height } : undefined}
      onKeyDown={(event) => moveByKey(event, selection ? onSelect : null)}
    >
      <table className={`k-table k-table-${density} k-table-${isPlain ? 'plain' : 'lines'}`}>
        <colgroup>
          {selection ? <col data-width={CHECKBOX_COLUMN_PX} /> : null}
          {columns.map((column) => (
            <col key={column.key} data-width={column.width ?? DEFAULT_COLUMN_PX} />
          ))}
        </colgroup>
        <TableHead {...props} />
        <tbody>
          {rows.map((row, index) => {
            const key = rowKey(row)
            const isChosen = selection?.keys.includes(key) ?? false
            return (
              <tr
                key={key}
                data-row-key={key}
                tabIndex={index === 0 ? 0 : -1}
                className={[onOpen ? 'k-row-opens' : '', openKey === key || isChosen ? 'k-row-open' : ''].join(' ')}
                aria-selected={selection ? isChosen : undefined}
                onClick={(event) => {
                  if (onOpen && !isOwnControl(event.target, event.currentTarget) && !window.getSelection()?.toString()) onOpen(row)
                }}
              >
                {selection ? (
                  <td className="k-table-box k-pin-left" style={pinStyle('left', 0)}>
                    <Checkbox aria-labelledby={`${id}${key}`} checked={isChosen} disabled={selection.isBlocked?.(row) ?? false} onChange={() => toggle(key)} />
                  </td>
                ) : null}
                {columns.map((column, at) => (
                  <td
                    key={column.key}
                    {...(at === 0 && selection && { id: `${id}${key}` })}
                    className={`${pinClass(column.pin)} k-${column.align ?? 'left'}${column.isCut ? ' k-cut' : ''}`}
                    style={pinStyle(column.pin, at + (selection ? 1 : 0))}
                  >
                    {column.render(row, index)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
        <Totals columns={columns} hasBoxes={selection !== undefined} />
      </table>
    </section>
  )
}
