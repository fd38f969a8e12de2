/** Storage key of the tabs of visited pages. */
export const TAGS_KEY = 'tags'

/** Returns the URL with the filter and page that the open tab of a page shows; the path without a tab. */
export function tabUrlOf(path: string): string {
  try {
    const tabs = JSON.parse(sessionStorage.getItem(TAGS_KEY) ?? '[]') as readonly { readonly path: string; readonly url: string }[]
    return tabs.find((tab) => tab.path === path)?.url ?? path
  } catch {
    return path
  }
}
