import { spawnSync } from 'node:child_process'
import { browserPath } from './browser-path.ts'

// Finds the browser for the tests, or installs Debian's together with a Chinese font.

if (browserPath() === undefined) {
  process.stdout.write('no browser found; installing Chromium and a Chinese font …\n')
  const sudoPrefix = process.getuid?.() === 0 ? [] : ['sudo']
  const run = (words: readonly string[]) => {
    const [command = '', ...args] = [...sudoPrefix, ...words]
    return spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status
  }
  run(['apt-get', 'update', '-qq'])
  const isInstalled = ['chromium-headless-shell', 'chromium'].some((browser) => run(['apt-get', 'install', '-y', '-qq', browser, 'fonts-noto-cjk']) === 0)
  if (!isInstalled) {
    process.stderr.write('Install Chrome or Chromium, or name it in BROWSER_PATH, to run the browser tests.\n')
    process.exit(1)
  }
}
