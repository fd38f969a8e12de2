import { periodRefusals } from '#/api/taxation/periods.texts.ts'
import { readIdNumber } from '#/domain/identity.ts'
import { dayOf, monthStart, shiftDay, shiftMonth } from '#/domain/period.ts'
import type { OfficialForm } from '#/domain/tax-declaration.ts'
import type { Context } from '#/server/kernel/context.ts'
import { refuse } from '#/server/kernel/refusal.ts'
import { type FormRow, keepForm } from '#/server/taxation/forms/public.ts'
import { policyOf } from '#/server/taxation/periods/drawing.ts'
import { readLines } from '#/server/taxation/periods/reading.ts'
import type { PeriodRow } from '#/server/taxation/periods/store.ts'
import { type LineRow, type PersonRow, peopleByIds } from '#/server/taxation/periods/store-lines.ts'

/** Codes of papers in the tax office's lists. */
const paperCodes: Readonly<Record<string, string>> = { id_card: '201', passport: '208', hk_macau_permit: '210', taiwan_permit: '213', foreign_pr: '233' }

/** Rows of one form at most. */
const formMost = 20_000

interface Named {
  readonly line: LineRow
  readonly who: PersonRow
  readonly number: string
  readonly mobile: string
}

const surchargeOf = (line: LineRow) => line.city_fen + line.education_fen + line.local_education_fen

function person({ line, who, number }: Named, seq: number): FormRow {
  return { seq, name: line.name, paper: paperCodes[who.id_kind] ?? null, idNumber: number }
}

function report(month: string, named: Named, seq: number): FormRow {
  const { line } = named
  const taxable = Math.max(0, line.cum_income_fen - line.cum_expense_fen - line.cum_deduction_fen - line.cum_other_fen)
  return {
    ...person(named, seq),
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
    taxable,
    rate: line.rate_ppm,
    quick: line.quick_fen,
    should: line.should_fen,
    withheldBefore: line.before_fen,
    dueNow: line.withheld_fen,
  }
}

function agent(centreName: string, vatPpm: number, named: Named, seq: number): FormRow {
  const { line } = named
  return {
    ...person(named, seq),
    userName: line.name,
    userId: String(line.operator_id),
    platformName: centreName,
    sourceName: line.name,
    sales: line.gross_fen,
    exemptSales: line.exempt_fen,
    taxableSales: line.gross_fen - line.exempt_fen - line.vat_fen,
    rate: vatPpm,
    vat: line.vat_fen,
    construction: line.city_fen,
    education: line.education_fen,
    localEducation: line.local_education_fen,
    surcharges: surchargeOf(line),
  }
}

function collected(named: Named, seq: number): FormRow {
  const card = named.who.id_kind === 'id_card' ? readIdNumber(named.number) : null
  return {
    ...person(named, seq),
    country: card ? '中国' : '',
    sex: card && (card.sex === 'M' ? 'male' : 'female'),
    birthday: card?.birth ?? null,
    employment: '平台内从业人员',
    mobile: named.mobile,
  }
}

async function namedLines(ctx: Context, row: PeriodRow): Promise<Named[]> {
  const { lines } = await readLines(ctx, row, row.edition || null, {}, { page: 1, size: formMost + 1 })
  if (lines.length > formMost) refuse(periodRefusals, 'tooManyRows', { most: formMost })
  const ids = lines.map((line) => line.operator_id)
  const people = await ctx.widen('lines of a declaration', () => peopleByIds(ctx, ids))
  return lines.flatMap((line) => {
    const who = people.get(line.operator_id)
    if (!who) return []
    const number = who.id_number_sealed === '' ? '' : ctx.vault.open('id_number', who.id_number_sealed)
    const mobile = who.mobile_sealed === '' ? '' : ctx.vault.open('mobile', who.mobile_sealed)
    return [{ line, who, number, mobile }]
  })
}

/** Fills an official form with the lines of a period and keeps it; answers a copy. */
export async function fillOfficial(ctx: Context, row: PeriodRow, kind: OfficialForm, reason: string) {
  if (row.edition === 0) refuse(periodRefusals, 'notClosedYet', { month: row.month })
  const named = await namedLines(ctx, row)
  const { vat } = (await policyOf(ctx, row.month)).params
  const rowOf: Readonly<Record<OfficialForm, (named: Named, seq: number) => FormRow>> = {
    iit_report: (each, seq) => report(row.month, each, seq),
    iit_withholding: (each, seq) => ({ ...person(each, seq), item: 'labour', income: each.line.income_fen, exempt: 0, other: 0 }),
    vat_agent: (each, seq) => agent(row.centre_name, vat.reducedPpm, each, seq),
    person_collection: collected,
  }
  const rows = named.map((each, index) => rowOf[kind](each, index + 1))
  const head = { agentName: row.centre_name, period: row.month, filedOn: dayOf(ctx.now), platformName: row.centre_name }
  return keepForm(ctx, { kind, day: dayOf(ctx.now), head, rows }, { centreId: row.centre_id, mode: 2, period: row.month, reason })
}
