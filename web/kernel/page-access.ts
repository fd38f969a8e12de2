import { type PageKey, pageKeys, pages } from '#/api/pages.ts'
import { trimmedEnd } from '#/domain/base/text.ts'
import { canOpen } from './session.ts'

/** Returns the page whose path matches (`/zf/batch/12` matches `/zf/batch/:id`); null when none does. */
export function pageAt(pathname: string): PageKey | null {
  const parts = trimmedEnd(pathname, /\//).split('/')
  for (const key of pageKeys) {
    const pattern = pages[key].path.split('/')
    if (pattern.length === parts.length && pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))) return key
  }
  return null
}

const decoded = (part: string) => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/**
 * Returns the one spelling of a page's path, without a slash at its end and without needless escapes. The router matches
 * all spellings, but tabs and permissions are found by this one.
 */
export function canonicalPath(pathname: string): string {
  return trimmedEnd(pathname, /\//)
    .split('/')
    .map((part) => encodeURIComponent(decoded(part)))
    .join('/')
}

/**
 * Returns the page for the path of a group (`/user`): its first permitted page, else its first page, which names the
 * missing key. Returns null for other paths.
 */
export function firstPageOfGroup(pathname: string, opens: (page: PageKey) => boolean = canOpen): PageKey | null {
  const group = `${trimmedEnd(pathname, /\//)}/`
  const groupPages = pageKeys.filter((key) => pages[key].path.startsWith(group) && group.length > 1 && pages[key].parents === undefined)
  return groupPages.find(opens) ?? groupPages[0] ?? null
}

export function canOpenPath(pathname: string): boolean {
  const page = pageAt(pathname) ?? firstPageOfGroup(pathname)
  return page !== null && canOpen(page)
}
