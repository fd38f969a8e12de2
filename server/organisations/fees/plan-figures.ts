import type { z } from 'zod'
import { feeMethodNames, progressionNames, scopeNames, tierFaults } from '#/api/organisations/fees.texts.ts'
import { type PlanInput, planFields } from '#/api/organisations/fees.ts'
import { basisNames } from '#/api/organisations/units.texts.ts'
import { fen, formatPpm, formatYuan, parsePercent, parseYuan, ppm, ZERO } from '#/domain/base/money.ts'
import { joinWords } from '#/domain/base/text.ts'
import { tierProblem } from '#/domain/organisations/fee.ts'
import type { Context } from '#/server/kernel/context.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { translate } from '#/server/kernel/request/translate.ts'
import type { TierRow } from '#/server/organisations/fees/store.ts'
import type * as store from '#/server/organisations/fees/store-plans.ts'

/** The figures of a plan version that determine the fee. */
export type PlanFigures = Pick<store.NewVersion, 'method' | 'isProgressive' | 'basis' | 'minimumFen' | 'tiers'>
/** Parses a plan from the form. Refuses tiers with gaps, overlaps or in the wrong order, with an issue per field. */
export function parsePlanFigures(planInput: z.output<typeof PlanInput>): PlanFigures {
  const yuan = (text: string) => parseYuan(text) ?? ZERO
  const tiers = planInput.tiers.map(({ from, to, rate }) => ({
    fromFen: yuan(from),
    toFen: to === null ? null : yuan(to),
    ratePpm: parsePercent(rate) ?? ppm(0),
  }))
  const problem = tierProblem(tiers, planInput.method)
  if (problem) {
    const field = problem.fault === 'order' || problem.fault === 'end' ? 'to' : 'from'
    const [message, values] = [tierFaults[problem.fault], { no: problem.at + 1 }]
    throw new Refusal('tiers', message, values, { issues: [{ path: `terms.tiers.${problem.at}.${field}`, message, values }] })
  }
  return {
    method: planInput.method,
    isProgressive: planInput.method === 'ladder' && planInput.isProgressive,
    basis: planInput.basis,
    minimumFen: yuan(planInput.minimum),
    tiers,
  }
}

export const planFiguresOf = (row: store.PlanRow | store.VersionRow): PlanFigures => ({
  method: row.method,
  isProgressive: row.method === 'ladder' && row.is_progressive,
  basis: row.basis,
  minimumFen: row.minimum_fen,
  tiers: row.tiers.map(({ fromFen, toFen, ratePpm }) => ({ fromFen, toFen, ratePpm })),
})

/** Returns the figures of a plan or version as the API shows them. */
export function presentFigures(row: store.PlanRow | store.VersionRow) {
  const { minimumFen, tiers, ...rest } = planFiguresOf(row)
  return {
    ...rest,
    minimum: fen(minimumFen),
    tiers: tiers.map(({ fromFen, toFen, ratePpm }) => ({ from: fen(fromFen), to: toFen === null ? null : fen(toFen), ratePpm })),
  }
}

/** Formats figures as text, for changes, the log and exports. */
export function displayedFigures(ctx: Pick<Context, 'language'>, of: PlanFigures): Readonly<Record<(typeof planFields)[number], string>> {
  const { language } = ctx
  const formatTier = ({ fromFen, toFen, ratePpm }: TierRow) => {
    const range =
      toFen === null ? `${formatYuan(fen(fromFen))} ${translate(scopeNames.andAbove, language)}` : `${formatYuan(fen(fromFen))} – ${formatYuan(fen(toFen))}`
    return `${of.tiers.length > 1 ? `${range}: ` : ''}${formatPpm(ratePpm)}%`
  }
  return {
    method: translate(feeMethodNames[of.method], language),
    isProgressive: of.method === 'fixed' ? '—' : translate(progressionNames[of.isProgressive ? 'progressive' : 'whole'], language),
    basis: translate(basisNames[of.basis], language),
    minimum: formatYuan(fen(of.minimumFen)),
    tiers: joinWords(of.tiers.map(formatTier), language),
  }
}

/** Lists the differences between two versions, in the caller's language. */
export function figureChanges(ctx: Context, before: PlanFigures, after: PlanFigures) {
  const [old, fresh] = [displayedFigures(ctx, before), displayedFigures(ctx, after)]
  return planFields.filter((field) => old[field] !== fresh[field]).map((field) => ({ field, before: old[field], after: fresh[field] }))
}
