import { type MessageKind, messageTexts } from '#/api/services/messages.texts.ts'
import { api, type OutputOf } from '#/web/kernel/api.ts'
import { useText } from '#/web/kernel/i18n.ts'
import { useRead, useSubmit } from '#/web/kernel/query.ts'

/** As many as a narrow list shows. */
const LATEST = 8

/** A message as the server keeps it: which sentence, and what to fill in. */
export type Message = OutputOf<typeof api.messages.list>['rows'][number]

/** The latest unread messages. */
export function useLatest() {
  return useRead(api.messages.list, { unread: true, size: LATEST }, { follows: ['messages'] })
}

/** Marks messages as read, without a word: whoever opened one knows. */
export function useMarkRead() {
  return useSubmit(api.messages.read, { done: '' })
}

/** A message in the reader's language. */
export function useWords(): (message: Pick<Message, 'kind' | 'values'>) => { title: string; body: string } {
  const say = useText()
  return ({ kind, values }) => {
    const text = messageTexts[kind satisfies MessageKind]
    return { title: say(text.title, values), body: say(text.body, values) }
  }
}
