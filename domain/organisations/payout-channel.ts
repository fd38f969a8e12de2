import type { ChannelField, ChannelSettings, SettingRules } from '#/domain/base/connection-settings.ts'
import type { Text } from '#/domain/base/text.ts'

/**
 * Abilities of a kind of channel other than paying and querying orders. Pages hide the abilities that a kind lacks.
 * `test`: answers a connection test. `balance`: reports the account balance. `cancel`: cancels an order that the bank
 * does not have yet. `notices`: pushes results of orders. `receipt`: issues its own receipts. `dailyFile`: provides a
 * daily transaction file.
 */
export type ChannelAbility = 'test' | 'balance' | 'cancel' | 'notices' | 'receipt' | 'dailyFile'

/**
 * Reasons for a failed channel test: unusable keys, blocked address, no connection, bad signature, wrong clock, refused
 * request, closed channel.
 */
export const channelTestFaults = ['keys', 'address', 'connect', 'signature', 'clock', 'refused', 'closed'] as const
export type ChannelTestFault = (typeof channelTestFaults)[number]

/** Metadata of a kind of channel. The code that pays is in `server/money/payouts/channels/<kind>.ts`. */
export interface ChannelKind extends SettingRules {
  readonly name: Text
  /** Whether the channel never pays, so that its results count only in demo mode. */
  readonly isSandbox: boolean
  /** Whether staff of the centre pay at the bank and upload the bank slip. */
  readonly isManual: boolean
  readonly can: readonly ChannelAbility[]
}

const isPem = (text: string) => text.startsWith('-----BEGIN ')
const keyPattern = /^(-----BEGIN [A-Z ]+-----[A-Za-z0-9+/=\s]+-----END [A-Z ]+-----\s*)+$|^[!-~]{32,200}$/
const keyRule: Text = {
  zh: 'RSA：PEM 格式的密钥；HMAC：32-200 位可见字符',
  en: 'RSA: a key in PEM. HMAC: 32 to 200 visible characters',
  es: 'RSA: una clave PEM. HMAC: de 32 a 200 caracteres visibles',
  ja: 'RSA：PEM形式の鍵。HMAC：32～200文字の可視文字',
}
const wholeNumberRule = (least: number, limit: number): Text => ({
  zh: `${least}-${limit} 的整数`,
  en: `A whole number from ${least} to ${limit}`,
  es: `Un entero de ${least} a ${limit}`,
  ja: `${least}～${limit}の整数`,
})

const httpFields = {
  address: {
    name: { zh: '接口地址', en: 'API address', es: 'Dirección de la API', ja: 'API アドレス' },
    isSecret: false,
    initial: '',
    pattern: /^https?:\/\/[^\s?#]{3,300}$/,
    rule: {
      zh: 'https 地址，不含查询参数；内部网络须由运维放行',
      en: 'An https address without a query; internal networks must be allowed by the server’s settings',
      es: 'Una dirección https sin consulta; las redes internas deben permitirse en el servidor',
      ja: 'クエリのないhttpsアドレス。内部ネットワークはサーバー設定での許可が必要です',
    },
    isAddress: true,
    isProvider: true,
  },
  merchantNo: {
    name: { zh: '商户号', en: 'Merchant number', es: 'N.º de comercio', ja: '加盟店番号' },
    isSecret: false,
    initial: '',
    pattern: /^[A-Za-z0-9_-]{1,64}$/,
    isProvider: true,
    rule: {
      zh: '1-64 位字母、数字、_ 或 -',
      en: '1 to 64 letters, digits, _ or -',
      es: 'De 1 a 64 letras, cifras, _ o -',
      ja: '英数字・_・- 1～64文字',
    },
  },
  payerAccount: {
    name: { zh: '付款账号', en: 'Payer account', es: 'Cuenta pagadora', ja: '支払口座番号' },
    isSecret: false,
    initial: '',
    pattern: /^[A-Za-z0-9-]{6,40}$/,
    isProvider: true,
    rule: { zh: '6-40 位字母、数字或 -', en: '6 to 40 letters, digits or -', es: 'De 6 a 40 letras, cifras o -', ja: '英数字・- 6～40文字' },
  },
  algorithm: {
    name: { zh: '签名算法', en: 'Signatures', es: 'Firmas', ja: '署名方式' },
    isSecret: false,
    initial: 'RSA-SHA256',
    pattern: /^(RSA-SHA256|HMAC-SHA256)$/,
    rule: { zh: 'RSA-SHA256 或 HMAC-SHA256', en: 'RSA-SHA256 or HMAC-SHA256', es: 'RSA-SHA256 o HMAC-SHA256', ja: 'RSA-SHA256 または HMAC-SHA256' },
    choices: {
      'RSA-SHA256': { zh: 'RSA-SHA256', en: 'RSA-SHA256', es: 'RSA-SHA256', ja: 'RSA-SHA256' },
      'HMAC-SHA256': { zh: 'HMAC-SHA256', en: 'HMAC-SHA256', es: 'HMAC-SHA256', ja: 'HMAC-SHA256' },
    },
  },
  ownKey: {
    name: { zh: '我方签名密钥', en: 'Our signing key', es: 'Nuestra clave de firma', ja: '自社の署名鍵' },
    isSecret: true,
    initial: '',
    pattern: keyPattern,
    rule: keyRule,
    isLong: true,
  },
  theirKey: {
    name: { zh: '对方验签密钥', en: 'Key to verify the channel', es: 'Clave para verificar el canal', ja: '相手方の検証鍵' },
    isSecret: true,
    initial: '',
    pattern: keyPattern,
    rule: {
      zh: '更换时可先后填写新旧两把 PEM 公钥；HMAC 留空则与我方相同',
      en: 'Up to two public keys in PEM during a key change; empty for HMAC, which shares our key',
      es: 'Dos claves públicas PEM mientras el canal cambia la suya; vacía en HMAC: igual que la nuestra',
      ja: '鍵の更新中は新旧2つのPEM公開鍵を入力できます。HMACで空欄の場合は自社と同じ鍵です',
    },
    isOptional: true,
    isLong: true,
  },
  skewSeconds: {
    name: { zh: '允许时钟偏差（秒）', en: 'Clock difference allowed (s)', es: 'Diferencia de reloj permitida (s)', ja: '許容する時刻差（秒）' },
    isSecret: false,
    initial: '300',
    pattern: /^([1-9]\d|[1-8]\d\d|900)$/,
    rule: wholeNumberRule(10, 900),
  },
  timeoutSeconds: {
    name: { zh: '超时（秒）', en: 'Timeout (s)', es: 'Tiempo de espera (s)', ja: 'タイムアウト（秒）' },
    isSecret: false,
    initial: '15',
    pattern: /^([1-9]|1\d|20)$/,
    rule: wholeNumberRule(1, 20),
  },
  perSecond: {
    name: { zh: '每秒请求数上限', en: 'Requests per second', es: 'Solicitudes por segundo', ja: '1秒あたりのリクエスト数' },
    isSecret: false,
    initial: '10',
    pattern: /^([1-9]\d?|100)$/,
    rule: wholeNumberRule(1, 100),
  },
  maintenance: {
    name: { zh: '每日维护时段', en: 'Daily maintenance', es: 'Mantenimiento diario', ja: '毎日のメンテナンス時間' },
    isSecret: false,
    initial: '',
    pattern: /^([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d$/,
    rule: {
      zh: '如 23:30-00:30（北京时间）；期间明细排队等待',
      en: 'For example 23:30-00:30 (China time); payments wait until it ends',
      es: 'Por ejemplo 23:30-00:30 (hora de China); los pagos esperan',
      ja: '例：23:30-00:30（中国時間）。その間、支払いは待機します',
    },
    isOptional: true,
  },
} as const satisfies Readonly<Record<string, ChannelField>>

/** RSA needs two different keys in PEM; HMAC needs a shared secret. */
function httpFault({ algorithm = '', ownKey = '', theirKey = '' }: ChannelSettings): string | null {
  const isRsa = algorithm === 'RSA-SHA256'
  if (isPem(ownKey) !== isRsa) return 'ownKey'
  return isRsa !== isPem(theirKey) && (isRsa || theirKey !== '') ? 'theirKey' : null
}

export const channelKinds = {
  sandbox: {
    name: { zh: '沙箱通道', en: 'Sandbox channel', es: 'Canal de pruebas', ja: 'サンドボックス' },
    isSandbox: true,
    isManual: false,
    can: ['dailyFile'],
    fields: {
      returnAfterDays: {
        name: { zh: '退汇天数', en: 'Returns arrive after (days)', es: 'Devolución tras (días)', ja: '組戻しまでの日数' },
        isSecret: false,
        initial: '2',
        pattern: /^([1-9]|[12]\d|30)$/,
        rule: { zh: '1-30 的整数', en: 'A whole number from 1 to 30', es: 'Un entero de 1 a 30', ja: '1～30の整数' },
      },
    },
  },
  offline: {
    name: { zh: '线下支付', en: 'Manual payment', es: 'Pago externo', ja: 'オフライン支払' },
    isSandbox: false,
    isManual: true,
    can: [],
    fields: {},
  },
  http: {
    name: { zh: 'HTTP 标准通道', en: 'HTTP channel', es: 'Canal HTTP', ja: 'HTTP 標準チャネル' },
    isSandbox: false,
    isManual: false,
    can: ['test', 'balance', 'cancel', 'notices', 'receipt', 'dailyFile'],
    fields: httpFields,
    faultOf: httpFault,
  },
} as const satisfies Record<string, ChannelKind>

export type ChannelKindName = keyof typeof channelKinds

/** All kinds of channel, in display order. */
export const channelKindNames = Object.keys(channelKinds) as ChannelKindName[]

/** Returns a kind of channel by name. Returns undefined for an unknown name, which a newer version may have stored. */
export function findChannelKind(name: string): ChannelKind | undefined {
  return Object.hasOwn(channelKinds, name) ? channelKinds[name as ChannelKindName] : undefined
}

function channelKindsWhere(holds: (kind: ChannelKind) => boolean): ChannelKindName[] {
  return channelKindNames.filter((name) => holds(channelKinds[name]))
}

/** Kinds of channel through which staff pay at the bank. */
export const manualChannelKinds = channelKindsWhere((kind) => kind.isManual)
/** Kinds whose channels issue their own receipts. */
export const receiptChannelKinds = channelKindsWhere(({ can }) => can.includes('receipt'))
/** Kinds whose channels push order results. */
export const noticeChannelKinds = channelKindsWhere(({ can }) => can.includes('notices'))
export const sandboxChannelKinds = channelKindsWhere((kind) => kind.isSandbox)
