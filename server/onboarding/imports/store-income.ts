import { sql } from 'kysely'
import type { Context } from '#/server/kernel/context.ts'

interface IncomeFigures {
  rows: number
  unread: number
  gross: number
  vat: number
  surcharges: number
  withheld: number
}

/** The totals of the file as uploaded. */
export type FileSums = IncomeFigures

/** The totals of a part of a list, or of the whole list. */
export interface IncomePartRow extends IncomeFigures {
  part: 'taken' | 'refused' | 'excluded' | 'list'
  people: number
  months: number
}

/** The figures of a part without rows. */
export const noFigures = { rows: 0, unread: 0, gross: 0, vat: 0, surcharges: 0, withheld: 0, people: 0, months: 0 } as const

const amountPattern = '^\\d{1,10}(\\.\\d{1,2})?$'
const amountOf = (cell: string) =>
  sql<number>`case when cells ->> ${sql.lit(cell)} ~ ${sql.lit(amountPattern)} then ((cells ->> ${sql.lit(cell)})::numeric * 100)::bigint else 0 end`
const isReadable = (cell: string) => sql<boolean>`coalesce(cells ->> ${sql.lit(cell)}, '0') ~ ${sql.lit(amountPattern)}`

/** Sums the rows of a list by result and in total. Unreadable amounts count as zero. */
export const sumParts = (ctx: Context, sheetId: number): Promise<IncomePartRow[]> => ctx.rows<IncomePartRow>`
    with counted as (
      select case state when 'invalid' then 'refused' when 'excluded' then 'excluded' else 'taken' end as part, id_number_index,
        cells ->> 'incomeMonth' as month, ${amountOf('gross')} as gross, ${amountOf('vat')} as vat,
        ${amountOf('city')} + ${amountOf('education')} + ${amountOf('localEducation')} as surcharges, ${amountOf('withheld')} as withheld,
        ${sql.join(['gross', 'vat', 'city', 'education', 'localEducation', 'withheld'].map(isReadable), sql` and `)} as is_read
      from import_row where sheet_id = ${sheetId})
    select coalesce(part, 'list') as part, count(*) as rows, count(*) filter (where not is_read) as unread, count(distinct id_number_index) as people,
      count(distinct month) as months, coalesce(sum(gross), 0)::bigint as gross, coalesce(sum(vat), 0)::bigint as vat,
      coalesce(sum(surcharges), 0)::bigint as surcharges, coalesce(sum(withheld), 0)::bigint as withheld
    from counted group by grouping sets ((part), ())`

/** Returns the totals of a list's file as uploaded. */
export async function fileSums(ctx: Context, sheetId: number): Promise<FileSums> {
  const row = await ctx.row<{ sums: Partial<Record<'rows' | 'unread' | 'gross' | 'vat' | 'city' | 'education' | 'localEducation' | 'withheld', number>> }>`
    select file_sums as sums from import_sheet where id = ${sheetId}`
  const { rows = 0, unread = 0, gross = 0, vat = 0, city = 0, education = 0, localEducation = 0, withheld = 0 } = row?.sums ?? {}
  return { rows, unread, gross, vat, surcharges: city + education + localEducation, withheld }
}
