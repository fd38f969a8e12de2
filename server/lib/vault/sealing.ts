import { type IndexedKind, spelled, type Vault } from '#/server/lib/vault/vault.ts'

/** A number as its columns hold it. */
export interface SealedNumber {
  readonly sealed: string
  readonly index: string
}

/**
 * The vault for one piece of work over many rows: what was sealed or opened once is not sealed or opened again. A number that is on file already is written
 * with the text it has there, so that a list of known people costs one digest per number.
 */
export interface Sealing {
  /** The blind index of a number. */
  index(kind: IndexedKind, text: string): string
  seal(kind: IndexedKind, text: string): SealedNumber
  open(kind: IndexedKind, sealed: string, index?: string): string
  /** Tells of a number that is on file, unopened. */
  know(kind: IndexedKind, number: SealedNumber): void
}

/** What is known of the numbers of one kind. */
interface Known {
  readonly indexes: Map<string, string>
  readonly texts: Map<string, string>
  readonly sealed: Map<string, string>
}

function sealingWith(vault: Vault): Sealing {
  const kinds = new Map<IndexedKind, Known>()
  const knownOf = (kind: IndexedKind): Known => {
    const known = kinds.get(kind) ?? { indexes: new Map(), texts: new Map(), sealed: new Map() }
    kinds.set(kind, known)
    return known
  }
  const indexOf = (kind: IndexedKind, text: string): string => {
    const { indexes, texts } = knownOf(kind)
    const had = indexes.get(text)
    if (had !== undefined) return had
    const index = vault.index(kind, text)
    indexes.set(text, index)
    // Only the one spelling stands for its index: another way of typing it is another text.
    if (spelled(kind, text) === text) texts.set(index, text)
    return index
  }
  return {
    index: indexOf,
    seal(kind, text) {
      const { texts, sealed: known } = knownOf(kind)
      const index = indexOf(kind, text)
      if (texts.get(index) !== text) return { sealed: vault.seal(kind, text), index }
      const sealed = known.get(index) ?? vault.seal(kind, text)
      known.set(index, sealed)
      return { sealed, index }
    },
    open(kind, sealed, index) {
      if (index === undefined) return vault.open(kind, sealed)
      const { indexes, texts, sealed: known } = knownOf(kind)
      const had = texts.get(index)
      if (had !== undefined) {
        if (!known.has(index)) known.set(index, sealed)
        return had
      }
      const text = vault.open(kind, sealed)
      indexes.set(text, index)
      if (spelled(kind, text) === text) {
        texts.set(index, text)
        known.set(index, sealed)
      }
      return text
    },
    know(kind, { sealed, index }) {
      const known = knownOf(kind).sealed
      if (!known.has(index)) known.set(index, sealed)
    },
  }
}

const byWork = new WeakMap<object, Sealing>()

/** The sealing of this transaction. */
export function sealingOf(ctx: { readonly vault: Vault }): Sealing {
  let sealing = byWork.get(ctx)
  if (!sealing) {
    sealing = sealingWith(ctx.vault)
    byWork.set(ctx, sealing)
  }
  return sealing
}

/** The columns of numbers: each as `<name>_sealed` and `<name>_index`. */
export type SealedColumns<K extends IndexedKind> = Readonly<Record<`${K}_sealed` | `${K}_index`, string>>

/** What is written for these numbers. */
export function sealedColumns<K extends IndexedKind>(ctx: { readonly vault: Vault }, numbers: Readonly<Record<K, string>>): SealedColumns<K> {
  const sealing = sealingOf(ctx)
  const columns: Record<string, string> = {}
  for (const [kind, text] of Object.entries(numbers) as [K, string][]) {
    const { sealed, index } = sealing.seal(kind, text)
    columns[`${kind}_sealed`] = sealed
    columns[`${kind}_index`] = index
  }
  return columns as SealedColumns<K>
}

/** A row with its numbers opened; the sealed columns are gone from it. */
export function openedRow<R extends SealedColumns<K>, K extends IndexedKind>(
  ctx: { readonly vault: Vault },
  row: R,
  kinds: readonly K[],
): Omit<R, `${K}_sealed` | `${K}_index`> & Readonly<Record<K, string>> {
  const sealing = sealingOf(ctx)
  const opened: Record<string, unknown> = { ...row }
  for (const kind of kinds) {
    opened[kind] = sealing.open(kind, row[`${kind}_sealed`], row[`${kind}_index`])
    delete opened[`${kind}_sealed`]
    delete opened[`${kind}_index`]
  }
  return opened as Omit<R, `${K}_sealed` | `${K}_index`> & Readonly<Record<K, string>>
}
