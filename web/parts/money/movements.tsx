import { Link } from 'react-router'
import { balanceNames } from '#/api/amounts.texts.ts'
import { journalKindNames } from '#/api/money/ledger.texts.ts'
import { movementNames, prepaymentFields } from '#/api/money/prepayments.texts.ts'
import type { Text } from '#/domain/base/text.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { formatDateTimeSeconds } from '#/web/kernel/formats.ts'
import type { Translate } from '#/web/kernel/i18n.ts'
import type { Column } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { stateTag } from '#/web/ui/StatusTag.tsx'

export type Movement = OutputOf<typeof api.prepayments.history>['rows'][number]
type Kind = keyof typeof journalKindNames

const JournalKindTag = stateTag(journalKindNames, {
  topup: 'green',
  freeze: 'gold',
  unfreeze: 'blue',
  payment: 'grey',
  return: 'purple',
  refund: 'blue',
  adjustment: 'blue',
  suspense: 'gold',
  opening: 'blue',
})

const isKind = (kind: string): kind is Kind => kind in journalKindNames

/** Returns the direction of a movement; null when neither balance changed. */
function directionOf({ available, frozen, refunding }: Movement): Text | null {
  if (refunding > 0) return movementNames.refund
  if (refunding < 0) return available > 0 ? movementNames.refundUndone : movementNames.refunded
  if (frozen > 0) return movementNames.freeze
  if (frozen < 0) return available > 0 ? movementNames.unfreeze : movementNames.paid
  if (available === 0) return null
  return available > 0 ? movementNames.received : movementNames.spent
}

/** Returns the columns of a unit's fund movements: time, batch, payee, direction, both changes and both balances. */
export function movementColumns(t: Translate): Column<Movement>[] {
  return [
    { key: 'time', title: t(prepaymentFields.time), width: 170, isAlways: true, pin: 'left', render: (row) => formatDateTimeSeconds(row.at) },
    {
      key: 'kind',
      title: t(prepaymentFields.kind),
      width: 80,
      render: (row) => (isKind(row.kind) ? <JournalKindTag state={row.kind} /> : row.kind),
    },
    {
      key: 'way',
      title: t(prepaymentFields.way),
      width: 120,
      render: (row) => {
        const movementDirection = directionOf(row)
        return movementDirection === null ? '—' : t(movementDirection)
      },
    },
    moneyColumn('available', t(balanceNames.availableChange), 130, { isSigned: true }),
    moneyColumn('frozen', t(balanceNames.frozenChange), 130, { isSigned: true }),
    moneyColumn('availableAfter', t(balanceNames.available), 130),
    moneyColumn('frozenAfter', t(balanceNames.frozen), 130),
    { key: 'payee', title: t(prepaymentFields.payee), width: 100, isCut: true, render: (row) => row.payeeName ?? '—' },
    {
      key: 'batch',
      title: t(prepaymentFields.batch),
      width: 200,
      render: (row) => (row.batchId === null ? '—' : <Link to={`/zf/batch/${row.batchId}`}>{row.batchNo}</Link>),
    },
    { key: 'ref', title: t(prepaymentFields.ref), width: 240, isCut: true, render: (row) => row.refNo },
  ]
}
