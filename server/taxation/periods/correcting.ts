import { periodRefusals } from '#/api/taxation/periods.texts.ts'
import { maskIdNumber } from '#/domain/base/identity.ts'
import { fen } from '#/domain/base/money.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { beginEdition } from '#/server/taxation/periods/closing.ts'
import { computeLines, policyOf } from '#/server/taxation/periods/line-computation.ts'
import * as store from '#/server/taxation/periods/store.ts'
import * as corrections from '#/server/taxation/periods/store-corrections.ts'
import { isEntryWaiting } from '#/server/taxation/periods/store-entries.ts'
import * as lines from '#/server/taxation/periods/store-lines.ts'

/** Maximum number of rows in the preview. The export has all of them. */
const maxChanges = 200

/** The line of one payee before and after a correction; null for no line. */
export interface ChangedLine {
  readonly month: string
  readonly operatorId: number
  readonly before: lines.LineRow | null
  readonly after: lines.LineRow | null
}

const isSame = (a: lines.LineRow | null, b: lines.LineRow | null) => corrections.changeableColumns.every((name) => (a?.[name] ?? 0) === (b?.[name] ?? 0))

async function changedLines(
  ctx: Context,
  row: store.PeriodRow,
  people: readonly number[],
  before: number,
  after: readonly lines.LineRow[],
): Promise<ChangedLine[]> {
  const [old, fresh] = [await lines.linesByPeople(ctx, row, before, people), after].map((each) => new Map(each.map((line) => [line.operator_id, line])))
  return people
    .map((operatorId) => ({ month: row.month, operatorId, before: old?.get(operatorId) ?? null, after: fresh?.get(operatorId) ?? null }))
    .filter((each) => !isSame(each.before, each.after))
}

/** Compares the edition of a correction with the declared one. */
async function computedChanges(ctx: Context, row: store.PeriodRow): Promise<ChangedLine[]> {
  const editions = { before: row.edition - 1, after: row.edition }
  const people = await corrections.changedPeople(ctx, row.id, editions)
  return changedLines(ctx, row, people, editions.before, await lines.linesByPeople(ctx, row, editions.after, people))
}

/** Compares a declared month with its current figures. */
async function pendingChanges(ctx: Context, row: store.PeriodRow, people: readonly number[]): Promise<ChangedLine[]> {
  if (people.length === 0) return []
  const declaredPeople = (await lines.linesByPeople(ctx, row, row.edition, people)).map((line) => line.operator_id)
  return changedLines(ctx, row, declaredPeople, row.edition, await computeLines(ctx, row, declaredPeople, await policyOf(ctx, row.month), true))
}

/**
 * Returns the changes of a month's correction: first those of the month, then those of the later declared months of its
 * year, in order.
 */
async function changesByMonth(ctx: Context, row: store.PeriodRow): Promise<{ row: store.PeriodRow; changes: ChangedLine[] }[]> {
  const people = await corrections.undeclaredPeople(ctx, row)
  const changeSets = [{ row, changes: await pendingChanges(ctx, row, people) }]
  for (const id of await corrections.laterDeclaredMonths(ctx, row)) {
    const laterPeriod = await store.find(ctx, id)
    if (!laterPeriod || laterPeriod.is_computing) continue
    const affectedPeople = [...new Set([...people, ...(await corrections.undeclaredPeople(ctx, laterPeriod))])].sort((a, b) => a - b)
    const changes = await pendingChanges(ctx, laterPeriod, affectedPeople)
    if (changes.length > 0) changeSets.push({ row: laterPeriod, changes })
  }
  return changeSets
}

const figuresOf = (line: lines.LineRow | null) => ({
  gross: fen(line?.gross_fen ?? 0),
  vat: fen(line?.vat_fen ?? 0),
  surcharge: fen((line?.city_fen ?? 0) + (line?.education_fen ?? 0) + (line?.local_education_fen ?? 0)),
  iit: fen(line?.withheld_fen ?? 0),
  cumIncome: fen(line?.cum_income_fen ?? 0),
  due: fen(line?.due_fen ?? 0),
})

/** Returns the changes of a month's correction, started or not: counts per month, and the first `limit` rows. */
export async function changesOf(ctx: Context, row: store.PeriodRow, limit = maxChanges) {
  return ctx.widen('lines of a declaration', async () => {
    const isComputed = row.state === 'correcting' && !row.is_computing && row.to_correct === 0
    const isDeclared = ['declared', 'correcting', 'paid', 'certified', 'archived'].includes(row.state) && !row.is_computing
    const changeSets = isComputed ? [{ row, changes: await computedChanges(ctx, row) }] : isDeclared ? await changesByMonth(ctx, row) : []
    const allChanges = changeSets.flatMap(({ changes }) => changes)
    const firstChanges = allChanges.slice(0, limit)
    const people = await lines.peopleByIds(ctx, [...new Set(firstChanges.map((each) => each.operatorId))])
    return {
      months: changeSets
        .filter(({ changes }) => changes.length > 0)
        .map(({ row: { id, month }, changes }) => ({
          id,
          month,
          people: changes.length,
          tax: fen(changes.reduce((sum, { before, after }) => sum + totalTaxOf(after) - totalTaxOf(before), 0)),
        })),
      count: allChanges.length,
      rows: firstChanges.map(({ month, operatorId, before, after }) => {
        const person = people.get(operatorId)
        const number = person?.id_number_sealed ?? ''
        const idNumber = number === '' ? '' : maskIdNumber(ctx.vault.open('id_number', number))
        return { month, operatorId, name: person?.name ?? '', idNumber, before: figuresOf(before), after: figuresOf(after) }
      }),
    }
  })
}

function totalTaxOf(line: lines.LineRow | null): number {
  return line ? line.vat_fen + line.city_fen + line.education_fen + line.local_education_fen + line.withheld_fen : 0
}

/**
 * Begins the correction of one month. Refuses while a payment or its reversal waits for a second person, because the
 * correction settles what is paid.
 */
async function reopenPeriod(ctx: Context, row: store.PeriodRow, reason: string): Promise<void> {
  if (await isEntryWaiting(ctx, row.id)) refuse(periodRefusals, 'entryWaiting', { month: row.month })
  if (row.state === 'correcting') await corrections.dropCorrection(ctx, row.id)
  else await store.update(ctx, row.id, { state: 'correcting', corrected_from: row.state })
  await beginEdition(ctx, row.state === 'correcting' ? { ...row, edition: row.edition - 1 } : row, { kind: 'correcting', reason })
  const detail = { month: row.month, step: 'correcting', reason }
  ctx.note({ refType: 'tax_declaration', refId: row.id, centreId: row.centre_id, detail })
}

/**
 * Begins the correction of a month and of the later declared months of its year that it changes. Refuses while an
 * earlier month of the year needs a correction.
 */
export async function beginCorrection(ctx: Context, row: store.PeriodRow, reason: string): Promise<void> {
  const earlierMonth = await corrections.earliestCorrection(ctx, row)
  if (earlierMonth) refuse(periodRefusals, 'correctEarlier', { month: earlierMonth })
  const [own, ...later] = await ctx.widen('lines of a declaration', () => changesByMonth(ctx, row))
  await reopenPeriod(ctx, own?.row ?? row, reason)
  for (const each of later) {
    const lockedPeriod = (await store.find(ctx, each.row.id, true)) ?? refuse(periodRefusals, 'periodNotFound')
    if (lockedPeriod.version !== each.row.version) refuse(periodRefusals, 'periodChanged')
    await reopenPeriod(ctx, lockedPeriod, `${row.month}: ${reason}`.slice(0, 200))
  }
}

/** Cancels a correction without changes: deletes its edition and restores the month's earlier state. */
export async function cancelCorrection(ctx: Context, row: store.PeriodRow): Promise<void> {
  const editions = { before: row.edition - 1, after: row.edition }
  const changedPeople = await corrections.changedPeople(ctx, row.id, editions)
  if (changedPeople.length > 0 || (await corrections.declaresReturns(ctx, row)))
    refuse(periodRefusals, 'correctionChanges', { month: row.month, count: changedPeople.length })
  await corrections.dropCorrection(ctx, row.id)
  const totals = await lines.totalsOf(ctx, { id: row.id, edition: editions.before })
  const before = { ...row, edition: editions.before }
  await store.update(ctx, row.id, {
    ...totals,
    edition: editions.before,
    state: row.corrected_from ?? 'declared',
    corrected_from: null,
    done_count: totals.people,
    total_count: totals.people,
  })
  await store.addStep(ctx, before, { kind: 'cancelled' }, ctx.actor.userId)
  ctx.note({ refType: 'tax_declaration', refId: row.id, centreId: row.centre_id, detail: { month: row.month, step: 'cancelled', edition: row.edition } })
}
