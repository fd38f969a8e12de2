import type { z } from 'zod'
import type { Modules } from '#/api/modules.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { periodFields as fields, periodStateNames } from '#/api/taxation/periods.texts.ts'
import { maxDirectRows } from '#/domain/base/paging.ts'
import type { Context } from '#/server/kernel/context.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportRows } from '#/server/kernel/rows/export-rows.ts'
import { type ListColumn, storeExport } from '#/server/kernel/rows/sheet-file.ts'
import { presentPeriod } from '#/server/taxation/periods/period.ts'
import * as store from '#/server/taxation/periods/store.ts'

type PresentedPeriod = ReturnType<typeof presentPeriod>

const moneyColumn = (key: 'gross' | 'vat' | 'surcharge' | 'iit' | 'total' | 'paid' | 'left' | 'difference'): ListColumn<PresentedPeriod> => ({
  heading: fields[key],
  kind: 'money',
  width: 18,
  value: (row) => row[key],
})

const columns: readonly ListColumn<PresentedPeriod>[] = [
  { heading: fields.month, width: 12, value: (row) => row.month },
  { heading: fields.centre, width: 24, value: (row) => row.centreName },
  { heading: fields.state, width: 16, value: (row, language) => translate(periodStateNames[row.state], language) },
  { heading: fields.dueOn, width: 14, value: (row) => row.dueOn },
  { heading: fields.people, kind: 'number', width: 10, value: (row) => row.people },
  moneyColumn('gross'),
  moneyColumn('vat'),
  moneyColumn('surcharge'),
  moneyColumn('iit'),
  moneyColumn('total'),
  moneyColumn('paid'),
  moneyColumn('left'),
  moneyColumn('difference'),
  { heading: fields.closedBy, width: 14, value: (row) => row.closedBy },
]

export async function exportPeriods(ctx: Context, filter: z.output<Modules['periods']['exportList']['input']>) {
  const read = async () => {
    const rows = await exportRows(async (size) => (await store.list(ctx, filter, { page: 1, size })).rows, maxDirectRows)
    return { name: translate(pageTitles.taxListWtdz, ctx.language), language: ctx.language, filter, columns, rows: rows.map((row) => presentPeriod(ctx, row)) }
  }
  return { fileId: (await storeExport(ctx, filter, read, { centreId: ctx.scope.centreId })).fileId }
}
