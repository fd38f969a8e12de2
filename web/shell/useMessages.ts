import { type MessageKind, messageTexts } from '#/api/services/messages.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'

/** The number of messages that a narrow list shows. */
const MAX_NEWEST = 8

/** A message as stored by the server: the kind of sentence and its values. */
export type Message = OutputOf<typeof api.messages.list>['rows'][number]

export function useNewestMessages() {
  return useRead(api.messages.list, { unread: true, size: MAX_NEWEST }, { follows: ['messages'] })
}

/** Marks messages as read, without a notice. */
export function useMarkRead() {
  return useSubmit(api.messages.read, { done: '' })
}

/** Returns a function that renders a message in the user's language. */
export function useMessageText(): (message: Pick<Message, 'kind' | 'values'>) => { title: string; body: string } {
  const t = useText()
  return ({ kind, values }) => {
    const text = messageTexts[kind satisfies MessageKind]
    return { title: t(text.title, values), body: t(text.body, values) }
  }
}
