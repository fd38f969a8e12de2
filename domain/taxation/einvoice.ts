import type { ChannelField } from '#/domain/base/connection-settings.ts'
import type { Text } from '#/domain/base/text.ts'
import { nextRedCodes, type RedCode } from './invoice.ts'

/** Metadata of a kind of issuing channel. The adapter is `server/taxation/einvoices/channel-<kind>.ts`. */
export interface EinvoiceKind {
  readonly name: Text
  /** Whether the channel issues nothing, so that its results count only in demo mode. */
  readonly isSandbox: boolean
  /** Whether staff issue invoices with other software and import the results. */
  readonly isManual: boolean
  readonly fields: Readonly<Record<string, ChannelField>>
}

const connectionFields = {
  address: {
    name: { zh: '接口地址', en: 'Address', es: 'Dirección', ja: '接続先' },
    isSecret: false,
    initial: '',
    pattern: /^https?:\/\/[^\s?#]+[^\s?#/]$/,
    rule: {
      zh: '以 https:// 开头，末尾不带 /，不含 ? 和 #；内部网络须由运维放行',
      en: 'Begins with https:// and ends without /; no ? or #. Internal networks must be allowed by the server’s settings',
      es: 'Empieza por https:// y no termina en /; sin ? ni #. Las redes internas deben permitirse en el servidor',
      ja: 'https:// で始まり、末尾に / を付けない。? と # は使用不可。内部ネットワークはサーバー設定での許可が必要です',
    },
    isAddress: true,
    isProvider: true,
  },
  app: {
    name: { zh: '接入编号', en: 'Access ID', es: 'Identificador de acceso', ja: '接続ID' },
    isSecret: false,
    initial: '',
    pattern: /^[\w.-]{1,64}$/,
    isProvider: true,
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
    initial: '15',
    pattern: /^([1-9]|[12]\d|30)$/,
    rule: { zh: '1-30 的整数', en: 'A whole number from 1 to 30', es: 'Un entero de 1 a 30', ja: '1～30の整数' },
  },
} as const satisfies Record<string, ChannelField>

/** All kinds of channel. The compiler requires a file for each. */
export const einvoiceKinds = {
  manual: {
    name: { zh: '人工开票（清单导出、结果导入）', en: 'By hand (list out, results in)', es: 'Manual (lista y resultados)', ja: '手作業（一覧出力・結果取込）' },
    isSandbox: false,
    isManual: true,
    fields: {},
  },
  http: {
    name: {
      zh: '数电票直连（HTTP 签名接口）',
      en: 'Direct e-invoicing (signed HTTP)',
      es: 'Emisión directa (HTTP firmado)',
      ja: '電子発票の直接接続（署名付きHTTP）',
    },
    isSandbox: false,
    isManual: false,
    fields: connectionFields,
  },
  sandbox: {
    name: {
      zh: '开票沙箱（仅演示，不产生真实发票）',
      en: 'Sandbox (demo only, no real invoices)',
      es: 'Pruebas (solo demo, sin facturas reales)',
      ja: 'サンドボックス（デモ専用・実際の発票は発行されません）',
    },
    isSandbox: true,
    isManual: false,
    fields: {
      quota: {
        name: {
          zh: '剩余总额度（元，不含税）',
          en: 'Remaining quota (yuan, without tax)',
          es: 'Cupo restante (yuanes, sin IVA)',
          ja: '残り発行枠（元、税抜）',
        },
        isSecret: false,
        initial: '5000000',
        pattern: /^(0|[1-9]\d{0,9})$/,
        rule: { zh: '不带小数的整数', en: 'A whole number', es: 'Un número entero', ja: '整数' },
      },
    },
  },
} as const satisfies Record<string, EinvoiceKind>

export type EinvoiceKindName = keyof typeof einvoiceKinds
export const einvoiceKindNames = Object.keys(einvoiceKinds) as EinvoiceKindName[]

/** Returns whether this version knows the kind. */
export function isEinvoiceKind(name: string): name is EinvoiceKindName {
  return Object.hasOwn(einvoiceKinds, name)
}

/** Kinds of requests to a channel. All are recorded. */
export const exchangeKinds = ['issue', 'query', 'redApply', 'redQuery', 'redConfirm', 'files', 'quota', 'test'] as const
export type ExchangeKind = (typeof exchangeKinds)[number]

/** Orders that an application sends to a channel. */
export const invoiceOrderKinds = ['issue', 'redApply', 'redConfirm', 'redIssue'] as const
export type InvoiceOrderKind = (typeof invoiceOrderKinds)[number]

export const invoiceOrderStates = ['queued', 'asked', 'done', 'refused', 'doubted', 'closed'] as const
export type InvoiceOrderState = (typeof invoiceOrderStates)[number]

/** States of orders in progress. Meanwhile, manual issuing is refused. */
export const busyInvoiceOrderStates = ['queued', 'asked'] as const satisfies readonly InvoiceOrderState[]

/** The number of failed attempts after which staff must act. */
export const maxInvoiceOrderTries = 20

const retryDelays = [20, 60, 180, 600, 1800] as const
/** Returns the seconds to wait before the next attempt. */
export function retryDelaySeconds(tries: number): number {
  return retryDelays[Math.min(Math.max(tries, 1), retryDelays.length) - 1] ?? retryDelays[0]
}

/**
 * Returns the states from one to the other, or null without a path. State 07 can be reached, because the deadline may
 * have passed at the tax office.
 */
export function redPath(from: RedCode, to: RedCode): RedCode[] | null {
  const paths: RedCode[][] = [[from]]
  const seen = new Set<RedCode>([from])
  for (const codePath of paths) {
    const last = codePath.at(-1) ?? from
    if (last === to) return codePath.slice(1)
    for (const code of nextRedCodes(last, true)) {
      if (seen.has(code)) continue
      seen.add(code)
      paths.push([...codePath, code])
    }
  }
  return null
}
