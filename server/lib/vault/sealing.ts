import { canonicalNumber, type IndexedKind, type Vault } from '#/server/lib/vault/vault.ts'

/** A sealed number with its blind index, as stored. */
export interface SealedNumber {
  readonly sealed: string
  readonly index: string
}

/**
 * A vault with a cache for work on many rows, so that nothing is sealed or opened twice. A number that is already
 * stored is written with its stored sealed text, so a list of known people costs only one digest per number.
 */
export interface CachedVault {
  /** Returns the blind index of a number. */
  index(kind: IndexedKind, text: string): string
  seal(kind: IndexedKind, text: string): SealedNumber
  open(kind: IndexedKind, sealed: string, index?: string): string
  /** Adds a stored number to the cache without opening it. */
  addStored(kind: IndexedKind, number: SealedNumber): void
}

/** The cached numbers of one kind. */
interface SealingCache {
  readonly indexes: Map<string, string>
  readonly texts: Map<string, string>
  readonly sealed: Map<string, string>
}

function createCachedVault(vault: Vault): CachedVault {
  const cacheByKind = new Map<IndexedKind, SealingCache>()
  const cacheFor = (kind: IndexedKind): SealingCache => {
    const sealingCache = cacheByKind.get(kind) ?? { indexes: new Map(), texts: new Map(), sealed: new Map() }
    cacheByKind.set(kind, sealingCache)
    return sealingCache
  }
  const indexOf = (kind: IndexedKind, text: string): string => {
    const { indexes, texts } = cacheFor(kind)
    const cachedIndex = indexes.get(text)
    if (cachedIndex !== undefined) return cachedIndex
    const index = vault.index(kind, text)
    indexes.set(text, index)
    // Caches only the canonical spelling, because another spelling is a different text.
    if (canonicalNumber(kind, text) === text) texts.set(index, text)
    return index
  }
  return {
    index: indexOf,
    seal(kind, text) {
      const { texts, sealed: sealedTexts } = cacheFor(kind)
      const index = indexOf(kind, text)
      if (texts.get(index) !== text) return { sealed: vault.seal(kind, text), index }
      const sealed = sealedTexts.get(index) ?? vault.seal(kind, text)
      sealedTexts.set(index, sealed)
      return { sealed, index }
    },
    open(kind, sealed, index) {
      if (index === undefined) return vault.open(kind, sealed)
      const { indexes, texts, sealed: sealedTexts } = cacheFor(kind)
      const cachedText = texts.get(index)
      if (cachedText !== undefined) {
        if (!sealedTexts.has(index)) sealedTexts.set(index, sealed)
        return cachedText
      }
      const text = vault.open(kind, sealed)
      indexes.set(text, index)
      if (canonicalNumber(kind, text) === text) {
        texts.set(index, text)
        sealedTexts.set(index, sealed)
      }
      return text
    },
    addStored(kind, { sealed, index }) {
      const sealedTexts = cacheFor(kind).sealed
      if (!sealedTexts.has(index)) sealedTexts.set(index, sealed)
    },
  }
}

const cachedVaultByVault = new WeakMap<object, CachedVault>()

/** Returns the cached vault of this transaction. */
export function cachedVaultOf(ctx: { readonly vault: Vault }): CachedVault {
  let cachedVault = cachedVaultByVault.get(ctx)
  if (!cachedVault) {
    cachedVault = createCachedVault(ctx.vault)
    cachedVaultByVault.set(ctx, cachedVault)
  }
  return cachedVault
}

/** Columns of sealed numbers: `<name>_sealed` and `<name>_index`. */
export type SealedColumns<K extends IndexedKind> = Readonly<Record<`${K}_sealed` | `${K}_index`, string>>

/** Returns the columns to write for these numbers. */
export function sealedColumns<K extends IndexedKind>(ctx: { readonly vault: Vault }, numbers: Readonly<Record<K, string>>): SealedColumns<K> {
  const cachedVault = cachedVaultOf(ctx)
  const columns: Record<string, string> = {}
  for (const [kind, text] of Object.entries(numbers) as [K, string][]) {
    const { sealed, index } = cachedVault.seal(kind, text)
    columns[`${kind}_sealed`] = sealed
    columns[`${kind}_index`] = index
  }
  return columns as SealedColumns<K>
}

/** Returns a row with opened numbers in place of the sealed columns. */
export function unsealRow<R extends SealedColumns<K>, K extends IndexedKind>(
  ctx: { readonly vault: Vault },
  row: R,
  kinds: readonly K[],
): Omit<R, `${K}_sealed` | `${K}_index`> & Readonly<Record<K, string>> {
  const cachedVault = cachedVaultOf(ctx)
  const plainRow: Record<string, unknown> = { ...row }
  for (const kind of kinds) {
    plainRow[kind] = cachedVault.open(kind, row[`${kind}_sealed`], row[`${kind}_index`])
    delete plainRow[`${kind}_sealed`]
    delete plainRow[`${kind}_index`]
  }
  return plainRow as Omit<R, `${K}_sealed` | `${K}_index`> & Readonly<Record<K, string>>
}
