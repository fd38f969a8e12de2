import type { Text } from '#/domain/text.ts'

/** One thing that a channel of a kind is told once: where it is found, under what name, with which key. */
export interface ChannelField {
  readonly name: Text
  /** A secret is never shown again, only whether there is one. */
  readonly isSecret: boolean
  /** What is filled in to begin with; empty where a person must say it. */
  readonly initial: string
  readonly pattern: RegExp
  /** What fits, in words. */
  readonly rule: Text
}

/** What is known of a kind of channel wherever it is chosen, shown or asked about. How it pays is `server/money/payouts/channel-<kind>.ts`. */
export interface ChannelKind {
  readonly name: Text
  /** It pays nobody: what it says is believed in the demo alone. */
  readonly isSandbox: boolean
  /** People pay, and bring the bank's slip. */
  readonly isManual: boolean
  readonly fields: Readonly<Record<string, ChannelField>>
}

/** The kinds of payout channels there are. */
export const channelKinds = {
  sandbox: {
    name: { zh: '沙箱通道', en: 'Sandbox channel', es: 'Canal de pruebas', ja: 'サンドボックス' },
    isSandbox: true,
    isManual: false,
    fields: {
      returnAfterDays: {
        name: { zh: '退汇天数', en: 'Returns come after (days)', es: 'Devolución tras (días)', ja: '組戻しまでの日数' },
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
    fields: {},
  },
} as const satisfies Record<string, ChannelKind>

export type ChannelKindName = keyof typeof channelKinds

/** All kinds, in the order they are offered. */
export const channelKindNames = Object.keys(channelKinds) as ChannelKindName[]

/** What is known of a kind; undefined for a word that names none, as a database of a later version may hold. */
export function channelKind(name: string): ChannelKind | undefined {
  return Object.hasOwn(channelKinds, name) ? channelKinds[name as ChannelKindName] : undefined
}

function channelKindsThat(holds: (kind: ChannelKind) => boolean): ChannelKindName[] {
  return channelKindNames.filter((name) => holds(channelKinds[name]))
}

/** Kinds through which people pay by hand. */
export const manualKinds = channelKindsThat((kind) => kind.isManual)
/** Kinds that pay nobody. */
export const sandboxKinds = channelKindsThat((kind) => kind.isSandbox)

/** Values by the keys of a kind's fields. */
export type ChannelSettings = Readonly<Record<string, string>>

/** What a change of settings comes to, or why it is refused. */
export type ChangedSettings =
  | { readonly settings: ChannelSettings; readonly fault: null }
  | { readonly settings: null; readonly fault: { readonly key: string; readonly problem: 'unknown' | 'missing' | 'form' } }

/**
 * The settings of a channel after a change, or what is wrong with it. A field that the change does not name keeps its value; an empty text goes back to the
 * initial one.
 */
export function changedSettings(fields: ChannelKind['fields'], before: ChannelSettings, change: ChannelSettings): ChangedSettings {
  const refused = (key: string, problem: 'unknown' | 'missing' | 'form') => ({ settings: null, fault: { key, problem } }) as const
  const unknown = Object.keys(change).find((key) => !Object.hasOwn(fields, key))
  if (unknown !== undefined) return refused(unknown, 'unknown')
  const after: Record<string, string> = {}
  for (const [key, { initial, pattern }] of Object.entries(fields)) {
    const value = (change[key] ?? before[key] ?? '').trim() || initial
    if (value === '') return refused(key, 'missing')
    if (!pattern.test(value)) return refused(key, 'form')
    after[key] = value
  }
  return { settings: after, fault: null }
}
