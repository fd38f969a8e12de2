import { z } from 'zod'
import { Id } from '#/api/operation.ts'
import { officialFormNames, periodRefusals } from '#/api/taxation/periods.texts.ts'
import { readIdNumber } from '#/domain/base/identity.ts'
import { dayOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import { type OfficialForm, officialForms } from '#/domain/taxation/tax-declaration.ts'
import { isVatReturn, type VatReturn } from '#/domain/taxation/vat-return.ts'
import { expectPlainExport } from '#/server/access/auth/public.ts'
import type { Context, JobContext } from '#/server/kernel/context.ts'
import { type DataOf, job } from '#/server/kernel/jobs/job.ts'
import { makeTaskFile, requestTask, type TaskRequester, taskPayload } from '#/server/kernel/jobs/task-work.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import { exportKeepDays } from '#/server/kernel/rows/sheet-file.ts'
import { zipStream } from '#/server/lib/zip.ts'
import { type FormRow, type FormToFill, fillForm, storeFilledForm, storeForm } from '#/server/taxation/forms/public.ts'
import { dueReturns } from '#/server/taxation/periods/deadlines.ts'
import { type NamedLine, personRow, vatRows } from '#/server/taxation/periods/official-vat.ts'
import { readLines } from '#/server/taxation/periods/reading.ts'
import { find, type PeriodRow } from '#/server/taxation/periods/store.ts'
import { peopleByIds } from '#/server/taxation/periods/store-lines.ts'
import { platformNameIn } from '#/server/taxation/platformreports/public.ts'

/** Maximum number of rows in a file of the official form. */
const maxFormRows = 20_000

/** Fills a form that needs several files. */
export const officialJob = job(
  'periods.official',
  taskPayload.extend({ declarationId: Id, form: z.enum(officialForms), plainReason: z.string(), most: z.int().positive() }),
)
const taskFailedText = {
  zh: '官方申报表未能生成，请重试',
  en: 'The official files could not be created. Try again.',
  es: 'No se pudieron generar los archivos oficiales. Inténtelo de nuevo.',
  ja: '公式申告書を作成できませんでした。再試行してください。',
} as const

function withholdingReportRow(month: string, named: NamedLine, seq: number): FormRow {
  const { line } = named
  const taxableAmount = Math.max(0, line.cum_income_fen - line.cum_expense_fen - line.cum_deduction_fen - line.cum_other_fen)
  return {
    ...personRow(named, seq),
    periodFrom: monthStart(month),
    periodTo: shiftDay(monthStart(shiftMonth(month, 1)), -1),
    item: 'labour',
    income: line.income_fen,
    exempt: 0,
    cumulativeIncome: line.cum_income_fen,
    cumulativeExpense: line.cum_expense_fen,
    cumulativeExempt: 0,
    cumulativeDeduction: line.cum_deduction_fen,
    cumulativeOther: line.cum_other_fen,
    taxable: taxableAmount,
    rate: line.rate_ppm,
    quick: line.quick_fen,
    should: line.should_fen,
    withheldBefore: line.before_fen,
    dueNow: line.withheld_fen,
  }
}

function collectionRow(named: NamedLine, seq: number): FormRow {
  const cardDetails = named.who.id_kind === 'id_card' ? readIdNumber(named.number) : null
  return {
    ...personRow(named, seq),
    country: cardDetails ? '中国' : '',
    sex: cardDetails && (cardDetails.sex === 'M' ? 'male' : 'female'),
    birthday: cardDetails?.birth ?? null,
    employment: '平台内从业人员',
    mobile: named.mobile,
  }
}

async function namedLines(ctx: Context, row: PeriodRow, after: number, limit: number): Promise<{ named: NamedLine[]; last: number }> {
  const pageRequest = { page: 1, size: limit, ...(after > 0 && { after }) }
  const { lines } = await readLines(ctx, row, row.edition || null, {}, pageRequest)
  const ids = lines.map((line) => line.operator_id)
  const people = await ctx.widen('lines of a declaration', () => peopleByIds(ctx, ids))
  const linesWithPeople = lines.flatMap((line) => {
    const who = people.get(line.operator_id)
    if (!who) return []
    const number = who.id_number_sealed === '' ? '' : ctx.vault.open('id_number', who.id_number_sealed)
    const mobile = who.mobile_sealed === '' ? '' : ctx.vault.open('mobile', who.mobile_sealed)
    return [{ line, who, number, mobile }]
  })
  return { named: linesWithPeople, last: ids.at(-1) ?? after }
}

/** Collects the form's values from lines of a period. */
async function formOf(
  ctx: Context,
  row: PeriodRow,
  kind: OfficialForm,
  named: readonly NamedLine[],
): Promise<FormToFill & { readonly rows: readonly FormRow[] }> {
  const platformName = await platformNameIn(ctx, monthStart(row.month))
  const rowsWithSeq = (rowOf: (named: NamedLine, seq: number) => FormRow) => named.map((each, index) => rowOf(each, index + 1))
  const rowsByForm: Readonly<Record<Exclude<OfficialForm, VatReturn>, () => FormRow[]>> = {
    iit_report: () => rowsWithSeq((each, seq) => withholdingReportRow(row.month, each, seq)),
    iit_withholding: () => rowsWithSeq((each, seq) => ({ ...personRow(each, seq), item: 'labour', income: each.line.income_fen, exempt: 0, other: 0 })),
    person_collection: () => rowsWithSeq(collectionRow),
  }
  const head = { agentName: row.entity_name, agentCode: row.entity_code, period: row.month, filedOn: dayOf(ctx.now), platformName }
  const lawDay = shiftDay(monthStart(shiftMonth(row.month, 1)), -1)
  return { kind, day: dayOf(ctx.now), lawDay, head, rows: isVatReturn(kind) ? await vatRows(ctx, row, kind, named, platformName) : rowsByForm[kind]() }
}

const formOwnerOf = (row: PeriodRow) => ({ centreId: row.centre_id, mode: 2 as const, period: row.month })

/** Refuses while lines are written: the file would miss people. */
function expectComplete(row: PeriodRow): void {
  if (row.is_computing) refuse(periodRefusals, 'computing', { done: row.done_count, total: row.total_count })
}

/**
 * Fills an official form with the lines of a period and stores it. Returns a copy, or a packing task if it needs
 * several files.
 */
export async function fillOfficial(ctx: Context, row: PeriodRow, kind: OfficialForm, plainReason: string) {
  if (row.edition === 0) refuse(periodRefusals, 'notClosedYet', { month: row.month })
  expectComplete(row)
  if (row.people > 0 && isVatReturn(kind) && !dueReturns(row).includes(kind)) refuse(periodRefusals, 'returnNotDue', { month: row.month })
  const form = row.people > maxFormRows ? null : await formOf(ctx, row, kind, (await namedLines(ctx, row, 0, maxFormRows)).named)
  if (form === null || form.rows.length > maxFormRows) {
    const reason = await expectPlainExport(ctx, plainReason)
    const title = `${officialFormNames[kind].zh} ${row.month}`
    const payloadOf = (payload: TaskRequester) => ({ ...payload, declarationId: row.id, form: kind, plainReason: reason, most: maxFormRows })
    return { fileId: null, formVersion: '', taskId: await requestTask(ctx, officialJob, { title, total: row.people }, payloadOf) }
  }
  const { fileId, version } = await storeForm(ctx, form, { ...formOwnerOf(row), reason: plainReason })
  return { fileId, formVersion: version, taskId: null }
}

/** Packs a form's files into a ZIP. Each file is stored separately, so at most one is in memory. */
export async function packOfficial(work: JobContext, { declarationId, form, plainReason, most, ...payload }: DataOf<typeof officialJob>): Promise<void> {
  const isPermitted = (ctx: Context) => ctx.actor.may('tax:edit') && ctx.actor.may('plain:export')
  await makeTaskFile(work, payload, { action: officialJob.name, failed: taskFailedText, may: isPermitted }, async (step) => {
    const requirePeriod = async (ctx: Context) => (await find(ctx, declarationId)) ?? refuse(periodRefusals, 'periodNotFound')
    const { month, people, edition } = await step(0, requirePeriod)
    const partCount = Math.ceil(people / most)
    async function* files() {
      let after = 0
      for (let part = 1; part <= partCount; part++) {
        const packedPart = await step((part - 1) * most, async (ctx) => {
          const row = await requirePeriod(ctx)
          expectComplete(row)
          // The parts together are one declaration.
          if (row.edition !== edition) refuse(periodRefusals, 'periodChanged')
          const { named, last } = await namedLines(ctx, row, after, most)
          const formToFill = await formOf(ctx, row, form, named)
          const zipEntries: { name: string; bytes: Uint8Array }[] = []
          // A VAT return has a row for each person and source platform, so it can have more rows than people.
          for (let from = 0; from === 0 || from < formToFill.rows.length; from += most) {
            const filledPart = await fillForm(ctx, { ...formToFill, rows: formToFill.rows.slice(from, from + most) })
            const name = filledPart.fileName.replace(/\.xlsx$/, `_${part}-${partCount}${from === 0 ? '' : `-${from / most + 1}`}.xlsx`)
            await storeFilledForm(ctx, formToFill, { ...filledPart, fileName: name }, { ...formOwnerOf(row), reason: plainReason, isPart: true })
            zipEntries.push({ name, bytes: filledPart.bytes })
          }
          return { packed: zipEntries, last }
        })
        after = packedPart.last
        yield* packedPart.packed
      }
    }
    const name = `${officialFormNames[form].zh}_${month}.zip`
    return {
      name,
      mediaType: 'application/zip',
      stream: zipStream(files()),
      count: people,
      keepDays: exportKeepDays(true),
      detail: { form, parts: partCount, plainReason },
    }
  })
}
