const YEAR_S = 31_536_000

/** Returns the value of a cookie in a `document.cookie` text; null when it is not set or damaged. */
export function parseCookie(all: string, name: string): string | null {
  for (const part of all.split('; ')) {
    const equalsIndex = part.indexOf('=')
    if (part.slice(0, equalsIndex) !== name) continue
    try {
      return decodeURIComponent(part.slice(equalsIndex + 1))
    } catch {
      return null
    }
  }
  return null
}

/** Returns a cookie string for a preference. Over https it is secure and limited to this host. */
export function formatCookie(name: string, value: string, isSecure: boolean): string {
  return `${nameOf(name, isSecure)}=${encodeURIComponent(value)}; path=/; max-age=${YEAR_S}; samesite=lax${isSecure ? '; secure' : ''}`
}

const nameOf = (name: string, isSecure: boolean) => (isSecure ? `__Host-${name}` : name)
const isHttps = () => typeof location !== 'undefined' && location.protocol === 'https:'

/** Returns a preference of this site from its cookie; null when it is not set. */
export function readCookie(name: string): string | null {
  return typeof document === 'undefined' ? null : parseCookie(document.cookie, nameOf(name, isHttps()))
}

/** Stores a preference in a cookie for a year. */
export function writeCookie(name: string, value: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing from Safari before 18.4 and from plain http.
  document.cookie = formatCookie(name, value, isHttps())
}
