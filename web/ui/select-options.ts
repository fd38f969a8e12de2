import type { ReactNode } from 'react'
import type { PinyinOf } from './pinyin.ts'

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
  return options.flatMap((option) => ('options' in option ? option.options : [option]))
}

/** Returns a text in half-width lower case, for comparison. */
export const normalizeText = (text: string) => text.normalize('NFKC').toLowerCase()

/** Returns the options whose label, or its pinyin, contains every word of the query. */
export function matchingOptions<V extends SelectValue>(
  options: readonly SelectOption<V>[],
  query: string,
  sound: PinyinOf | null = null,
): readonly SelectOption<V>[] {
  const searchTerms = normalizeText(query).split(/\s+/).filter(Boolean)
  if (searchTerms.length === 0) return options
  return options.filter(({ label }) => {
    const text = normalizeText(label)
    const searchTexts = [text, ...(sound ? sound(text) : [])]
    return searchTerms.every((word) => searchTexts.some((each) => each.includes(word)))
  })
}

/** Consecutive options with the same heading, or without one. */
interface OptionRun<V extends SelectValue> {
  readonly heading: string | undefined
  /** The index of the group's first option among all options. */
  readonly from: number
  readonly options: readonly SelectOption<V>[]
}

/** Groups the shown options by heading. */
export function groupOptions<V extends SelectValue>(options: readonly SelectOption<V>[], headings: ReadonlyMap<V, string>): readonly OptionRun<V>[] {
  const runStarts = options.flatMap(({ value }, at) => (at === 0 || headings.get(value) !== headings.get(options[at - 1]?.value as V) ? [at] : []))
  return runStarts.map((from, at) => ({ heading: headings.get(options[from]?.value as V), from, options: options.slice(from, runStarts[at + 1]) }))
}

/** Returns the index of the next enabled option in a direction, wrapping around the ends; -1 when there is none. */
export function nextEnabled(options: readonly { readonly disabled?: boolean }[], from: number, step: 1 | -1): number {
  for (let tries = 1; tries <= options.length; tries += 1) {
    const at = (((from + step * tries) % options.length) + options.length) % options.length
    if (!options[at]?.disabled) return at
  }
  return -1
}
