import { createHash } from 'node:crypto'

// Version 1 replaced 153 migrations by one baseline that builds the same database (decision 0097). A database or backup
// with the complete list of the 153 counts as being at the baseline.

/** A migration as listed in a database or a backup. */
export interface AppliedMigration {
  readonly name: string
  readonly sha256: string
}

/** The replaced migrations: the first, the last, and the digest of all names and checksums. */
export interface EarlierHistory {
  readonly first: string
  readonly last: string
  readonly digest: string
}

export const earlierHistory: EarlierHistory = {
  first: '0001_foundation.sql',
  last: '0249_residence_permits.sql',
  digest: '90de41c00b074db54b74e81d5ac0ec45281ed157e0da4e3eee7a40a59b400e3d',
}

/** Returns the digest of a list of migrations, regardless of order. */
export function historyDigest(applied: readonly AppliedMigration[]): string {
  const lines = applied.map(({ name, sha256 }) => `${name} ${sha256}\n`).sort()
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/** Returns `now` for a database built from the baseline; otherwise whether it has all earlier migrations. */
export function historyPosition(applied: readonly AppliedMigration[], earlier = earlierHistory): 'now' | 'complete' | 'partial' {
  if (!applied.some(({ name }) => name === earlier.first)) return 'now'
  return historyDigest(applied) === earlier.digest ? 'complete' : 'partial'
}
