import type { Kysely } from 'kysely'
import { writeHistory } from '#/db/demo/history.ts'
import type { DemoPerson } from '#/db/demo/people.ts'
import { topUp } from '#/db/demo/topup.ts'
import { drawWorld, insertWorld } from '#/db/demo/world.ts'
import { startClock } from '#/server/kernel/clock.ts'
import type { Context } from '#/server/kernel/context.ts'
import { buildContext, type Kernel, systemActor, systemScope } from '#/server/kernel/kernel.ts'
import { hashPassword } from '#/server/kernel/passwords.ts'
import type { Tables } from '#/server/kernel/tables.ts'
import { asOwner } from '#/server/kernel/transaction.ts'

/** People of the demo that tests pay, by what is special about them. */
export type DemoPeople = Readonly<Record<string, DemoPerson>>

/** A context of the system at a moment of the past: demo history is written through the same doors as real money. */
export function contextAt(kernel: Kernel, trx: Kysely<Tables>, moment: Date): Context {
  const clock = startClock(0, () => moment.getTime())
  return buildContext(
    { ...kernel, clock },
    { trx, actor: systemActor, scope: systemScope, language: 'zh', requestId: 'demo', ip: 'server', agent: 'demo', notes: [] },
  )
}

/** Loads the demo company data into an empty database: `small` for tests, `full` with a year of history. All or nothing. */
export async function loadDemo(kernel: Kernel, size: 'full' | 'small'): Promise<void> {
  const now = kernel.clock.now()
  const world = drawWorld(size)
  await asOwner(kernel.database, async (trx) => {
    await insertWorld(trx, world, now, hashPassword)
    if (size === 'full') await writeHistory((moment) => contextAt(kernel, trx, moment), world, now)
    else {
      const ctx = contextAt(kernel, trx, now)
      let serial = 70_000_000
      for (const unit of world.units) {
        for (const setting of unit.settings) {
          const amount = setting.mode === 2 ? 500_000_000 : 100_000_000
          await topUp(ctx, { unitId: unit.id, unitName: unit.name, centreId: setting.centreId, mode: setting.mode, amount, serial: `B${++serial}` })
        }
      }
    }
  })
}

/** The people of the small world by what is special about them, and the ordinary ones of unit 1. */
export function demoPeople(): { specials: DemoPeople; ordinary: readonly DemoPerson[] } {
  const world = drawWorld('small')
  const special = new Set(Object.values(world.specials).map((person) => person.id))
  return { specials: world.specials, ordinary: world.people.filter((person) => person.unitIds.includes(1) && !special.has(person.id)) }
}
