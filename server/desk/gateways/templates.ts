import { recoveryMessages } from '#/api/access/recovery.texts.ts'
import { accountMessages } from '#/api/access/users.texts.ts'
import { contractMessages } from '#/api/agreements/contracts.texts.ts'
import { signingMessages } from '#/api/agreements/signing.texts.ts'
import { closingMessages } from '#/api/desk/closings.texts.ts'
import { textKindNames } from '#/api/desk/gateways.texts.ts'
import { profileMessages } from '#/api/desk/profile.texts.ts'
import { appealMessages, applicationMessages } from '#/api/onboarding/applications.texts.ts'
import { paperMessages } from '#/api/people/papers.texts.ts'
import { messageTexts } from '#/api/services/messages.texts.ts'
import { type Language, placeholders, prependLabel, type Text } from '#/domain/base/text.ts'
import type { smsKinds } from '#/domain/services/text-message.ts'
import { translate } from '#/server/kernel/request/translate.ts'

const textByKind: Readonly<Record<(typeof smsKinds)[number], Text>> = {
  recoveryCode: recoveryMessages.sms,
  resetLink: recoveryMessages.resetSms,
  firstLink: recoveryMessages.firstSms,
  contactChanged: accountMessages.contactChanged,
  registrationCode: applicationMessages.code,
  newMobileCode: profileMessages.newMobile,
  oldMobileCode: profileMessages.oldMobile,
  closingCode: profileMessages.closing,
  proofCode: profileMessages.proof,
  accountClosed: closingMessages.closed,
  signCode: signingMessages.code,
  signOpen: contractMessages.open,
  signRemind: contractMessages.remind,
  signDone: contractMessages.done,
  signExpired: contractMessages.expired,
  papersWanted: paperMessages.wanted,
  applicationReceived: applicationMessages.received,
  applicationRejected: applicationMessages.rejected,
  applicationApproved: applicationMessages.approved,
  applicationAccepted: applicationMessages.accepted,
  applicationActive: applicationMessages.active,
  appealHanded: appealMessages.handed,
  appealFreed: appealMessages.freed,
  appealRejected: appealMessages.rejected,
  appealHolder: appealMessages.holder,
  accountApproved: accountMessages.approved,
  accountRejected: accountMessages.rejected,
}

export interface TextTemplate {
  readonly kind: string
  readonly name: string
  /** The text to register, with parameters in braces. Gateways add the signature themselves. */
  readonly words: string
  readonly params: readonly string[]
}

const withoutSignature = (text: string) => text.replace(/^【[^】]*】/, '')

/** Lists every text message. Templates are registered in Chinese, regardless of the screen language. */
export function templatesIn(language: Language): TextTemplate[] {
  const textTemplates = Object.entries(textByKind).map(([kind, text]) => ({
    kind,
    name: templateName(kind, language),
    words: withoutSignature(text.zh),
    params: placeholders(text.zh),
  }))
  const notices = Object.entries(messageTexts).map(([kind, { title, body }]) => {
    const text = prependLabel(title.zh, body.zh, 'zh')
    return { kind: `notice.${kind}`, name: templateName(`notice.${kind}`, language), words: text, params: placeholders(text) }
  })
  return [...textTemplates, { kind: 'notice', name: templateName('notice', language), words: '—', params: [] }, ...notices]
}

/** Returns the name of a message kind. Returns kinds of later versions unchanged. */
export function templateName(kind: string, language: Language): string {
  const kindName = (textKindNames as Readonly<Record<string, Text>>)[kind]
  if (kindName) return translate(kindName, language)
  const notice = (messageTexts as Readonly<Record<string, { readonly title: Text }>>)[kind.replace(/^notice\./, '')]
  // In a title, each parameter is shown as an ellipsis.
  return notice ? notice.title[language].replace(/\{\w[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, '…') : kind
}
