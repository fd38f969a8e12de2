/** What happened to each of several things; what could not be done says why. */
export interface Told {
  readonly ok: number[]
  readonly fail: { id: number; reason: string }[]
}

/** Does something with each by itself, in the order of their ids, so that no two callers wait for each other; one that cannot be done keeps no other back. */
export async function withEach(ids: readonly number[], work: (id: number) => Promise<string>): Promise<Told> {
  const ok: number[] = []
  const fail: { id: number; reason: string }[] = []
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    const reason = await work(id)
    if (reason === '') ok.push(id)
    else fail.push({ id, reason })
  }
  return { ok, fail }
}
