import assert from 'node:assert/strict'
import { plainYuan } from '#/domain/base/money.ts'
import { dayOf, monthOf, monthStart, shiftDay, shiftMonth } from '#/domain/base/period.ts'
import type { TestServer } from '#/server/tests/testing.ts'

// Steps of random histories that change tax policies and rates, including in the middle of a month.

interface Choices {
  readonly a: number
  readonly b: number
  readonly c: number
}

const dayMs = 24 * 3_600_000
const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(1, from.length)]
const today = ({ running }: TestServer) => dayOf(running.kernel.clock.now())

/** Moves the clock to one of the first days of the next month, before its first payment. */
export function advanceToNextMonth(server: TestServer, { b }: Choices): void {
  const now = server.running.kernel.clock.now()
  const first = new Date(`${monthStart(shiftMonth(monthOf(now), 1))}T09:00:00+08:00`)
  server.advance(first.getTime() + (b % 12) * dayMs - now.getTime())
}

/**
 * Changes the city rate from the next month on. The current month cannot be changed, because its tax is already
 * computed.
 */
async function changeCityRate(server: TestServer, { b, c }: Choices): Promise<void> {
  const month = today(server).slice(0, 7)
  const { id, version, ...rest } = await server.must('platform', 'centres.get', { id: 2 })
  const limits = { singleLimit: plainYuan(rest.singleLimit), monthLimit: plainYuan(rest.monthLimit), invoiceCap: plainYuan(rest.invoiceCap) }
  const cityRatePpm = pick([70_000, 50_000, 10_000], b)
  const updateCityRate = (cityRateFrom: string) =>
    server.call('platform', 'centres.update', { id, version, ...rest, ...limits, cityRatePpm, cityRateFrom } as never)
  if (c % 3 === 0) assert.equal((await updateCityRate(month)).error, 'cityRateLater')
  await updateCityRate(shiftMonth(month, 1))
}

/**
 * Publishes a policy with another levy rate from this day on, unless another policy or computed tax covers these days.
 */
async function publishPolicy(server: TestServer, firstDay: string, { b }: Choices): Promise<void> {
  const newDraft = (await server.call('caiwu', 'policies.begin', { firstDay })).data
  if (!newDraft) return
  const values = [
    { path: 'vat.reducedPpm', value: pick([10_000, 20_000, 30_000], b) },
    { path: 'vat.source', value: '历史测试' },
    { path: 'source', value: `自 ${firstDay} 起` },
  ]
  const savedDraft = await server.must('caiwu', 'policies.save', { draftId: newDraft.id, version: newDraft.version, values } as never)
  const examinedDraft = await server.must('caiwu', 'policies.examine', { draftId: newDraft.id, version: savedDraft.version })
  const previewedDraft = await server.must('caiwu', 'policies.preview', { draftId: newDraft.id, version: examinedDraft.version })
  const publishAnswer = await server.call('platform', 'policies.publish', { draftId: newDraft.id, version: previewedDraft.version })
  if (publishAnswer.code !== 1) await server.call('caiwu', 'policies.drop', { draftId: newDraft.id, version: previewedDraft.version })
}

/**
 * Changes the city rate, or publishes a policy for the current or the next month. A policy of the current month applies
 * to batches that were computed earlier but not yet paid. A policy never begins within a month.
 */
export async function changeRules(server: TestServer, choices: Choices): Promise<void> {
  const { a, c } = choices
  if (a % 3 === 0) return changeCityRate(server, choices)
  const start = monthStart(today(server).slice(0, 7))
  if (c % 3 === 0) assert.equal((await server.call('caiwu', 'policies.begin', { firstDay: shiftDay(start, 45) })).code, 0)
  await publishPolicy(server, a % 3 === 1 ? start : monthStart(shiftMonth(start.slice(0, 7), 1)), choices)
}
