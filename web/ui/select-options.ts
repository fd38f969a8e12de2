import type { ReactNode } from 'react'

export type SelectValue = string | number | boolean

export interface SelectOption<V extends SelectValue> {
  readonly value: V
  readonly label: string
  /** A second line below the label. */
  readonly note?: ReactNode
  readonly disabled?: boolean
}

/** Options under a heading. */
export interface SelectGroup<V extends SelectValue> {
  readonly label: string
  readonly options: readonly SelectOption<V>[]
}

export type SelectOptions<V extends SelectValue> = readonly (SelectOption<V> | SelectGroup<V>)[]

export function flatOptions<V extends SelectValue>(options: SelectOptions<V>): readonly SelectOption<V>[] {
  return options.flatMap((each) => ('options' in each ? each.options : [each]))
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Returns the options whose label has every word of the query. */
export function matching<V extends SelectValue>(options: readonly SelectOption<V>[], query: string): readonly SelectOption<V>[] {
  const words = folded(query).split(/\s+/).filter(Boolean)
  return words.length === 0 ? options : options.filter(({ label }) => words.every((word) => folded(label).includes(word)))
}

/** Returns the next enabled option in a direction, around the ends; -1 when there is none. */
export function nextEnabled(options: readonly { readonly disabled?: boolean }[], from: number, step: 1 | -1): number {
  for (let tries = 1; tries <= options.length; tries += 1) {
    const at = (((from + step * tries) % options.length) + options.length) % options.length
    if (!options[at]?.disabled) return at
  }
  return -1
}
