/** As far as long lists count their rows; a count of one more says that there are more. */
export const countedMost = 10_000

/** How many rows a page may have, and has to begin with. */
export const pageSizes = [20, 50, 100, 200] as const
export type PageSize = (typeof pageSizes)[number]
export const usualPageSize: PageSize = 20

/** Which page of a long list: by its number, or the rows behind one, or those that end before one. */
export interface Turn {
  readonly page: number
  readonly size: number
  readonly after?: number | undefined
  readonly before?: number | undefined
}
