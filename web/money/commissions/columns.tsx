import { contractModeNames } from '#/api/agreements/contract-modes.texts.ts'
import { commissionFields as fields } from '#/api/money/commissions.texts.ts'
import { userType } from '#/domain/base/codes.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useUser } from '#/web/kernel/session.ts'
import type { Column } from '#/web/ui/DataTable.tsx'
import { moneyColumn } from '#/web/ui/moneyColumn.tsx'
import { DayTag } from './tags.tsx'

/** A party's commission on one batch on one day. */
export type EarnedRow = OutputOf<typeof api.commissions.days>['rows'][number]

/** Returns whether the user is a partner, for whom the payee column is left out. */
export function useIsPartner(): boolean {
  return useUser()?.usertype === userType.partner
}

/** Returns the columns of commission rows. On a bill, columns with the same value in every row are left out. */
export function useEarnedColumns(isOnBill: boolean): Column<EarnedRow>[] {
  const t = useText()
  const isPartner = useIsPartner()
  const commonColumns: Column<EarnedRow>[] = [
    { key: 'mode', title: t(fields.mode), width: 130, render: (row) => t(contractModeNames[row.mode]) },
    ...(isPartner ? [] : [{ key: 'party', title: t(fields.party), width: 170, isCut: true, render: (row: EarnedRow) => row.partyName }]),
    { key: 'centre', title: t(fields.centre), width: 170, isCut: true, isHiddenAtFirst: true, render: (row) => row.centreName },
    { key: 'state', title: t(fields.state), width: 140, isAlways: true, render: (row) => <DayTag state={row.state} /> },
    { key: 'bill', title: t(fields.no), width: 210, render: (row) => row.billNo || '—' },
  ]
  return [
    { key: 'day', title: t(fields.day), width: 120, isAlways: true, pin: 'left', render: (row) => row.day },
    { key: 'unit', title: t(fields.unit), width: 220, isCut: true, isAlways: true, render: (row) => row.unitName },
    moneyColumn('commission', t(fields.commission), 140, { isStrong: true }),
    moneyColumn('base', t(fields.base), 170),
    moneyColumn('fee', t(fields.fee), 130),
    moneyColumn('reversed', t(fields.reversed), 130),
    ...(isOnBill ? [] : commonColumns),
    { key: 'batch', title: t(fields.batch), width: 200, render: (row) => row.batchNo },
  ]
}
