import type { Language } from '#/domain/base/text.ts'

const codes =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

/** Codes of countries and regions by ISO 3166-1 alpha-2, for 国籍(地区) in tax declarations. */
export const countries: readonly string[] = codes.split(' ')
const countryCodes = new Set(countries)

/** Returns whether this is the code of a country or region. */
export function isCountry(code: string): boolean {
  return countryCodes.has(code)
}

// In every language, the names of Hong Kong, Macao and Taiwan include China.
const chineseRegions: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  HK: { zh: '中国香港', en: 'Hong Kong, China', es: 'Hong Kong (China)', ja: '中国香港' },
  MO: { zh: '中国澳门', en: 'Macao, China', es: 'Macao (China)', ja: '中国マカオ' },
  TW: { zh: '中国台湾', en: 'Taiwan, China', es: 'Taiwán (China)', ja: '中国台湾' },
}

const displayNames = new Map<Language, Intl.DisplayNames>()

/** Returns the name of a country or region. Returns the text itself if it is not a code. */
export function countryName(code: string, language: Language): string {
  if (!countryCodes.has(code)) return code
  const regionNames = chineseRegions[code]
  if (regionNames) return regionNames[language]
  const names = displayNames.get(language) ?? new Intl.DisplayNames([language], { type: 'region' })
  displayNames.set(language, names)
  return names.of(code) ?? code
}

const codeByShortName: Readonly<Record<string, string>> = {
  中国香港: 'HK',
  香港: 'HK',
  中国澳门: 'MO',
  澳门: 'MO',
  中国台湾: 'TW',
  台湾: 'TW',
  中华人民共和国: 'CN',
}
let codeByChineseName: ReadonlyMap<string, string> | undefined

/** Returns the country code for a code or a Chinese name; null when unknown. */
export function countryOf(text: string): string | null {
  const trimmed = text.trim()
  if (isCountry(trimmed.toUpperCase())) return trimmed.toUpperCase()
  codeByChineseName ??= new Map(countries.map((code) => [countryName(code, 'zh'), code]))
  return codeByShortName[trimmed] ?? codeByChineseName.get(trimmed) ?? null
}
