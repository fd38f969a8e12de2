interface FilteredRequest {
  readonly keyword?: unknown
  readonly filter?: unknown
}

/**
 * Masks the keyword of a request and of its filter before storage. The keyword may be a full mobile, identity or card
 * number.
 */
export function withoutKeyword<T extends object>(requested: T): T {
  const { keyword, filter } = requested as FilteredRequest
  return {
    ...requested,
    ...(keyword !== undefined && { keyword: '***' }),
    ...(typeof filter === 'object' && filter !== null && { filter: withoutKeyword(filter) }),
  }
}
