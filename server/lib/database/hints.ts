import { AsyncResource } from 'node:async_hooks'
import { type Kysely, sql } from 'kysely'
import type pg from 'pg'
import { wrapQuery } from '#/server/lib/database/client.ts'
import type { Tables } from '#/server/lib/database/tables.ts'

// A commit with NOTIFY takes a lock of the whole server, so such commits run one at a time. Triggers therefore raise a
// notice instead (`app.hint`). The server sends the hints of many transactions together after their commits. A hint is
// lost if its server stops, so every listener also polls, or reloads after a gap.

/** A message on a channel that some data changed. */
export interface LiveHint {
  readonly channel: string
  readonly payload: string
}

/** The SQLSTATE of the notice that `app.hint` raises. */
const hintCode = 'YC100'

/**
 * Collects the hints of each transaction on this connection. Sends them after the commit and drops them after a
 * rollback.
 */
export function collectHints(client: pg.ClientBase, pass: (hints: readonly LiveHint[]) => void): void {
  let collectedHints: LiveHint[] = []
  const isOpen = () => client.getTransactionStatus() !== 'I'
  client.on('notice', ({ code, message = '', detail = '' }) => {
    if (code === hintCode) collectedHints.push({ channel: message, payload: detail })
  })
  wrapQuery(client, (ask) => async (query, values) => {
    try {
      const result = await ask(query, values)
      if (collectedHints.length > 0 && !isOpen()) {
        const hints = collectedHints
        collectedHints = []
        // The commit of a failed transaction returns ROLLBACK.
        if (result.command !== 'ROLLBACK') pass(hints)
      }
      return result
    } catch (error) {
      if (!isOpen()) collectedHints = []
      throw error
    }
  })
}

const batchMs = 20

/** Sends hints with NOTIFY. The hints of a few milliseconds are sent in one statement, each once. */
export class HintSender {
  readonly #waiting = new Set<string>()
  readonly #flush: () => Promise<void>
  #timer: NodeJS.Timeout | null = null

  constructor(kysely: Kysely<Tables>, log?: { warn(fields: object, message: string): void }) {
    const flush = async () => {
      const list = [...this.#waiting].map((each) => JSON.parse(each) as readonly [string, string])
      this.#waiting.clear()
      if (list.length === 0) return
      await sql`select pg_notify(hint ->> 0, hint ->> 1) from json_array_elements(${JSON.stringify(list)}::json) hint`
        .execute(kysely)
        .catch((error: unknown) => log?.warn({ error: String(error), hints: list.length }, 'hints were lost; listeners poll'))
    }
    // Bound here, so that it runs outside the transaction whose commit starts the timer.
    this.#flush = AsyncResource.bind(flush)
  }

  add(hints: readonly LiveHint[]): void {
    for (const { channel, payload } of hints) this.#waiting.add(JSON.stringify([channel, payload]))
    this.#timer ??= setTimeout(() => void this.flush(), batchMs)
  }

  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    await this.#flush()
  }
}
