import { existsSync } from 'node:fs'

// The headless shell starts and draws in less time than the whole browser, by the same engine.
const places = [
  process.env.BROWSER_PATH ?? '',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The browser of this machine for tests and measurements: the one named in BROWSER_PATH, or the first that is installed; undefined without any. */
export function browserPath(): string | undefined {
  return places.find((place) => place !== '' && existsSync(place))
}
