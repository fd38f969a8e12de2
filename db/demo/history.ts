import { closeBooks } from '#/db/demo/closing.ts'
import { insertAll } from '#/db/demo/insert.ts'
import type { DemoUnit } from '#/db/demo/organisations.ts'
import { demoPlans } from '#/db/demo/organisations.ts'
import type { DemoPerson } from '#/db/demo/people.ts'
import {
  attemptRow,
  type Books,
  batchRow,
  commissionRows,
  type DraftedLine,
  type End,
  lineRow,
  type Plan,
  reservationRow,
  type Setting,
  type Stage,
} from '#/db/demo/rows.ts'
import { topUp } from '#/db/demo/topup.ts'
import type { World } from '#/db/demo/world.ts'
import { type FeePlan, feeOf } from '#/domain/fee.ts'
import { type Fen, fen, formatYuan, type Ppm, sumOf } from '#/domain/money.ts'
import { dayOf, monthOf, monthStart, shiftMonth } from '#/domain/period.ts'
import { freshStanding, settle } from '#/domain/settlement.ts'
import type { TaxPolicy } from '#/domain/tax-policy.ts'
import type { Context } from '#/server/kernel/context.ts'
import { renderDocument } from '#/server/kernel/pdf.ts'
import { freezeBatch, postLines } from '#/server/ledger/public.ts'
import { policyOn } from '#/server/tax/public.ts'
import { recordPayments } from '#/server/vouchers/public.ts'

const dayMs = 86_400_000

function feePlanOf(id: number): FeePlan {
  const plan = demoPlans.find((each) => each.id === id) ?? demoPlans[0]
  return {
    method: plan.method,
    isProgressive: true,
    basis: 'gross',
    minimumFen: fen(0),
    tiers: plan.tiers.map((tier) => ({ fromFen: fen(tier.fromFen), toFen: tier.toFen === null ? null : fen(tier.toFen), ratePpm: tier.ratePpm as Ppm })),
  }
}

/** Every batch of the year, in the order of time; the last days hold one in each state that waits for somebody. */
function planYear(world: World, now: Date): Plan[] {
  const plans: Plan[] = []
  const thisMonth = monthOf(now)
  for (let back = -11; back <= 0; back++) {
    const month = shiftMonth(thisMonth, back)
    for (const unit of world.units) {
      for (const setting of unit.settings) {
        for (const day of world.random.chance(60) ? [8, 21] : [14]) {
          const at = new Date(
            `${month}-${String(day + world.random.between(0, 4)).padStart(2, '0')}T0${world.random.between(1, 8)}:${world.random.between(10, 59)}:00Z`,
          )
          if (at.getTime() < now.getTime() - 6 * dayMs) plans.push({ at, unit, setting, stage: 'closed', size: world.random.between(8, 24) })
        }
      }
    }
  }
  const [first, second] = world.units
  const setting = first?.settings[0]
  if (!first || !setting || !second?.settings[0]) return plans
  const recent = (days: number, stage: Stage, unit: DemoUnit, of: Setting): Plan => ({
    at: new Date(now.getTime() - days * dayMs),
    unit,
    setting: of,
    stage,
    size: world.random.between(9, 18),
  })
  plans.push(
    recent(4, 'partial', first, setting),
    recent(1.2, 'payable', first, setting),
    recent(0.8, 'auditing', first, setting),
    recent(0.5, 'checking', first, setting),
    recent(0.2, 'fixing', first, setting),
  )
  plans.push(recent(0.9, 'auditing', second, second.settings[0]))
  return plans.sort((a, b) => a.at.getTime() - b.at.getTime())
}

function endOf(world: World, stage: Stage, position: number): End {
  if (stage === 'partial') return position === 2 || position === 5 ? 'failed' : position === 7 ? 'returned' : 'success'
  if (stage !== 'closed') return 'ready'
  return world.random.chance(2) ? 'failed' : world.random.chance(1) ? 'returned' : 'success'
}

function draftLines(world: World, books: Books, plan: Plan, policy: TaxPolicy): DraftedLine[] {
  const { unit, setting, at } = plan
  const month = monthOf(at)
  const special = new Set(Object.values(world.specials).map((person) => person.id))
  const payees = world.people.filter(
    (person) =>
      person.unitIds.includes(unit.id) && person.centreId === setting.centreId && !special.has(person.id) && (setting.mode === 1) === (person.entity !== null),
  )
  const centre = world.centres.find((each) => each.id === setting.centreId)
  const terms = {
    mode: setting.mode,
    cityRatePpm: (centre?.cityRatePpm ?? 70_000) as Ppm,
    taxBearer: 'operator',
    feeBearer: 'unit',
    feeUnitSharePpm: 1_000_000 as Ppm,
    levyRatePpm: 0 as Ppm,
  } as const
  const feePlan = feePlanOf(setting.planId)
  const start = world.random.between(0, payees.length - 1)
  return Array.from({ length: Math.min(plan.size, payees.length) }, (_, index) => {
    const person = payees[(start + index) % payees.length] as DemoPerson
    const end = endOf(world, plan.stage, index)
    const whose = `${setting.centreId}:${setting.mode}:${person.id}`
    const unitMonth = `${unit.id}:${setting.centreId}:${setting.mode}:${month}`
    const gross = fen(world.random.between(8, 160) * 10_000 + world.random.between(0, 99) * 100)
    const before = books.monthBase.get(unitMonth) ?? 0
    const sum = settle({ gross, fee: feeOf(feePlan, gross, fen(before)), month }, books.standings.get(whose) ?? freshStanding(month), terms, policy)
    if (end === 'success' || (end === 'ready' && plan.stage === 'payable')) books.standings.set(whose, sum.standing)
    books.monthBase.set(unitMonth, before + gross)
    return { id: ++books.lineId, seq: index + 1, person, end, sum, month }
  })
}

const repairable = [{ code: 'E102', level: 'error', field: 'idNumber', values: { problem: 'checksum' } }]

async function writeBatch(
  contextAt: (moment: Date) => Context,
  world: World,
  books: Books,
  plan: Plan,
  policy: TaxPolicy,
  tables: Record<string, Record<string, unknown>[]>,
): Promise<void> {
  const ctx = contextAt(plan.at)
  books.batchId++
  const no = `PC${dayOf(plan.at).replaceAll('-', '')}${String(plan.setting.centreId).padStart(2, '0')}${String(900_000 + books.batchId).padStart(6, '0')}`
  const lines = draftLines(world, books, plan, policy)
  const batch = batchRow(world, plan, books, no, lines, policy)
  const owner = { centreId: plan.setting.centreId, mode: plan.setting.mode, unitId: plan.unit.id }
  const cost = sumOf(lines, (line) => line.sum.cost)
  const amount = Math.ceil((cost * 1.15) / 1_000_000) * 1_000_000
  await topUp(contextAt(new Date(plan.at.getTime() - 60_000)), {
    ...owner,
    unitName: plan.unit.name,
    amount,
    serial: `B${String(80_000_000 + ++books.serial)}`,
  })
  await insertAll(ctx.db, 'payment_batch', [plan.stage === 'fixing' ? { ...batch, state: 'fixing', error_count: 2, line_count: lines.length - 2 } : batch])
  const rows = lines.map((line) => lineRow(plan, books, no, line))
  if (plan.stage === 'fixing') for (const at of [1, 4]) Object.assign(rows[at] ?? {}, faulty(rows[at]))
  await insertAll(ctx.db, 'payment_line', rows)
  const isSent = plan.stage === 'closed' || plan.stage === 'partial'
  if (!isSent) await attachAcceptance(ctx, books.batchId, plan, cost)
  if (!isSent && plan.stage !== 'payable') return
  await freezeBatch(ctx, { ...owner, id: books.batchId, no, cost })
  const counted = lines.filter((line) => line.end === 'success' || line.end === 'ready')
  tables.tax_reservation?.push(...counted.map((line) => reservationRow(plan, books, line)))
  if (!isSent) return
  const money = (line: DraftedLine) => ({
    ...owner,
    id: line.id,
    no: `${no}-${String(line.seq).padStart(4, '0')}`,
    net: line.sum.net,
    vat: line.sum.vat,
    surcharge: line.sum.surcharge,
    iit: line.sum.iit,
    fee: line.sum.fee,
    cost: line.sum.cost,
  })
  await postLines(
    ctx,
    lines.map((line) => ({ line: money(line), end: line.end === 'failed' ? ('released' as const) : ('paid' as const) })),
  )
  const returned = lines.filter((line) => line.end === 'returned')
  await insertAll(
    ctx.db,
    'payout_attempt',
    lines.map((line) => attemptRow(plan, no, line)),
  )
  await recordPayments(
    contextAt(new Date(plan.at.getTime() + 125 * 60_000)),
    lines.filter((line) => line.end === 'success').map((line) => line.id),
  )
  if (returned.length > 0)
    await postLines(
      contextAt(new Date(plan.at.getTime() + 2 * dayMs)),
      returned.map((line) => ({ line: money(line), end: 'returned' as const })),
    )
  tables.commission_item?.push(...lines.flatMap((line) => commissionRows(plan, line)))
}

/** The acceptance sheet that a batch above the unit's limit must carry. */
async function attachAcceptance(ctx: Context, batchId: number, plan: Plan, cost: Fen): Promise<void> {
  const bytes = await renderDocument({
    title: '结算验收单',
    createdAt: plan.at,
    blocks: [
      {
        kind: 'fields',
        rows: [
          ['单位', plan.unit.name],
          ['服务内容', `${plan.unit.industry}服务`],
          ['验收金额', formatYuan(cost)],
          ['验收日期', dayOf(plan.at)],
        ],
      },
      { kind: 'paragraph', text: '经验收，以上服务已按订单约定完成，成果符合要求。' },
    ],
    footer: '演示数据',
  })
  const owner = { centreId: plan.setting.centreId, unitId: plan.unit.id }
  const file = await ctx.files.save({ name: '结算验收单.pdf', mediaType: 'application/pdf', bytes, purpose: 'evidence', ...owner })
  await insertAll(ctx.db, 'evidence', [
    {
      centre_id: owner.centreId,
      unit_id: owner.unitId,
      batch_id: batchId,
      order_id: plan.unit.id * 10 + plan.setting.mode,
      kind: 'acceptance',
      file_id: file.id,
      sha256: file.sha256,
      created_by: 5,
      created_at: plan.at.toISOString(),
    },
  ])
}

/** A line whose identity number was mistyped: no figures, an error on its cell. */
function faulty(row: Record<string, unknown> | undefined) {
  const zero = Object.fromEntries(
    Object.keys(row ?? {})
      .filter((key) => key.endsWith('_fen'))
      .map((key) => [key, 0]),
  )
  return {
    ...zero,
    id_number: `${String(row?.id_number).slice(0, 16)}0X`,
    issues: repairable,
    state: 'invalid',
    calculation: null,
    operator_id: null,
    filing_way: null,
  }
}

/** Writes a year of batches, with the ledger, standings, receipts and commissions that real ones leave behind, through the same doors. */
export async function writeHistory(contextAt: (moment: Date) => Context, world: World, now: Date): Promise<void> {
  const books: Books = { standings: new Map(), monthBase: new Map(), batchId: 0, lineId: 0, serial: 0 }
  const tables: Record<string, Record<string, unknown>[]> = { tax_reservation: [], commission_item: [] }
  const policies = new Map<string, TaxPolicy>()
  for (const plan of planYear(world, now)) {
    const month = monthOf(plan.at)
    const policy = policies.get(month) ?? (await policyOn(contextAt(now), monthStart(month)))
    policies.set(month, policy)
    await writeBatch(contextAt, world, books, plan, policy, tables)
  }
  await closeBooks(contextAt(now), books, tables)
}
