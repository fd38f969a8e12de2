import { type BatchPlan, type bankReasons, type DemoHistory, type DemoPayee, type PaidBatch, type PaymentResult, scheduleBatch } from '#/demo/history.ts'
import type { DemoSetting, DemoUnit } from '#/demo/organisations.ts'
import type { DemoPerson } from '#/demo/people.ts'
import { topUp } from '#/demo/prepayments.ts'
import type { DemoWorld, SpecialName } from '#/demo/world.ts'
import { type Mode, settlementMode } from '#/domain/base/codes.ts'
import { type Fen, fen, plainYuan } from '#/domain/base/money.ts'
import { monthOf, monthStart, shiftMonth } from '#/domain/base/period.ts'
import { emptyLineCells, type LineCells } from '#/domain/money/line-cells.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const yuan = (amount: number) => fen(amount * 100)

/**
 * Returns a moment some days ago, within the current month. In the first days of a month the moments are closer
 * together.
 */
export type DaysAgo = (days: number) => Date

/** Number of days that the latest batches cover. */
const recentDays = 6

/** Returns `DaysAgo` for now. Compresses the latest days into the current month. */
export function daysAgoFrom(now: Date): DaysAgo {
  const monthElapsedMs = now.getTime() - new Date(`${monthStart(monthOf(now))}T00:00:00+08:00`).getTime()
  const compression = Math.min(1, monthElapsedMs / ((recentDays + 1) * dayMs))
  return (days) => new Date(now.getTime() - days * dayMs * compression)
}

/** Returns the setting of a unit in a mode; throws RangeError without one. */
export function unitPlaceOf(world: DemoWorld, unitId: number, mode: Mode): { unit: DemoUnit; setting: DemoSetting } {
  const unit = world.units.find((each) => each.id === unitId)
  const setting = unit?.settings.find((each) => each.mode === mode)
  if (!unit || !setting) throw new RangeError(`unit ${unitId} has no mode ${mode}`)
  return { unit, setting }
}

/** Returns the people whom a unit can pay in a mode without any issue. */
export function payeesOf(world: DemoWorld, { unit, setting }: { unit: DemoUnit; setting: DemoSetting }): DemoPerson[] {
  const specialPeople = new Set(Object.values(world.specials))
  const isPayable = (person: DemoPerson) =>
    person.unitIds.includes(unit.id) &&
    person.centreId === setting.centreId &&
    (setting.mode === settlementMode.individualBusiness) === (person.entity !== null)
  return world.people.filter((person) => isPayable(person) && !specialPeople.has(person))
}

/**
 * Returns a person's pay in fen. A few people earn much, some a medium amount, most a little. Businesses earn more than
 * natural persons.
 */
export function grossPayOf({ random }: DemoWorld, person: DemoPerson, growth: number): Fen {
  const [low, high] = person.entity ? [6000, 42_000] : person.id % 17 === 0 ? [18_000, 46_000] : person.id % 5 === 0 ? [8000, 19_000] : [1200, 7800]
  return fen(Math.round(random.between(low, high) * growth) * 100 + random.between(0, 99))
}

/** Returns the cells of a line that pays a person. */
export function lineCellsFor(person: DemoPerson, unit: DemoUnit, mode: Mode, gross: Fen): LineCells {
  return {
    ...emptyLineCells,
    name: person.name,
    idNumber: person.idNumber,
    mobile: person.mobile,
    bankName: person.bankName,
    cardNo: person.cardNo,
    amountText: plainYuan(gross),
    entityName: mode === settlementMode.individualBusiness ? (person.entity?.name ?? '') : '',
    entityCreditCode: mode === settlementMode.individualBusiness ? (person.entity?.creditCode ?? '') : '',
    service: unit.services[person.id % unit.services.length] ?? '',
  }
}

function randomResult({ random }: DemoWorld, mayReturn: boolean): Pick<DemoPayee, 'end' | 'code'> {
  if (random.chance(2)) return { end: 'failed', code: random.pick(['name_mismatch', 'card_invalid', 'channel_error', 'channel_error'] as const) }
  return { end: mayReturn && random.chance(1) ? 'returned' : 'success' }
}

/** Pays failed lines again a day later, when the failure was not the payee's fault. */
function resendFailed(history: DemoHistory, batch: PaidBatch): void {
  const retriedLines = batch.lines.filter((line) => line.payee.code === 'channel_error')
  if (retriedLines.length === 0) return
  const createdAt = new Date(batch.steps.done.getTime() + 20 * hourMs)
  const payees = retriedLines.map(({ id, payee }): DemoPayee => ({ person: payee.person, gross: payee.gross, end: 'success', retryOf: id }))
  const { unit, setting } = batch.plan
  scheduleBatch(history, { unit, setting, createdAt, paidAt: new Date(createdAt.getTime() + hourMs), payees, retryOf: batch.id })
}

function randomBatchPlan(world: DemoWorld, place: { unit: DemoUnit; setting: DemoSetting }, createdAt: Date, now: Date, growth: number): BatchPlan {
  const { random } = world
  const people = payeesOf(world, place)
  const startIndex = random.between(0, people.length - 1)
  const size = Math.min(people.length, random.between(8, place.unit.settings.length > 1 ? 20 : 30))
  const paidAt = new Date(createdAt.getTime() + random.between(80, 200) * 60_000)
  const returnedAt = new Date(paidAt.getTime() + 2 * dayMs)
  const mayReturn = returnedAt < now
  const payees = Array.from({ length: size }, (_, index): DemoPayee => {
    const person = people[(startIndex + index) % people.length] as DemoPerson
    return { person, gross: grossPayOf(world, person, growth), ...randomResult(world, mayReturn) }
  })
  return { ...place, createdAt, paidAt, payees, ...(payees.some((payee) => payee.end === 'returned') && { returnedAt }) }
}

/** Plans a year of batches. Each unit pays once or twice a month in each mode, and amounts grow slowly. */
export function planYear(history: DemoHistory, now: Date): void {
  const { world } = history
  const { random } = world
  for (let monthOffset = -11; monthOffset <= 0; monthOffset++) {
    const month = shiftMonth(monthOf(now), monthOffset)
    const growth = 1 + monthOffset * 0.02
    for (const unit of world.units) {
      for (const setting of unit.settings) {
        for (const day of random.chance(60) ? [8, 21] : [14]) {
          const date = `${month}-${String(day + random.between(0, 4)).padStart(2, '0')}`
          const createdAt = new Date(`${date}T0${random.between(1, 5)}:${random.between(10, 59)}:00Z`)
          const plan = randomBatchPlan(world, { unit, setting }, createdAt, now, growth)
          if (createdAt.getTime() < now.getTime() - recentDays * dayMs) scheduleBatch(history, plan, (batch) => resendFailed(history, batch))
        }
      }
    }
  }
}

/** Adds the first top-up of each unit. In the small demo this is also the money for payments. */
export function planFirstTopups(history: DemoHistory, at: Date, size: 'full' | 'small'): void {
  for (const unit of history.world.units) {
    for (const setting of unit.settings) {
      const owner = { centreId: setting.centreId, mode: setting.mode, unitId: unit.id }
      const amount = size === 'small' ? (setting.mode === settlementMode.generalContract ? yuan(5_000_000) : yuan(1_000_000)) : yuan(200_000)
      history.agenda.add(at, () => topUp(history.books, { unit, owner, amount, at }))
    }
  }
}

/** Plans a payment of ¥95,000.00 this month by another unit to the person near the VAT threshold. */
export function planThresholdPayment(history: DemoHistory, ago: DaysAgo): void {
  const { world } = history
  const place = unitPlaceOf(world, 4, 2)
  scheduleBatch(history, {
    ...place,
    createdAt: ago(4),
    paidAt: ago(3.9),
    payees: [{ person: world.specials.nearThreshold, gross: yuan(95_000), end: 'success' }],
  })
}

/**
 * Returns two people without an account who earned enough last month to bear VAT. The bank returns their first payment
 * later.
 */
export function peopleForClearing(world: DemoWorld): DemoPerson[] {
  return payeesOf(world, unitPlaceOf(world, 4, 2))
    .filter((person) => person.unitIds.length === 1 && person.id % 5 !== 0 && person.id % 17 !== 0)
    .slice(-2)
}

/** Plans two payments of last month to each of these people. The second crosses the VAT threshold. */
export function planClearedPayments(history: DemoHistory, now: Date): void {
  const place = unitPlaceOf(history.world, 4, 2)
  const month = shiftMonth(monthOf(now), -1)
  for (const [day, gross] of [
    ['06', 62_000],
    ['24', 46_500],
  ] as const) {
    const createdAt = new Date(`${month}-${day}T02:20:00Z`)
    const payees = peopleForClearing(history.world).map((person): DemoPayee => ({ person, gross: yuan(gross), end: 'success' }))
    scheduleBatch(history, { ...place, createdAt, paidAt: new Date(createdAt.getTime() + 2 * hourMs), payees })
  }
}

/** Plans the latest batches: one is fully paid, one partly paid and partly returned, one failed, and one is being paid.
 */
export function planRecentBatches(history: DemoHistory, ago: DaysAgo): void {
  const { world } = history
  const mainPlace = unitPlaceOf(world, 1, 2)
  const ordinaryPayees = payeesOf(world, mainPlace)
  const paidPayees = (from: number, count: number, end: PaymentResult = 'success') =>
    ordinaryPayees.slice(from, from + count).map((person): DemoPayee => ({ person, gross: grossPayOf(world, person, 1), end }))
  const specialPayee = (name: SpecialName, gross: number, end: PaymentResult, code?: keyof typeof bankReasons): DemoPayee => ({
    person: world.specials[name],
    gross: yuan(gross),
    end,
    ...(code && { code }),
  })
  scheduleBatch(history, { ...unitPlaceOf(world, 1, 1), createdAt: ago(3.4), paidAt: ago(3.3), payees: businessPayees(world, 9) })
  scheduleBatch(history, {
    ...mainPlace,
    createdAt: ago(2.3),
    paidAt: ago(2.2),
    payees: [...paidPayees(0, 9), specialPayee('nameMismatch', 3200, 'failed', 'name_mismatch'), specialPayee('bounces', 5400, 'returned')],
    returnedAt: ago(0.2),
  })
  const secondPlace = unitPlaceOf(world, 2, 2)
  const failingPayees = payeesOf(world, secondPlace).slice(0, 3)
  scheduleBatch(history, {
    ...secondPlace,
    createdAt: ago(1.3),
    paidAt: ago(1.2),
    payees: failingPayees.map((person) => ({ person, gross: grossPayOf(world, person, 1), end: 'failed', code: 'channel_error' })),
  })
  const tourPlace = unitPlaceOf(world, 3, 2)
  const tourPayees = payeesOf(world, tourPlace).slice(2, 14)
  scheduleBatch(history, {
    ...tourPlace,
    createdAt: ago(0.9),
    paidAt: ago(0.8),
    payees: tourPayees.map((person) => ({ person, gross: grossPayOf(world, person, 1), end: 'success' })),
  })
  scheduleBatch(history, {
    ...mainPlace,
    createdAt: ago(0.5),
    paidAt: ago(90_000 / dayMs),
    payees: [...paidPayees(6, 11), specialPayee('held', 4100, 'held'), specialPayee('slow', 2600, 'unknown'), specialPayee('lost', 1900, 'unknown')],
  })
}

function businessPayees(world: DemoWorld, count: number): DemoPayee[] {
  const people = payeesOf(world, unitPlaceOf(world, 1, 1)).slice(0, count)
  return people.map((person) => ({ person, gross: grossPayOf(world, person, 1), end: 'success' }))
}

/** Minimum balances at the end, enough for payments by visitors and for all pending batches. */
const minimumBalances = [
  [1, 2, 3_000_000],
  [1, 1, 800_000],
  [3, 2, 300_000],
  [4, 2, 300_000],
  [9, 2, 300_000],
  [10, 2, 300_000],
] as const

/** Tops up units whose balance is below the minimum. */
export function topUpUnits(history: DemoHistory, at: Date): void {
  const { books, world, agenda } = history
  for (const [unitId, mode, least] of minimumBalances) {
    const { unit, setting } = unitPlaceOf(world, unitId, mode)
    const owner = { centreId: setting.centreId, mode, unitId }
    agenda.add(at, () => {
      if (books.available(owner) < yuan(least)) topUp(books, { unit, owner, amount: yuan(least), at })
    })
  }
}
