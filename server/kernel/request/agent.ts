// The order matters, because most browsers also send the names of older browsers.
const browserPatterns: readonly (readonly [RegExp, string])[] = [
  [/MicroMessenger\/(\d+)/, '微信 WeChat'],
  [/QQBrowser\/(\d+)/, 'QQ浏览器'],
  [/(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/SamsungBrowser\/(\d+)/, 'Samsung Internet'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d{1,4})[.\d]{0,20} (?:Mobile\/\w{1,20} )?Safari\//, 'Safari'],
]

const systemPatterns: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS|OpenHarmony/, 'HarmonyOS'],
  [/iPad/, 'iPadOS'],
  [/iPhone|iPod/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** Returns the familiar names of browser and operating system; empty for unknown user agents. */
export function readAgent(agent: string): { browser: string; system: string } {
  const browser = browserPatterns.find(([pattern]) => pattern.test(agent))
  const version = browser ? agent.match(browser[0])?.[1] : undefined
  const system = systemPatterns.find(([pattern]) => pattern.test(agent))?.[1] ?? ''
  return { browser: browser ? `${browser[1]} ${version ?? ''}`.trim() : '', system }
}

/**
 * Returns browser and system without version numbers, so that a device is recognised after updates. Empty if unknown.
 */
export function deviceOf(agent: string): string {
  const { browser, system } = readAgent(agent)
  return [browser.replace(/ \d*$/, ''), system].filter((each) => each !== '').join(' · ')
}
