import { parentPort } from 'node:worker_threads'
import type { CardSide } from '#/domain/recognition.ts'
import { openEngine } from '#/server/people/identity/engine.ts'
import { type Reading, readCard } from '#/server/people/identity/reading.ts'

/** A card to read. */
export interface Question {
  readonly id: number
  readonly bytes: Uint8Array
  readonly side: CardSide
  readonly today: string
}

export interface Reply {
  readonly id: number
  readonly reading?: Reading
  readonly failure?: string
}

// The thread in which cards are read: decoding, straightening and reading all happen here, one card after the other.
const port = parentPort
if (!port) throw new Error('this file is a thread, not a program')
const engine = openEngine()
let last: Promise<unknown> = Promise.resolve()

async function answer({ id, bytes, side, today }: Question): Promise<void> {
  try {
    port?.postMessage({ id, reading: await readCard(engine, bytes, side, today) } satisfies Reply)
  } catch (error) {
    port?.postMessage({ id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) } satisfies Reply)
  }
}

port.on('message', (question: Question) => {
  last = last.then(() => answer(question))
})
