import { z } from 'zod'
import { accountNames } from '#/api/money/payout-exceptions.texts.ts'
import { Id } from '#/api/operation.ts'
import { pageTitles } from '#/api/pages.texts.ts'
import { bookRefusals, bookTexts } from '#/api/taxation/books.texts.ts'
import { type Fen, fen } from '#/domain/base/money.ts'
import type { Language } from '#/domain/base/text.ts'
import { entryKey } from '#/domain/taxation/books.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, requestTask, type TaskStep, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import { exportList } from '#/server/kernel/rows/export-list.ts'
import { expectExportable } from '#/server/kernel/rows/export-rows.ts'
import { streamList } from '#/server/kernel/rows/sheet-file.ts'
import { entryColumns } from '#/server/taxation/books/sheet.ts'
import * as store from '#/server/taxation/books/store.ts'

const maxRows = 200_000
const chunkSize = 1_000

export const exportJob = job('books.exportEntries', taskPayload.extend({ accountId: Id, from: z.string(), to: z.string(), count: z.int() }))

/** An entry with the account's balance after it. */
export interface EntryWithBalance extends store.EntryRow {
  readonly balance: Fen
}

/** Adds the balance after each entry. `before` is the balance before the first. */
export function withBalances(rows: readonly store.EntryRow[], before: number): EntryWithBalance[] {
  let balance = before
  return rows.map((row) => {
    balance += row.amount_fen
    return { ...row, balance: fen(balance) }
  })
}

/** Yields all entries, one part per step. Each step checks the scope again. */
async function* entriesOf(filter: store.EntryFilter, opening: number, count: number, step: TaskStep): AsyncIterable<EntryWithBalance> {
  let after: number | undefined
  let balance = opening
  for (let done = 0; done < count; ) {
    const pageRequest = { page: 1, size: Math.min(chunkSize, count - done), after }
    const { rows } = await step(done, async (ctx) =>
      (await store.isAccountOfCaller(ctx, filter.accountId)) ? store.entries(ctx, filter, pageRequest) : refuse(bookRefusals, 'accountNotFound'),
    )
    const balancedRows = withBalances(rows, balance)
    yield* balancedRows
    const last = balancedRows.at(-1)
    if (!last) return
    done += rows.length
    balance = last.balance
    after = entryKey(last.journal_id, last.line)
  }
}

/** Returns the account with its figures. Refuses accounts outside the caller's books. */
export async function accountOf(ctx: Context, { accountId, ...months }: store.EntryFilter): Promise<store.AccountRow> {
  const [row] = await store.accounts(ctx, { ...months, accountId }, { page: 1, size: 1 })
  return row ?? refuse(bookRefusals, 'accountNotFound')
}

const nameOf = (row: store.AccountRow, { from, to }: store.MonthRange, language: Language) =>
  [translate(pageTitles.accountLedger, language), translate(accountNames[row.kind], language), row.unit_name, from === to ? from : `${from}_${to}`]
    .filter(Boolean)
    .join('_')

/** Exports the entries of an account as a file. With many entries, starts a task instead. */
export async function exportEntries(ctx: Context, filter: store.EntryFilter) {
  const account = await accountOf(ctx, filter)
  const count = await store.entryCount(ctx, filter, maxRows)
  expectExportable(count, maxRows)
  if (count === 0) refuse(bookRefusals, 'noEntries')
  const name = nameOf(account, filter, ctx.language)
  const list = {
    name,
    language: ctx.language,
    filter,
    columns: entryColumns,
    count,
    rows: (step: TaskStep) => entriesOf(filter, account.opening_fen, count, step),
  }
  return exportList(ctx, list, async () => {
    const taskId = await requestTask(ctx, exportJob, { title: name, total: count }, (requested) => ({ ...requested, ...filter, count }))
    ctx.note({ refType: 'task', refId: taskId, detail: { rows: count, filter } })
    return taskId
  })
}

/** Writes the entries of an account in a background job. */
export async function writeEntries(work: JobContext, task: DataOf<typeof exportJob>): Promise<void> {
  const { accountId, from, to, count, language } = task
  const filter = { accountId, from, to }
  await makeTaskFile(work, task, { action: exportJob.name, failed: bookTexts.failed, may: (ctx) => ctx.actor.may('trialBalance') }, async (step) => {
    const account = await step(0, (ctx) => accountOf(ctx, filter))
    const name = nameOf(account, filter, language)
    const exportedList = await streamList(step, {
      name,
      language,
      filter,
      columns: entryColumns,
      rows: entriesOf(filter, account.opening_fen, count, step),
      count,
    })
    return { ...exportedList, detail: { filter } }
  })
}
