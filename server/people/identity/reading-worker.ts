import type { DocumentImageKind } from '#/domain/people/recognition.ts'
import { serveTasks } from '#/server/lib/threads/serving.ts'
import { openEngine } from '#/server/people/identity/engine.ts'
import { readCard } from '#/server/people/identity/reading.ts'

export interface ReadingRequest {
  readonly bytes: Uint8Array
  readonly side: DocumentImageKind
  readonly today: string
}

// Runs in a thread that decodes, straightens and reads cards one by one.
const engine = openEngine()
serveTasks(({ bytes, side, today }: ReadingRequest) => readCard(engine, bytes, side, today))
