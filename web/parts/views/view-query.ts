// The position in the list, the open drawer and the search text are not part of a view.
const excludedParams = ['page', 'size', 'at', 'open', 'pane', 'create', 'keyword']

/** Returns the filters of a URL in a fixed order, so that equal ones compare equal. */
export function conditionsOf(params: URLSearchParams): string {
  const storedParams = new URLSearchParams(params)
  for (const name of excludedParams) storedParams.delete(name)
  storedParams.sort()
  return storedParams.toString()
}

/** Returns the URL parameters of a view. Of the current parameters only the pane and the page size stay. */
export function withView(params: URLSearchParams, query: string): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of ['pane', 'size']) for (const value of params.getAll(name)) next.set(name, value)
  return next
}
