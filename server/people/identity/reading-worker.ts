import type { CardSide } from '#/domain/recognition.ts'
import { serve } from '#/server/lib/threads/serving.ts'
import { openEngine } from '#/server/people/identity/engine.ts'
import { readCard } from '#/server/people/identity/reading.ts'

/** A card to read. */
export interface Question {
  readonly bytes: Uint8Array
  readonly side: CardSide
  readonly today: string
}

// The thread in which cards are decoded, straightened and read, one after the other.
const engine = openEngine()
serve(({ bytes, side, today }: Question) => readCard(engine, bytes, side, today))
