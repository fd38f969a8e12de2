import { storedJson, tabStorage } from './storage.ts'

/** Storage key of the tabs of visited pages. */
export const TAGS_KEY = 'tags'

/** Returns the URL with the filter and page that the open tab of a page shows; the path without a tab. */
export function tabUrlOf(path: string): string {
  const tabs = storedJson(tabStorage, TAGS_KEY) as readonly { readonly path?: unknown; readonly url?: unknown }[] | null
  const url = Array.isArray(tabs) ? tabs.find((tab) => tab?.path === path)?.url : undefined
  return typeof url === 'string' ? url : path
}
