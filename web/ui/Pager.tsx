import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import { Button, Pagination } from 'antd'
import { countedMost, pageSizes } from '#/domain/paging.ts'
import type { Language } from '#/domain/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useLanguage } from '#/web/kernel/language.ts'
import { formatFound, type Paging } from './paging.ts'
import { texts } from './texts.ts'
import { useIsNarrow } from './useIsNarrow.ts'

interface PagerProps {
  readonly paging: Paging
  /** The first row that is shown. */
  readonly firstKey: number | string | undefined
}

/** How many rows were found. */
export function sayFound(say: ReturnType<typeof useText>, count: number, spoken: Language): string {
  return say(count === 1 ? texts.foundOne : texts.found, { count: formatFound(count, spoken) })
}

/** Turns pages: by their numbers as far as rows are counted, from there on to the next and the one before. */
export function Pager({ paging, firstKey }: PagerProps) {
  const say = useText()
  const spoken = useLanguage()
  const isNarrow = useIsNarrow()
  const { page, size, count, next = null, onChange } = paging
  const isLong = count > countedMost
  const lastKnown = Math.ceil(Math.min(count, countedMost) / size)
  const found = sayFound(say, count, spoken)
  const further = isLong && next !== null && page >= lastKnown && (
    <Button type="text" icon={<RightOutlined />} iconPlacement="end" onClick={() => onChange(page + 1, size, `a${next}`)}>
      {say(texts.nextPage)}
    </Button>
  )
  if (isLong && page > lastKnown)
    return (
      <nav className="k-row" aria-label={say(texts.pages)}>
        <span className="k-note">{found}</span>
        <Button type="text" onClick={() => onChange(1, size, '')}>
          {say(texts.firstPage)}
        </Button>
        <Button type="text" icon={<LeftOutlined />} onClick={() => onChange(page - 1, size, page - 1 <= lastKnown ? '' : `b${firstKey}`)}>
          {say(texts.previousPage)}
        </Button>
        <span>{say(texts.pageNo, { page })}</span>
        {further}
      </nav>
    )
  return (
    <div className="k-row">
      <Pagination
        current={page}
        pageSize={size}
        total={Math.min(count, countedMost)}
        showSizeChanger={!isNarrow}
        simple={isNarrow}
        pageSizeOptions={[...pageSizes]}
        {...(isNarrow ? {} : { showTotal: () => found })}
        onChange={(to, rows) => onChange(rows === size ? to : 1, pageSizes.find((each) => each === rows) ?? size, '')}
      />
      {further}
    </div>
  )
}
