import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import { dayOf, shiftDay } from '#/domain/base/period.ts'
import type { Database } from '#/server/lib/database/database.ts'

// Commits and orders of this server, remembered in its own folder. A database that went back in time (a failover that
// lost commits, a restored backup) lacks some of it, although its books are consistent.

const TrailHead = z.object({ chain: z.int(), seq: z.int(), hash: z.string() })
/** The last row of a chain of the trail. */
export type TrailHead = z.output<typeof TrailHead>

const SentOrder = z.object({ channelId: z.int(), requestNo: z.string(), amount: z.int(), at: z.string() })
/** An order before it was handed to the bank; the amount is in fen. */
export type SentOrder = z.output<typeof SentOrder>

const Heads = z.object({ database: z.string(), heads: z.array(TrailHead) })

/** A head that the database lacks. */
export interface LostHead extends TrailHead {
  /** The newest row of the chain in the database. */
  readonly found: number
}

/** Commits and orders that a server remembers outside the database. */
export interface Acknowledged {
  /** Remembers committed heads of the trail; the newest of each chain counts. */
  remember(heads: readonly TrailHead[]): void
  /** Remembers orders and waits until they are on the disk. */
  addOrders(orders: readonly SentOrder[]): Promise<void>
  /** Returns the remembered orders sent on this day (yyyy-MM-dd) or later. */
  ordersSince(day: string): SentOrder[]
  /** Returns the remembered heads that the database lacks. */
  missing(): Promise<LostHead[]>
  /** Forgets heads after their loss was recorded. */
  forget(heads: readonly TrailHead[]): void
  /** Writes the heads to the disk. */
  close(): void
}

const writeMs = 200
const keptDays = 30
const ordersName = (day: string) => `orders-${day}.log`

/** Identifies the database across restores and failovers: when its first migration was applied. */
async function identityOf({ kysely }: Database): Promise<string> {
  const result = await sql<{
    identity: string
  }>`select coalesce((extract(epoch from min(at)) * 1000000)::bigint::text, '') as identity from public.migration`.execute(kysely)
  return result.rows[0]?.identity ?? ''
}

function parsed<T>(schema: z.ZodType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Returns the orders of a file; a line that a power cut tore apart is skipped. */
function readOrders(path: string): SentOrder[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => parsed(SentOrder, line) ?? [])
}

async function missingHeads({ kysely }: Database, heads: readonly TrailHead[]): Promise<LostHead[]> {
  if (heads.length === 0) return []
  const result = await sql<LostHead>`select head.chain, head.seq, head.hash, coalesce((select max(seq) from audit_log where chain = head.chain), 0) as found
    from json_to_recordset(${JSON.stringify(heads)}::json) as head(chain bigint, seq bigint, hash text)
    where not exists (select from audit_log entry where entry.chain = head.chain and entry.seq = head.seq and entry.hash = decode(head.hash, 'hex'))
    order by head.chain`.execute(kysely)
  return result.rows
}

/** Removes the orders that are too old, and everything that belongs to another database. */
function tidy(folder: string, database: string, now: Date): TrailHead[] {
  const path = join(folder, 'heads.json')
  const stored = existsSync(path) ? parsed(Heads, readFileSync(path, 'utf8')) : null
  const isOwn = stored?.database === database
  const oldest = ordersName(shiftDay(dayOf(now), -keptDays))
  for (const name of readdirSync(folder)) if (name.startsWith('orders-') && (name < oldest || (stored !== null && !isOwn))) rmSync(join(folder, name))
  return isOwn ? stored.heads : []
}

/** Opens this server's memory of the database. */
export async function openAcknowledged(database: Database, folder: string, now: Date): Promise<Acknowledged> {
  mkdirSync(folder, { recursive: true })
  const identity = await identityOf(database)
  const heads = new Map(tidy(folder, identity, now).map((head) => [head.chain, head]))
  let timer: NodeJS.Timeout | null = null
  const write = () => {
    if (timer) clearTimeout(timer)
    timer = null
    const draft = join(folder, `heads.${process.pid}.tmp`)
    writeFileSync(draft, JSON.stringify({ database: identity, heads: [...heads.values()] }))
    renameSync(draft, join(folder, 'heads.json'))
  }
  const soon = () => {
    timer ??= setTimeout(write, writeMs).unref()
  }
  return {
    remember(fresh) {
      for (const head of fresh) if (head.seq > (heads.get(head.chain)?.seq ?? 0)) heads.set(head.chain, head)
      soon()
    },
    async addOrders(orders) {
      for (const [day, own] of Map.groupBy(orders, ({ at }) => dayOf(new Date(at)))) {
        const path = join(folder, ordersName(day))
        appendFileSync(path, own.map((order) => `${JSON.stringify(order)}\n`).join(''), { mode: 0o600 })
        const file = await open(path, 'a')
        await file.datasync().finally(() => file.close())
      }
    },
    ordersSince: (day) =>
      readdirSync(folder)
        .filter((name) => name.startsWith('orders-') && name >= ordersName(day))
        .flatMap((name) => readOrders(join(folder, name))),
    missing: () => missingHeads(database, [...heads.values()]),
    forget(lost) {
      for (const head of lost) if (heads.get(head.chain)?.hash === head.hash) heads.delete(head.chain)
      write()
    },
    close: () => {
      if (timer) write()
    },
  }
}

/** Remembers nothing: for programs that only fill a database. */
export const forgetful: Acknowledged = {
  remember: () => undefined,
  addOrders: async () => undefined,
  ordersSince: () => [],
  missing: async () => [],
  forget: () => undefined,
  close: () => undefined,
}
