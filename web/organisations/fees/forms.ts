import { parsePercent, plainYuan } from '#/domain/base/money.ts'
import { parsePartPercent } from '#/domain/organisations/split.ts'
import type { api, OutputOf } from '#/web/kernel/api.ts'
import { nowMs } from '#/web/kernel/clock.ts'

export type FeePlanRow = OutputOf<typeof api.fees.plans>['rows'][number]
export type PlanDetail = OutputOf<typeof api.fees.plan>
export type PlanVersion = PlanDetail['versions'][number]
export type SplitRuleRow = OutputOf<typeof api.fees.splits>['rows'][number]

/** A plan in the form. Steps store only their end, because each starts where the previous one ends. */
export interface PlanForm {
  method: 'fixed' | 'ladder'
  isProgressive: boolean
  basis: 'gross' | 'net'
  minimum: string
  tiers: { to?: string; rate?: string }[]
}

const dayMs = 86_400_000

/** Returns the day in Shanghai that is `days` from now. */
export const dayFromNow = (days = 0) => new Date(nowMs() + 8 * 3_600_000 + days * dayMs).toISOString().slice(0, 10)

export const percentText = (ppm: number) => `${Number((ppm / 10_000).toFixed(4))}%`
const yuan = (fen: FeePlanRow['minimum']) => plainYuan(fen).replace(/\.00$/, '')

/** Returns the lower bound of a step. */
export const tierStart = (tiers: PlanForm['tiers'], at: number) => (at === 0 ? '0' : (tiers[at - 1]?.to ?? ''))

/** Returns the form values of an existing or new plan. */
export function planFormOf(plan: FeePlanRow | null): PlanForm {
  if (!plan) return { method: 'fixed', isProgressive: true, basis: 'gross', minimum: '0', tiers: [{}] }
  const tiers = plan.tiers.map(({ to, ratePpm }) => ({ rate: String(ratePpm / 10_000), ...(to !== null && { to: yuan(to) }) }))
  return { method: plan.method, isProgressive: plan.method === 'fixed' || plan.isProgressive, basis: plan.basis, minimum: yuan(plan.minimum), tiers }
}

/** Converts form values to the input that is sent. */
export function planRequestOf({ tiers: filled, ...form }: PlanForm) {
  const tiers = form.method === 'fixed' ? filled.slice(0, 1) : filled
  const last = tiers.length - 1
  return {
    ...form,
    minimum: form.minimum || '0',
    tiers: tiers.map(({ to, rate }, at) => ({ from: tierStart(tiers, at) || '0', to: at === last ? null : (to ?? ''), rate: (rate ?? '').trim() })),
  }
}

/** Returns whether a form is complete enough for a trial calculation. */
export function isComplete({ tiers }: ReturnType<typeof planRequestOf>): boolean {
  return tiers.every(({ to, rate }) => parsePercent(rate) !== null && to !== '')
}

export const percentRule = (message: string, isPart: boolean) => ({
  validator: (_: unknown, value: string | undefined) =>
    (isPart ? parsePartPercent((value ?? '').trim()) : parsePercent((value ?? '').trim())) === null ? Promise.reject(new Error(message)) : Promise.resolve(),
})
