import { topicNames } from '#/api/services/message-topics.texts.ts'
import { byAccount, type PersonalPart, personalPart } from '#/server/kernel/declarations/personal.ts'

export const personalParts: readonly PersonalPart[] = [
  personalPart('message', { category: 'message', of: byAccount, shows: ['kind', 'values', 'created_at', 'read_at'], isPrivate: true }),
  personalPart('message_choice', { category: 'message', of: byAccount, shows: ['topic', 'way', 'is_on'], words: { topic: topicNames }, isPrivate: true }),
]
