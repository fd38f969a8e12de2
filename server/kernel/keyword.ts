interface Asked {
  readonly keyword?: unknown
  readonly filter?: unknown
}

/** What was asked for, as it may be written down: a keyword may be a whole mobile, identity or card number, so none is, neither here nor in the `filter` in it. */
export function withoutKeyword<T extends object>(asked: T): T {
  const { keyword, filter } = asked as Asked
  return {
    ...asked,
    ...(keyword !== undefined && { keyword: '***' }),
    ...(typeof filter === 'object' && filter !== null && { filter: withoutKeyword(filter) }),
  }
}
