const YEAR_S = 31_536_000

/** Returns the value of a cookie in a `document.cookie` text; null when it is not set. */
export function cookieIn(all: string, name: string): string | null {
  for (const part of all.split('; ')) {
    const at = part.indexOf('=')
    if (part.slice(0, at) === name) return decodeURIComponent(part.slice(at + 1))
  }
  return null
}

/** Returns the value of a cookie of this site; null when it is not set. */
export function readCookie(name: string): string | null {
  return typeof document === 'undefined' ? null : cookieIn(document.cookie, name)
}

/** Stores a preference in a cookie for a year. */
export function writeCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Safari before 18.4 and from plain http.
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_S}; samesite=lax`
}
