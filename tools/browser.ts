import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

// Finds the browser for the tests, or installs Debian's; Chinese needs a font with Chinese letters.

const places = [
  process.env.BROWSER_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

if (!places.some((place) => place !== '' && existsSync(place))) {
  process.stdout.write('no browser found; installing chromium and a Chinese font …\n')
  const sudo = process.getuid?.() === 0 ? [] : ['sudo']
  const run = (words: readonly string[]) => {
    const [command = '', ...args] = [...sudo, ...words]
    return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status
  }
  run(['apt-get', 'update', '-qq'])
  if (run(['apt-get', 'install', '-y', '-qq', 'chromium', 'fonts-noto-cjk']) !== 0) {
    process.stderr.write('Install Chrome or Chromium, or name it in BROWSER_PATH, to run the browser tests.\n')
    process.exit(1)
  }
}
