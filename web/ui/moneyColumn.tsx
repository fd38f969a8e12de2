import type { ReactNode } from 'react'
import type { Fen } from '#/domain/base/money.ts'
import type { Column } from './DataTable.tsx'
import { Money } from './Money.tsx'

interface MoneyColumnOptions {
  readonly isAlways?: boolean
  readonly isHiddenAtFirst?: boolean
  readonly isStrong?: boolean
  readonly isSigned?: boolean
  /** Shows an empty cell for zero. */
  readonly hidesZero?: boolean
  readonly total?: ReactNode
}

/** Returns the column of an amount. The key names the amount in the row. */
export function moneyColumn<K extends string>(
  key: K,
  title: string,
  width: number,
  { isStrong = false, isSigned = false, hidesZero = false, ...rest }: MoneyColumnOptions = {},
): Column<{ readonly [P in K]: Fen | null | undefined }> {
  return {
    key,
    title,
    width,
    align: 'right',
    ...rest,
    render: (row) => (hidesZero && row[key] === 0 ? '' : <Money value={row[key]} isStrong={isStrong} isSigned={isSigned} />),
  }
}
