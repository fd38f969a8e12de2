// Where a list stands, what is open and what was searched for are no part of a view.
const passing = ['page', 'size', 'at', 'open', 'pane', 'create', 'keyword']

/** The conditions of an address, in one order, so that equal ones read alike. */
export function conditionsOf(params: URLSearchParams): string {
  const kept = new URLSearchParams(params)
  for (const name of passing) kept.delete(name)
  kept.sort()
  return kept.toString()
}

/** An address with the conditions of a view, and what it had besides them but where the list stood. */
export function withView(params: URLSearchParams, query: string): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of ['pane', 'size']) for (const value of params.getAll(name)) next.set(name, value)
  return next
}
