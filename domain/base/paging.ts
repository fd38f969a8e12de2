/** The number of rows up to which long lists are counted. One more row means "more than this". */
export const maxCountedRows = 10_000

/** An export of at most this many rows is a file at once. A task writes a larger one. */
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
