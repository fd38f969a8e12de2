import { type PageKey, pageKeys, pages } from '#/api/pages.ts'
import { canOpen } from './session.ts'

/** The page whose path fits this one (`/zf/batch/12` fits `/zf/batch/:id`); null when none does. */
export function pageAt(pathname: string): PageKey | null {
  const parts = pathname.replace(/\/+$/, '').split('/')
  for (const key of pageKeys) {
    const pattern = pages[key].path.split('/')
    if (pattern.length === parts.length && pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))) return key
  }
  return null
}

/** Whether the signed-in user may open the page at this path. */
export function mayOpen(pathname: string): boolean {
  const page = pageAt(pathname)
  return page !== null && canOpen(page)
}
