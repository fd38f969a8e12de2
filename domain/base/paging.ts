/** Rows up to which long lists are counted. One more means "more than this". */
export const maxCounted = 10_000

/** Exports of at most this many rows are files at once. Larger ones are written by a task. */
export const maxDirectRows = 5_000

export const pageSizes = [20, 50, 100, 200] as const
export type PageSize = (typeof pageSizes)[number]
export const defaultPageSize: PageSize = 20

/** The page of a long list: by number, after a row, or before a row. */
export interface PageRequest {
  readonly page: number
  readonly size: number
  readonly after?: number | undefined
  readonly before?: number | undefined
}
