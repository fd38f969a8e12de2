import type { ChannelField } from '#/domain/base/connection-settings.ts'
import type { IdKind } from '#/domain/base/id-paper.ts'
import type { Text } from '#/domain/base/text.ts'

/** External services: text messages, verification of identities, cards and faces, and the company register. */
export const externalServices = ['sms', 'identity', 'face', 'register'] as const
export type ExternalService = (typeof externalServices)[number]

/** Metadata of a kind of gateway. The adapter is `server/desk/gateways/adapter-<service>.ts`. */
export interface GatewayKind {
  readonly service: ExternalService
  readonly name: Text
  readonly fields: Readonly<Record<string, ChannelField>>
  /** The kinds of ID that the gateway can verify. Staff verify people with other IDs. */
  readonly idKinds?: readonly IdKind[]
}

const wholeNumberField = (limit: string, initial: string, name: Text): ChannelField => ({
  name,
  isSecret: false,
  initial,
  pattern: new RegExp(`^(0|[1-9]\\d{0,${limit.length - 1}})$`),
  rule: { zh: '不带小数的整数', en: 'A whole number', es: 'Un número entero', ja: '整数' },
})

const connectionFields = {
  address: {
    name: { zh: '接口地址', en: 'Address', es: 'Dirección', ja: '接続先' },
    isSecret: false,
    initial: '',
    pattern: /^https?:\/\/[^\s?#]+[^\s?#/]$/,
    rule: {
      zh: '以 https:// 开头，末尾不带 /，不含 ? 和 #',
      en: 'Begins with https:// and ends without /; no ? or #',
      es: 'Empieza por https:// y no termina en /; sin ? ni #',
      ja: 'https:// で始まり、末尾に / を付けない。? と # は使用不可',
    },
  },
  app: {
    name: { zh: '应用编号', en: 'Application ID', es: 'Identificador de aplicación', ja: 'アプリケーションID' },
    isSecret: false,
    initial: '',
    pattern: /^[\w.-]{1,64}$/,
    rule: { zh: '1-64 位字母、数字、_ . -', en: '1 to 64 letters, digits, _ . -', es: 'De 1 a 64 letras, cifras, _ . -', ja: '1～64文字の英数字と _ . -' },
  },
  secret: {
    name: { zh: '签名密钥', en: 'Signing key', es: 'Clave de firma', ja: '署名キー' },
    isSecret: true,
    initial: '',
    pattern: /^\S{16,256}$/,
    rule: { zh: '16-256 个字符，不含空格', en: '16 to 256 characters, no spaces', es: 'De 16 a 256 caracteres, sin espacios', ja: '16～256文字、空白なし' },
  },
  timeoutSeconds: {
    name: { zh: '超时（秒）', en: 'Timeout (seconds)', es: 'Tiempo de espera (segundos)', ja: 'タイムアウト（秒）' },
    isSecret: false,
    initial: '10',
    pattern: /^([1-9]|[12]\d|30)$/,
    rule: { zh: '1-30 的整数', en: 'A whole number from 1 to 30', es: 'Un entero de 1 a 30', ja: '1～30の整数' },
  },
} as const satisfies Record<string, ChannelField>

const dailyLimitField = (initial: string) =>
  wholeNumberField('9999999', initial, {
    zh: '全平台每日上限（次）',
    en: 'Daily limit, whole platform',
    es: 'Máximo diario en toda la plataforma',
    ja: '全体の1日上限（回）',
  })
const priceField = (initial: string, name: Text) => wholeNumberField('99999', initial, name)

/** All kinds of gateway. The compiler requires an adapter for each. */
export const gatewayKinds = {
  http_sms: {
    service: 'sms',
    name: { zh: 'HTTP 短信网关', en: 'HTTP text message gateway', es: 'Pasarela HTTP de SMS', ja: 'HTTP SMSゲートウェイ' },
    fields: {
      ...connectionFields,
      signName: {
        name: { zh: '短信签名', en: 'Signature name', es: 'Nombre del remitente', ja: '送信者署名' },
        isSecret: false,
        initial: '',
        pattern: /^[^\s【】[\]]{2,20}$/,
        rule: { zh: '2-20 个字符，不带【】', en: '2 to 20 characters, without brackets', es: 'De 2 a 20 caracteres, sin corchetes', ja: '2～20文字、【】なし' },
      },
      numberDay: wholeNumberField('999', '20', {
        zh: '每个号码每日上限（条）',
        en: 'Daily limit per number',
        es: 'Máximo por número y día',
        ja: '番号ごとの1日上限（通）',
      }),
      platformDay: dailyLimitField('20000'),
      price: priceField('5', { zh: '每条费用（分）', en: 'Cost per message (fen)', es: 'Coste por mensaje (fen)', ja: '1通の費用（分）' }),
    },
  },
  http_identity: {
    service: 'identity',
    idKinds: ['id_card'],
    name: { zh: 'HTTP 实名核验', en: 'HTTP identity verification', es: 'Verificación HTTP de identidad', ja: 'HTTP本人確認' },
    fields: {
      ...connectionFields,
      platformDay: dailyLimitField('5000'),
      price2: priceField('20', { zh: '两要素费用（分）', en: 'Cost, name + ID (fen)', es: 'Coste, nombre + documento (fen)', ja: '2要素の費用（分）' }),
      price3: priceField('30', {
        zh: '三要素费用（分）',
        en: 'Cost, name + ID + card (fen)',
        es: 'Coste, nombre + documento + tarjeta (fen)',
        ja: '3要素の費用（分）',
      }),
      price4: priceField('40', {
        zh: '四要素费用（分）',
        en: 'Cost, name + ID + card + mobile (fen)',
        es: 'Coste, con tarjeta y móvil (fen)',
        ja: '4要素の費用（分）',
      }),
    },
  },
  http_face: {
    service: 'face',
    idKinds: ['id_card'],
    name: { zh: 'HTTP 人脸核验', en: 'HTTP face verification', es: 'Verificación facial HTTP', ja: 'HTTP顔照合' },
    fields: {
      ...connectionFields,
      platformDay: dailyLimitField('2000'),
      price: priceField('100', { zh: '每次费用（分）', en: 'Cost per call (fen)', es: 'Coste por consulta (fen)', ja: '1回の費用（分）' }),
    },
  },
  http_register: {
    service: 'register',
    name: { zh: 'HTTP 工商核验', en: 'HTTP company register', es: 'Registro mercantil HTTP', ja: 'HTTP企業登記照会' },
    fields: {
      ...connectionFields,
      platformDay: dailyLimitField('1000'),
      price: priceField('50', { zh: '每次费用（分）', en: 'Cost per call (fen)', es: 'Coste por consulta (fen)', ja: '1回の費用（分）' }),
    },
  },
} as const satisfies Record<string, GatewayKind>

export type GatewayKindName = keyof typeof gatewayKinds
export const gatewayKindNames = Object.keys(gatewayKinds) as GatewayKindName[]

/** Returns the kinds of gateway that can provide a service. */
export function gatewayKindsOf(service: ExternalService): GatewayKindName[] {
  return gatewayKindNames.filter((name) => gatewayKinds[name].service === service)
}

/** The verifier of an identity or card that staff compared with evidence. */
export const manualVerifier = 'hand'
/** The verifier of the demo, whose answers are invented. */
export const sandboxVerifier = 'sandbox'

/** Verifiers that count outside the demo. Every other verification is ignored. */
export const trustedVerifiers: readonly string[] = [manualVerifier, ...gatewayKindNames]

/** The maximum number of checks of one card in 24 hours. Banks refuse further checks, and still charge for them. */
export const maxCardChecksPerDay = 5
