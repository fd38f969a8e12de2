interface Asked {
  readonly keyword?: unknown
  readonly filter?: unknown
}

/**
 * Masks the keyword of a request and of its filter before it is stored: it may be a full mobile, identity or card
 * number.
 */
export function withoutKeyword<T extends object>(asked: T): T {
  const { keyword, filter } = asked as Asked
  return {
    ...asked,
    ...(keyword !== undefined && { keyword: '***' }),
    ...(typeof filter === 'object' && filter !== null && { filter: withoutKeyword(filter) }),
  }
}
