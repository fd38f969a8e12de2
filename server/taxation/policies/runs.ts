import type { ExampleDeviation } from '#/domain/taxation/tax-examples.ts'
import type { MonthComparison } from '#/server/money/tax/public.ts'

/** A run of the worked examples, with the digests of its draft and examples. */
export interface ExampleRun {
  readonly digest: string
  readonly file: string
  readonly at: string
  readonly total: number
  readonly differing: readonly { readonly id: string; readonly rule: string; readonly source: string; readonly wrong: readonly ExampleDeviation[] }[]
}

export interface StoredComparison extends MonthComparison {
  readonly digest: string
  readonly at: string
}
