import fc from 'fast-check'

/** Number of steps that a search runs, in histories of the given length. */
export interface SearchExtent {
  readonly steps: number
  readonly length: number
  readonly seed: number
}

/** Result of a search: the number of steps run, and the failing history with its error. */
export interface SearchResult<S> {
  readonly stepsRun: number
  readonly failure: { readonly history: readonly S[]; readonly cause: unknown } | null
}

type RunHistory<S> = (history: readonly S[]) => Promise<void>

/** Removes parts of a failing history, from halves to single steps, as long as the rest still fails. */
async function shortenHistory<S>(failing: readonly S[], runHistory: RunHistory<S>, cause: unknown): Promise<{ history: readonly S[]; cause: unknown }> {
  let shortest = { history: failing, cause }
  for (let size = Math.ceil(failing.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let from = 0; from < shortest.history.length; ) {
      const rest = shortest.history.toSpliced(from, size)
      try {
        await runHistory(rest)
        from += size
      } catch (error) {
        shortest = { history: rest, cause: error }
      }
    }
  }
  return shortest
}

/**
 * Runs random histories of exactly `length` steps until at least `steps` steps have run. Stops at the first failure.
 * With `isShrinking`, reduces the failing history to the steps that it needs.
 */
export async function searchHistories<S>(
  step: fc.Arbitrary<S>,
  { steps, length, seed }: SearchExtent,
  runHistory: RunHistory<S>,
  isShrinking: boolean,
): Promise<SearchResult<S>> {
  let stepsRun = 0
  const histories = fc.array(step, { minLength: length, maxLength: length, size: 'max' })
  const historyProperty = fc.asyncProperty(histories, async (history) => {
    await runHistory(history)
    stepsRun += history.length
  })
  const { failed, counterexample, errorInstance: cause } = await fc.check(historyProperty, { numRuns: Math.ceil(steps / length), seed, endOnFailure: true })
  const [history] = counterexample ?? []
  if (!failed || !history) return { stepsRun, failure: null }
  return { stepsRun, failure: isShrinking ? await shortenHistory(history, runHistory, cause) : { history, cause } }
}
