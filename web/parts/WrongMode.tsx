import { Link } from 'react-router'
import { pageTitles } from '#/api/pages.texts.ts'
import { type PageKey, pages } from '#/api/pages.ts'
import type { Mode } from '#/domain/base/codes.ts'
import type { Text } from '#/domain/base/text.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { canOpen, session } from '#/web/kernel/session.ts'
import { EmptyState } from '#/web/ui/EmptyState.tsx'
import { PageHeader } from '#/web/ui/PageHeader.tsx'

const title: Text = {
  zh: '本页属于另一种结算模式',
  en: 'This page belongs to the other settlement mode',
  es: 'Esta página es de la otra modalidad',
  ja: 'このページはもう一方の精算モードのものです',
}
const reason: Text = {
  zh: '请在页面上方切换模式，或打开当前模式的页面。',
  en: 'Switch the mode above, or open the page of the mode you work in.',
  es: 'Cambie de modalidad arriba o abra la página de la suya.',
  ja: '上部でモードを切り替えるか、現在のモードのページを開いてください。',
}

/** Returns whether the session is in this mode. */
export function canWorkIn(mode: Mode): boolean {
  return session.mode() === String(mode)
}

/** Replaces a page that belongs to the other mode, where an empty list would be misleading. */
export function WrongMode({ page, other }: { readonly page: PageKey; readonly other: PageKey }) {
  const t = useText()
  return (
    <>
      <PageHeader title={t(pageTitles[page])} />
      <EmptyState title={t(title)} reason={t(reason)} action={canOpen(other) ? <Link to={pages[other].path}>{t(pageTitles[other])}</Link> : null} />
    </>
  )
}
