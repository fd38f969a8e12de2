import { Button } from './Button.tsx'
import type { Column } from './DataTable.tsx'

interface OpenColumnOptions<Row> {
  readonly title: string
  readonly open: string
  /** Identifies the row in the button's accessible name. */
  readonly nameOf: (row: Row) => string
  readonly onOpen: (row: Row) => void
}

/** Returns the last column of a read-only list: a button that opens the row. */
export function openColumn<Row>({ title, open, nameOf, onOpen }: OpenColumnOptions<Row>): Column<Row> {
  return {
    key: 'action',
    title,
    width: 90,
    pin: 'right',
    isAlways: true,
    render: (row) => (
      <Button type="link" size="small" aria-label={`${open} ${nameOf(row)}`} onClick={() => onOpen(row)}>
        {open}
      </Button>
    ),
  }
}
