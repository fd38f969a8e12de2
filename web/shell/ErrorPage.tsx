import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { type pages, permissionsOfPage } from '#/api/pages.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { pageAt } from '#/web/kernel/page-access.ts'
import { Button } from '#/web/ui/Button.tsx'
import { texts } from './texts.ts'

/**
 * Returns the title of the refused page (`pageKey`, or from the query) and the keys that open it; null for an unknown
 * path.
 */
function useRefusedPage(pageKey: keyof typeof pages | undefined): { title: string; keys: string } | null {
  const t = useText()
  const refusedPage = pageAt(new URLSearchParams(useLocation().search).get('from') ?? '')
  const page = pageKey ?? refusedPage
  return page === null ? null : { title: t(pageTitles[page]), keys: permissionsOfPage(page).join(' / ') }
}

function hasEarlierPage(): boolean {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}

const codes = { noRight: '401', noPage: '404' } as const

interface ErrorPageProps {
  readonly kind: 'noRight' | 'noPage'
  /** The refused page, when the error is shown inside the frame. */
  readonly page?: keyof typeof pages
  /** Rendered as an example inside another page. */
  readonly isSample?: boolean
}

/** The error page for 401, 404 and a page without permission, with links back. */
export function ErrorPage({ kind, page, isSample = false }: ErrorPageProps) {
  const t = useText()
  const navigate = useNavigate()
  const deniedPage = useRefusedPage(page)
  const title = t(texts[kind])
  // The frame has its own `main` element and sets the document title.
  const isInApplication = page !== undefined || isSample
  const Place = isInApplication ? 'section' : 'main'
  useEffect(() => {
    document.title = `${title} · ${t(texts.product)}`
  }, [title, t])
  return (
    <Place className="s-error-page">
      <p className="s-error-code" aria-hidden="true">
        {page !== undefined && kind === 'noRight' ? '403' : codes[kind]}
      </p>
      <h1>{title}</h1>
      {kind === 'noRight' && deniedPage?.keys ? <p>{t(texts.missingKey, deniedPage)}</p> : null}
      <p>{t(texts[`${kind}More`])}</p>
      <div className="k-row">
        {hasEarlierPage() ? <Button onClick={() => void navigate(-1)}>{t(texts.goBack)}</Button> : null}
        <Button type="primary" onClick={() => void navigate('/')}>
          {t(texts.toDashboard)}
        </Button>
      </div>
    </Place>
  )
}
