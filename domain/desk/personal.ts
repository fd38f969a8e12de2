/** Activities that process personal data, as in the register of processing (个人信息保护法 §55–56). */
export const personalCategories = ['identity', 'account', 'agreement', 'work', 'payment', 'tax', 'invoice', 'business', 'message'] as const
export type PersonalCategory = (typeof personalCategories)[number]

export const personalCopyFormats = ['pdf', 'json'] as const
export type PersonalCopyFormat = (typeof personalCopyFormats)[number]
