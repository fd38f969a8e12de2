import { normalizePassword, type PasswordRule } from '#/domain/base/password-rule.ts'
import type { Text } from '#/domain/base/text.ts'

/** Password messages of the specification (spec §5). The Chinese is verbatim. */
export const passwordTexts = {
  hint: {
    zh: '8-16位字母、特殊符号、数字组成',
    en: '8–16 characters: letters, special characters and digits',
    es: 'De 8 a 16 caracteres: letras, símbolos y dígitos',
    ja: '8～16文字（英字・記号・数字）',
  },
  lacking: { zh: '还需要：', en: 'still needs ', es: 'falta: ', ja: '不足：' },
  empty: { zh: '密码不能为空！', en: 'Enter a password!', es: '¡Introduzca la contraseña!', ja: 'パスワードを入力してください！' },
  tooShort: { zh: '密码不能少于8位！', en: 'At least 8 characters!', es: '¡Al menos 8 caracteres!', ja: '8文字以上で入力してください！' },
  tooLong: { zh: '密码最长不能超过18位！', en: 'At most 18 characters!', es: '¡Como máximo 18 caracteres!', ja: '18文字以内で入力してください！' },
  confirmEmpty: { zh: '确认密码不能为空！', en: 'Repeat the password!', es: '¡Repita la contraseña!', ja: '確認用パスワードを入力してください！' },
  confirmDiffers: { zh: '两次输入密码不一致！', en: 'The two passwords differ!', es: '¡Las contraseñas no coinciden!', ja: '2つのパスワードが一致しません！' },
  length: {
    zh: '请设置8-16位字母，特殊符号数字组成的密码',
    en: 'Choose a password of 8–16 letters, special characters and digits',
    es: 'Elija una contraseña de 8 a 16 letras, símbolos y dígitos',
    ja: '8～16文字の英字・記号・数字でパスワードを設定してください',
  },
  oldUnverified: {
    zh: '请重新填写旧密码!',
    en: 'Enter the old password again!',
    es: '¡Vuelva a escribir la contraseña anterior!',
    ja: '元のパスワードを入力し直してください！',
  },
  complexity: {
    zh: '密码必须包含至少一个小写字母、一个大写字母、一个数字和一个特殊字符',
    en: 'The password needs at least one lowercase letter, one uppercase letter, one digit and one special character',
    es: 'La contraseña debe tener al menos una minúscula, una mayúscula, un dígito y un símbolo',
    ja: '小文字・大文字・数字・記号をそれぞれ1文字以上含めてください',
  },
  forced: {
    zh: '为了保障您的账号安全，首次登录请修改密码',
    en: 'To protect your account, change your password on the first sign-in',
    es: 'Para proteger su cuenta, cambie la contraseña al entrar por primera vez',
    ja: 'アカウント保護のため、初回ログイン時にパスワードを変更してください',
  },
} as const satisfies Record<string, Text>

/** The messages of the rule `long`, with the same keys as those of the specification. */
export const longPasswordTexts = {
  hint: {
    zh: '12-64位，可用任意字符和空格，建议用几个词组成的句子',
    en: '12–64 characters of any kind, spaces too; a few words work well',
    es: 'De 12 a 64 caracteres, también espacios; sirven varias palabras',
    ja: '12～64文字（文字種は自由、空白可）。いくつかの単語の組合せがおすすめです',
  },
  tooShort: { zh: '密码不能少于12位！', en: 'At least 12 characters!', es: '¡Al menos 12 caracteres!', ja: '12文字以上で入力してください！' },
  tooLong: { zh: '密码最长不能超过64位！', en: 'At most 64 characters!', es: '¡Como máximo 64 caracteres!', ja: '64文字以内で入力してください！' },
  length: {
    zh: '请设置12-64位的密码',
    en: 'Choose a password of 12–64 characters',
    es: 'Elija una contraseña de 12 a 64 caracteres',
    ja: '12～64文字のパスワードを設定してください',
  },
} as const satisfies Record<string, Text>

/** Requirements that a password does not meet yet, worded as in the hint. */
export const passwordRules = {
  length: { zh: '8-16位', en: '8–16 characters', es: '8–16 caracteres', ja: '8～16文字' },
  longLength: { zh: '12-64位', en: '12–64 characters', es: '12–64 caracteres', ja: '12～64文字' },
  lower: { zh: '小写字母', en: 'a lowercase letter', es: 'una minúscula', ja: '小文字' },
  upper: { zh: '大写字母', en: 'an uppercase letter', es: 'una mayúscula', ja: '大文字' },
  digit: { zh: '数字', en: 'a digit', es: 'un dígito', ja: '数字' },
  special: { zh: '特殊符号', en: 'a special character', es: 'un símbolo', ja: '記号' },
  unusual: { zh: '更不常见的组合', en: 'something less common', es: 'algo menos común', ja: 'より推測されにくい文字列' },
} as const satisfies Record<string, Text>

export const passwordStrengthTexts = {
  weak: { zh: '不符合要求', en: 'Not enough yet', es: 'Aún insuficiente', ja: '要件を満たしていません' },
  fair: { zh: '合格', en: 'Good enough', es: 'Aceptable', ja: '十分' },
  strong: { zh: '强', en: 'Strong', es: 'Segura', ja: '強い' },
} as const satisfies Record<string, Text>

const lengthOf = (password: string) => [...password].length
const minDistinctCharacters = 5

/** Returns whether the password has 12 to 64 characters, as the rule `long` requires. */
export function hasLongRuleLength(password: string): boolean {
  return lengthOf(password) >= 12 && lengthOf(password) <= 64
}

/** Returns whether a long password has so few different characters that its length does not protect it. */
export function isMonotonous(password: string): boolean {
  return new Set(password).size < minDistinctCharacters
}

/** Returns whether the password has 8 to 16 characters. The rule applies on submission. */
export function hasSpecifiedLength(password: string): boolean {
  return password.length >= 8 && password.length <= 16
}

/** Returns whether the password has a lower-case letter, an upper-case letter, a digit and a special character. */
export function isComplexPassword(password: string): boolean {
  return /[a-z]/.test(password) && /[A-Z]/.test(password) && /\d/.test(password) && /[^A-Za-z0-9\s]/.test(password)
}

const commonPasswords = [
  'password',
  'passw0rd',
  'p@ssword',
  'p@ssw0rd',
  'qwer',
  'asdf',
  'zxcv',
  '1qaz',
  'admin',
  'aa123456',
  'abc123',
  'a123456',
  '123456',
  '12345',
  '888888',
  '666666',
  'iloveyou',
  'woaini',
  'welcome',
  // Words of this product and its field (docs/security.md, 6.1.2).
  'yunchuangke',
  'chuangke',
  'yunzhongxin',
  'jiesuan',
  'caiwu',
]

/** Returns whether the password is a common word with at most four digits appended. */
export function isCommonPassword(password: string): boolean {
  const normalised = password.toLowerCase().replace(/[^a-z0-9@]/g, '')
  return commonPasswords.some((word) => normalised.startsWith(word) && normalised.length - word.length <= 4 && /^\d*$/.test(normalised.slice(word.length)))
}

/** Returns the requirements that a new password does not meet. */
export function missingPasswordRules(password: string, rule: PasswordRule = 'specification'): (keyof typeof passwordRules)[] {
  if (rule === 'long') {
    const isUnusual = !isCommonPassword(password) && !isMonotonous(password)
    return [...(hasLongRuleLength(password) ? [] : (['longLength'] as const)), ...(isUnusual ? [] : (['unusual'] as const))]
  }
  const ruleResults = {
    length: hasSpecifiedLength(password),
    lower: /[a-z]/.test(password),
    upper: /[A-Z]/.test(password),
    digit: /\d/.test(password),
    special: /[^A-Za-z0-9\s]/.test(password),
    unusual: !isCommonPassword(password),
  } as const satisfies Record<Exclude<keyof typeof passwordRules, 'longLength'>, boolean>
  return (Object.keys(ruleResults) as (keyof typeof ruleResults)[]).filter((rule) => !ruleResults[rule])
}

/**
 * Returns the strength of a password. Weak passwords are refused. Strong passwords have twelve characters (sixteen
 * without four kinds), at least nine of them different.
 */
export function passwordStrength(password: string, rule: PasswordRule = 'specification'): keyof typeof passwordStrengthTexts {
  if (missingPasswordRules(password, rule).length > 0) return 'weak'
  if (rule === 'long' && lengthOf(password) < 16) return 'fair'
  return password.length >= 12 && new Set(password).size >= 9 ? 'strong' : 'fair'
}

/** Validates a new password field as it is typed; null when it is valid. */
export function passwordProblem(password: string, rule: PasswordRule = 'specification'): Text | null {
  if (password === '') return passwordTexts.empty
  if (rule === 'long') return hasLongRuleLength(password) ? null : lengthOf(password) < 12 ? longPasswordTexts.tooShort : longPasswordTexts.tooLong
  if (password.length < 8) return passwordTexts.tooShort
  if (password.length > 18) return passwordTexts.tooLong
  return null
}

/** Validates the confirmation field; null when it is valid. */
export function confirmationProblem(password: string, confirmation: string): Text | null {
  if (confirmation === '') return passwordTexts.confirmEmpty
  return confirmation === password ? null : passwordTexts.confirmDiffers
}

export interface PasswordForm {
  readonly newPassword: string
  readonly confirmation: string
  /** Whether the server confirmed the old password with code 1. */
  readonly isOldVerified: boolean
}

/**
 * Returns the first problem of a password change, or null. The order is length, confirmation, old password, complexity.
 */
export function passwordFormProblem(form: PasswordForm, rule: PasswordRule = 'specification'): Text | null {
  const [newPassword, repeated] = [normalizePassword(form.newPassword, rule), normalizePassword(form.confirmation, rule)]
  const hasValidLength = rule === 'long' ? hasLongRuleLength : hasSpecifiedLength
  if (!hasValidLength(newPassword) || !hasValidLength(repeated)) return rule === 'long' ? longPasswordTexts.length : passwordTexts.length
  const confirmationFault = confirmationProblem(newPassword, repeated)
  if (confirmationFault) return confirmationFault
  if (!form.isOldVerified) return passwordTexts.oldUnverified
  return rule === 'long' || isComplexPassword(newPassword) ? null : passwordTexts.complexity
}
