import { z } from 'zod'
import { ProposedChange } from '#/api/access/changes.ts'
import { Id, LongListPaging, longPageOf, type Module, Moment, MoneyOut, Version } from '#/api/operation.ts'
import { successMessages } from '#/api/success-messages.texts.ts'
import { externalServices, gatewayKindNames } from '#/domain/services/gateway.ts'
import { smsStates } from '#/domain/services/text-message.ts'

const Service = z.enum(externalServices)

const State = z.object({
  service: Service,
  /** The active gateway; without one, `sandbox` in the demo and `none` in production. */
  source: z.union([z.enum(gatewayKindNames), z.literal('sandbox'), z.literal('none')]),
  /** The kind of the stored gateway, active or not. */
  kind: z.enum(gatewayKindNames).nullable(),
  isActive: z.boolean(),
  /** The settings that are not secret, and the names of the stored secrets. */
  settings: z.record(z.string(), z.string()),
  secrets: z.array(z.string()),
  version: z.int(),
  setBy: z.string(),
  setAt: Moment.nullable(),
  testedAt: Moment.nullable(),
  /** The problem that the last test found; empty when the test passed or none has run. */
  testResult: z.string(),
  /** Changes that another person has to decide. */
  changes: z.array(ProposedChange),
  today: z.object({ count: z.int(), failed: z.int(), cost: MoneyOut }),
})

const SmsTemplate = z.object({ kind: z.string(), name: z.string(), words: z.string(), params: z.array(z.string()), template: z.string() })

const TextMessage = z.object({
  id: Id,
  kind: z.string(),
  kindName: z.string(),
  mobile: z.string(),
  state: z.enum(smsStates),
  reason: z.string(),
  tries: z.int(),
  cost: MoneyOut,
  createdAt: Moment,
  sentAt: Moment.nullable(),
  reportedAt: Moment.nullable(),
  providerRef: z.string(),
})

const ServiceCall = z.object({
  id: Id,
  service: Service,
  what: z.string(),
  provider: z.string(),
  at: Moment,
  ref: z.string(),
  result: z.string(),
  cost: MoneyOut,
  tookMs: z.int().nullable(),
})

/**
 * External services (外部服务): text messages, and the checks of identity, face and company register. The platform
 * configures and monitors them.
 */
export const gateways = {
  state: {
    access: 'wbfwList',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      services: z.array(State),
      /**
       * The mail server from the environment; null without one. `isMailSandbox`: the demo keeps mails instead of
       * sending them.
       */
      mail: z.object({ host: z.string(), from: z.string() }).nullable(),
      isMailSandbox: z.boolean(),
      /** The URL for delivery reports; null until the address of the site is configured. */
      reportUrl: z.string().nullable(),
    }),
  },
  set: {
    access: 'wbfwList',
    kind: 'write',
    log: { zh: '设置外部服务', en: 'Set up an external service', es: 'Configurar un servicio externo', ja: '外部サービスの設定' },
    done: successMessages.proposed,
    input: z.object({
      service: Service,
      kind: z.enum(gatewayKindNames),
      /** The version that the caller saw; 0 for a new gateway. */
      version: z.union([z.literal(0), Version]),
      isActive: z.boolean(),
      /** The settings by field key. Omitted fields keep their value. */
      settings: z.record(z.string().max(40), z.string().trim().max(4000)).default({}),
      /** The reason, shown to the person who approves; optional when the change only disables the service. */
      why: z.string().trim().max(200).default(''),
    }),
    output: z.object({}),
    secret: ['settings'],
  },
  /** Calls the service once with the stored settings. */
  test: {
    access: 'wbfwList',
    kind: 'write',
    log: { zh: '测试外部服务', en: 'Test an external service', es: 'Probar un servicio externo', ja: '外部サービスの接続テスト' },
    done: {
      zh: '{isGood, select, true {连接正常} other {连接测试未通过：{said}}}',
      en: '{isGood, select, true {The service works} other {The test failed: {said}}}',
      es: '{isGood, select, true {El servicio funciona} other {La prueba ha fallado: {said}}}',
      ja: '{isGood, select, true {接続は正常です} other {テスト失敗：{said}}}',
    },
    input: z.object({ service: Service }),
    output: z.object({ isGood: z.boolean(), said: z.string() }),
  },
  templates: { access: 'wbfwList', kind: 'read', input: z.object({}), output: z.array(SmsTemplate) },
  setTemplates: {
    access: 'wbfwList',
    kind: 'write',
    log: { zh: '设置短信模板编号', en: 'Set text message templates', es: 'Configurar plantillas de SMS', ja: 'SMSテンプレート番号の設定' },
    done: successMessages.saved,
    input: z.object({
      templates: z.record(
        z.string().regex(/^[A-Za-z.]{1,60}$/),
        z
          .string()
          .trim()
          .max(64)
          .regex(/^[\w.:-]*$/),
      ),
    }),
    output: z.object({}),
  },
  /** Returns the text messages, sent or not, newest first. Their content is omitted, because it may include codes. */
  texts: {
    access: 'wbfwList',
    kind: 'read',
    input: z.object({ state: z.enum(smsStates).optional(), kind: z.string().max(60).optional(), mobile: z.string().trim().max(30).optional(), ...LongListPaging }),
    output: longPageOf(TextMessage),
  },
  /** Returns the calls to verifiers and their costs, newest first. */
  calls: { access: 'wbfwList', kind: 'read', input: z.object({ service: Service.optional(), ...LongListPaging }), output: longPageOf(ServiceCall) },
} as const satisfies Module
