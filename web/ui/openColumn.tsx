import { Button } from './Button.tsx'
import type { Column } from './DataTable.tsx'

interface Opening<Row> {
  readonly title: string
  readonly open: string
  /** What tells this row from the others, for whoever does not see the table. */
  readonly nameOf: (row: Row) => string
  readonly onOpen: (row: Row) => void
}

/** The last column of a list whose rows are only looked at: a button that opens the row. */
export function openColumn<Row>({ title, open, nameOf, onOpen }: Opening<Row>): Column<Row> {
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
