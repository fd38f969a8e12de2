import type { ReactNode } from 'react'
import { lineFields } from '#/api/money/lines.texts.ts'
import type { Fen } from '#/domain/base/money.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { Masked } from '#/web/ui/Masked.tsx'
import { Money } from '#/web/ui/Money.tsx'

interface Payee {
  readonly key: number
  readonly seq: number
  readonly name: string
  readonly cardNo: string
  readonly net: Fen
  readonly more: ReactNode
}

/** The payees of a money action: name, card, amount and why they are listed (`heading`). */
export function PayeeTable({ caption, heading, rows }: { readonly caption: string; readonly heading: string; readonly rows: readonly Payee[] }) {
  const t = useText()
  return (
    <div className="p-payees">
      <table className="p-samples">
        <caption className="k-note">{caption}</caption>
        <thead className="k-visually-hidden">
          <tr>
            <th scope="col">{t(lineFields.name)}</th>
            <th scope="col">{t(lineFields.cardNo)}</th>
            <th scope="col">{heading}</th>
            <th scope="col">{t(lineFields.net)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td>{`${row.seq}. ${row.name}`}</td>
              <td>
                <Masked value={row.cardNo} />
              </td>
              <td>{row.more}</td>
              <td>
                <Money value={row.net} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
