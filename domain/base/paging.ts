/** The number of rows up to which long lists are counted. A count of one more stands for "more than this number". */
export const maxCountedRows = 10_000

/** The number of rows up to which an export is written at once. A queued task writes larger exports. */
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
