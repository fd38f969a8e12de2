import { existsSync } from 'node:fs'

// The headless shell starts and renders faster than the full browser, with the same engine.
const browserPaths = [
  process.env.BROWSER_PATH ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Returns the browser for tests and measurements: BROWSER_PATH, or the first one installed, or undefined. */
export function browserPath(): string | undefined {
  return browserPaths.find((place) => place !== '' && existsSync(place))
}
