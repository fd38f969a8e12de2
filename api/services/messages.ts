import { z } from 'zod'
import { Id, type Module, Moment } from '#/api/operation.ts'
import { type Topic, topicNames } from '#/api/services/message-topics.texts.ts'
import { type MessageKind, messageTexts } from '#/api/services/messages.texts.ts'

const kinds = Object.keys(messageTexts) as [MessageKind, ...MessageKind[]]

const topics = Object.keys(topicNames) as [Topic, ...Topic[]]
const Way = z.enum(['mail', 'sms'])

/** The messages of the signed-in user. */
export const messages = {
  list: {
    access: 'session',
    kind: 'read',
    input: z.object({ unread: z.boolean().optional(), after: Id.optional(), size: z.int().min(1).max(100).default(20) }),
    output: z.object({
      rows: z.array(
        z.object({
          id: Id,
          kind: z.enum(kinds),
          values: z.record(z.string(), z.union([z.string(), z.number()])),
          /** The page that shows the subject of the message. */
          path: z.string().nullable(),
          createdAt: Moment,
          isRead: z.boolean(),
        }),
      ),
      next: Id.nullable(),
    }),
  },
  unread: { access: 'session', kind: 'read', input: z.object({}), output: z.object({ count: z.int() }) },
  /** Marks the given messages, or all messages up to now, as read. */
  read: {
    access: 'session',
    kind: 'write',
    log: { zh: '消息标为已读', en: 'Mark messages as read', es: 'Marcar mensajes como leídos', ja: 'メッセージを既読にする' },
    done: { zh: '{count} 条消息已标为已读', en: '{count, plural, one {# message} other {# messages}} marked as read', es: '{count, plural, one {# mensaje marcado} other {# mensajes marcados}} como leído', ja: '{count} 件を既読にしました' },
    input: z.object({ ids: z.array(Id).max(200).optional(), all: z.boolean().optional() }),
    output: z.object({ count: z.int() }),
  },
  /** Returns the notification settings by topic and way of delivery. Messages inside the application are always on. */
  choices: {
    access: 'session',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      /** The ways of delivery that this installation supports. */
      ways: z.array(Way),
      topics: z.array(z.object({ topic: z.enum(topics), mail: z.boolean(), sms: z.boolean(), fixed: z.array(Way) })),
    }),
  },
  choose: {
    access: 'session',
    kind: 'write',
    log: { zh: '修改通知偏好', en: 'Set notifications', es: 'Elegir notificaciones', ja: '通知設定の変更' },
    done: { zh: '通知偏好已保存', en: 'Saved', es: 'Guardado', ja: '保存しました' },
    input: z.object({ topic: z.enum(topics), way: Way, isOn: z.boolean() }),
    output: z.object({}),
  },
} as const satisfies Module
