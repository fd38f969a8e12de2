import type { Modules } from '#/api/modules.ts'
import { calculatorRefusals } from '#/api/money/calculators.texts.ts'
import { settlementMode } from '#/domain/base/codes.ts'
import { type Fen, parseYuan, ppm, sumOf, ZERO } from '#/domain/base/money.ts'
import { monthOf } from '#/domain/base/period.ts'
import type { Settlement } from '#/domain/money/settlement.ts'
import { surchargeRelief } from '#/domain/money/surcharge-relief.ts'
import { calculateMonths, calculatePayment, cumulativeMethodStart, type PlannedMonth, settleYear } from '#/domain/money/tax-calculator.ts'
import type { TaxPolicy } from '#/domain/money/tax-policy.ts'
import type { Context } from '#/server/kernel/context.ts'
import type { Implementation } from '#/server/kernel/request/implementation.ts'
import { refuse } from '#/server/kernel/request/refusal.ts'
import * as store from '#/server/money/calculators/store.ts'
import { personMonths, policyOn } from '#/server/money/tax/public.ts'

const callerOperatorId = (ctx: Context) => ctx.actor.operatorId ?? refuse(calculatorRefusals, 'notOperator')
const parseYuanOrZero = (text: string): Fen => parseYuan(text) ?? ZERO
const monthAtIndex = (year: number, at: number) => `${year}-${String(at + 1).padStart(2, '0')}`

/** Returns the policy of a day. Refuses days before platforms withheld by the cumulative method. */
async function cumulativePolicy(ctx: Context, day: string): Promise<TaxPolicy> {
  if (day < cumulativeMethodStart) refuse(calculatorRefusals, 'tooEarly', { day: cumulativeMethodStart })
  return policyOn(ctx, day)
}

function presentSettlement(one: Settlement, policy: TaxPolicy) {
  const { gross, vat, surcharge, iit, net, steps } = one
  const calculation = { ...steps, relief: surchargeRelief(steps, policy.params.surcharge, true) }
  return { month: steps.month, policyVersion: policy.version, gross, vat, surcharge, iit, net, calculation }
}

export const calculators: Implementation<Modules['calculators']> = {
  async payment(ctx, { day, gross, continues }) {
    const operatorId = callerOperatorId(ctx)
    const policy = await cumulativePolicy(ctx, day)
    const centre = await store.centreOf(ctx, operatorId, day)
    const month = day.slice(0, 7)
    // The payee's tax figures include all payments up to today, so they do not fit an earlier month.
    const isContinued = continues && month >= monthOf(ctx.now)
    const personFilter = { centreId: centre.id, mode: settlementMode.generalContract, operatorIds: [operatorId], month }
    const money = isContinued ? (await personMonths(ctx, personFilter, policy)).get(operatorId) : undefined
    const stateBefore = money ? { personMonth: money.personMonth, elsewhere: money.elsewhere } : null
    const paymentSettlement = calculatePayment({ month, gross: parseYuanOrZero(gross), policy, cityRatePpm: ppm(centre.city_rate_ppm) }, stateBefore)
    return { ...presentSettlement(paymentSettlement, policy), centreName: centre.name, cityRatePpm: centre.city_rate_ppm, isContinued }
  },

  async year(ctx, { year, grosses }) {
    const paidMonths = grosses.flatMap((text, at) => (parseYuanOrZero(text) === 0 ? [] : [{ month: monthAtIndex(year, at), gross: parseYuanOrZero(text) }]))
    const [first] = paidMonths
    if (!first) return refuse(calculatorRefusals, 'noAmounts')
    const centre = await store.centreOf(ctx, callerOperatorId(ctx), `${first.month}-01`)
    const cityRateByMonth = await store.cityRatesOf(ctx, centre.id, year)
    const months: PlannedMonth[] = []
    for (const each of paidMonths) {
      const cityRatePpm = ppm(cityRateByMonth.get(each.month) ?? centre.city_rate_ppm)
      months.push({ ...each, policy: await cumulativePolicy(ctx, `${each.month}-01`), cityRatePpm })
    }
    const settlements = calculateMonths(months)
    const totalOf = (of: (one: Settlement) => Fen) => sumOf(settlements, of)
    return {
      centreName: centre.name,
      cityRatesPpm: [...new Set(months.map((month) => month.cityRatePpm))],
      months: settlements.map((one, at) => presentSettlement(one, months[at]?.policy ?? refuse(calculatorRefusals, 'noAmounts'))),
      totals: {
        gross: totalOf((one) => one.gross),
        vat: totalOf((one) => one.vat),
        surcharge: totalOf((one) => one.surcharge),
        iit: totalOf((one) => one.iit),
        net: totalOf((one) => one.net),
        income: totalOf((one) => one.income),
      },
    }
  },

  async settlement(ctx, { year, ...amounts }) {
    const policy = await policyOn(ctx, `${year}-12-31`)
    const { wages, labour, royalties, insurance, additional, otherDeductions, withheld } = amounts
    const input = {
      wages: parseYuanOrZero(wages),
      labour: parseYuanOrZero(labour),
      royalties: parseYuanOrZero(royalties),
      insurance: parseYuanOrZero(insurance),
      additional: parseYuanOrZero(additional),
      otherDeductions: parseYuanOrZero(otherDeductions),
      withheld: parseYuanOrZero(withheld),
    }
    return { policyVersion: policy.version, ...input, ...settleYear(input, policy.params) }
  },
}
