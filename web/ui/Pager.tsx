import { maxCountedRows, pageSizes } from '#/domain/base/paging.ts'
import type { Language } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { LeftOutlined, RightOutlined } from './icons.ts'
import { formatResultCount, type PagingValues, pageNumbers } from './paging.ts'
import { texts } from './texts.ts'
import { useIsNarrow } from './useIsNarrow.ts'

interface PagerProps {
  readonly paging: PagingValues
  /** The first visible row. */
  readonly firstKey: number | string | undefined
}

/** Returns the text for the number of rows found. */
export function countText(t: ReturnType<typeof useText>, count: number, spoken: Language): string {
  return t(count === 1 ? texts.foundOne : texts.found, { count: formatResultCount(count, spoken) })
}

function PageSizeSelect({ size, onChange }: Pick<PagingValues, 'size' | 'onChange'>) {
  const t = useText()
  return (
    <select
      className="k-select"
      aria-label={t(texts.pageSize)}
      value={size}
      onChange={({ target }) => onChange(1, pageSizes.find((pageSize) => pageSize === Number(target.value)) ?? size, '')}
    >
      {pageSizes.map((pageSize) => (
        <option key={pageSize} value={pageSize}>
          {t(texts.perPage, { size: pageSize })}
        </option>
      ))}
    </select>
  )
}

/** The page navigation: page numbers for counted rows, and only next and previous beyond them. */
export function Pager({ paging, firstKey }: PagerProps) {
  const t = useText()
  const currentLanguage = useLanguage()
  const isNarrow = useIsNarrow()
  const { page, size, count, next = null, onChange } = paging
  const isLong = count > maxCountedRows
  const lastCountedPage = Math.max(1, Math.ceil(Math.min(count, maxCountedRows) / size))
  const isBeyondCounted = isLong && page > lastCountedPage
  const hasUncountedPage = isLong && next !== null && page >= lastCountedPage
  const openPreviousPage = () => onChange(page - 1, size, isBeyondCounted && page - 1 > lastCountedPage ? `b${firstKey}` : '')
  const openNextPage = () => (hasUncountedPage ? onChange(page + 1, size, `a${next}`) : onChange(page + 1, size, ''))
  return (
    <nav className="k-row k-pager" aria-label={t(texts.pages)}>
      <span className="k-note k-found">{countText(t, count, currentLanguage)}</span>
      {isBeyondCounted ? (
        <Button type="text" onClick={() => onChange(1, size, '')}>
          {t(texts.firstPage)}
        </Button>
      ) : null}
      <Button type="text" icon={<Icon of={LeftOutlined} />} aria-label={t(texts.previousPage)} disabled={page <= 1} onClick={openPreviousPage} />
      {isBeyondCounted || isNarrow ? (
        <span aria-current="page">{isBeyondCounted ? t(texts.pageNo, { page }) : `${page} / ${lastCountedPage}`}</span>
      ) : (
        pageNumbers(page, lastCountedPage).map((each, at, all) =>
          each === 0 ? (
            <span key={`to${all[at + 1]}`} className="k-muted">
              …
            </span>
          ) : (
            <Button
              key={each}
              type="text"
              className={each === page ? 'k-page-on' : ''}
              {...(each === page ? { 'aria-current': 'page' as const } : {})}
              aria-label={t(texts.pageNo, { page: each })}
              onClick={() => onChange(each, size, '')}
            >
              {each}
            </Button>
          ),
        )
      )}
      <Button
        type="text"
        icon={<Icon of={RightOutlined} />}
        aria-label={t(texts.nextPage)}
        disabled={!hasUncountedPage && page >= lastCountedPage}
        onClick={openNextPage}
      />
      {isNarrow ? null : <PageSizeSelect size={size} onChange={onChange} />}
    </nav>
  )
}
