import { defaultPageSize, maxCountedRows, type PageRequest, type PageSize } from '#/domain/base/paging.ts'
import type { Language } from '#/domain/base/text.ts'
import { formatCount } from '#/web/kernel/formats.ts'

/**
 * The position in a list, as kept in the URL. Beyond the counted rows, a page starts after a row (`a12`) or ends before
 * one (`b12`).
 */
export interface ListPosition {
  readonly page: number
  readonly size: PageSize
  readonly at: string
}

export const firstPage: ListPosition = { page: 1, size: defaultPageSize, at: '' }

/** Returns the paging input of a list operation. */
export function pageRequestOf({ page, size, at }: ListPosition): PageRequest & { readonly size: PageSize } {
  const id = Number(at.slice(1))
  const key = !Number.isSafeInteger(id) || id <= 0 ? {} : at.startsWith('a') ? { after: id } : at.startsWith('b') ? { before: id } : {}
  return { page, size, ...key }
}

export interface PagingValues extends Omit<ListPosition, 'at'> {
  readonly count: number
  /** In long lists, the row after which the next page starts. */
  readonly next?: number | null
  readonly onChange: (page: number, size: PageSize, at: string) => void
}

/** Returns the paging of a long list whose position is kept as `page`, `size` and `at`. */
export function pagingOf(
  { page, size }: ListPosition,
  answer: { readonly count: number; readonly next: number | null } | undefined,
  change: (place: ListPosition) => void,
): PagingValues {
  return { page, size, count: answer?.count ?? 0, next: answer?.next ?? null, onChange: (to, rows, at) => change({ page: to, size: rows, at }) }
}

/**
 * Returns the last page when the requested page is beyond it, e.g. after rows were removed. Returns null when the page
 * has rows or is not beyond the last.
 */
export function nearestPage({ page, size, count }: Pick<PagingValues, 'page' | 'size' | 'count'>, rows: number): number | null {
  const last = Math.max(1, Math.ceil(Math.min(count, maxCountedRows) / size))
  return rows === 0 && page > last ? last : null
}

/** Formats the number of rows found. Beyond the counted rows it is a lower bound. */
export function formatResultCount(count: number, language: Language): string {
  return count > maxCountedRows ? `${formatCount(maxCountedRows, language)}+` : formatCount(count, language)
}

/** Returns the page numbers to show: the first, the last and those near the current one. 0 marks a gap. */
export function pageNumbers(page: number, last: number): number[] {
  const nearbyPages = [1, page - 1, page, page + 1, last, ...(page <= 3 ? [2, 3, 4] : []), ...(page >= last - 2 ? [last - 1, last - 2, last - 3] : [])]
  const numbers = [...new Set(nearbyPages)].filter((each) => each >= 1 && each <= last).sort((a, b) => a - b)
  return numbers.flatMap((number, at) => (at > 0 && number - (numbers[at - 1] ?? 0) > 1 ? [0, number] : [number]))
}
