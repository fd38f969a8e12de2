import type { Text } from '#/domain/base/text.ts'

export const errorRefusals = {
  tooMany: {
    zh: '错误上报过于频繁，请稍后再试',
    en: 'Too many error reports. Try again later.',
    es: 'Demasiados informes de error. Inténtelo más tarde.',
    ja: 'エラー報告が多すぎます。しばらくしてからお試しください。',
  },
} as const satisfies Record<string, Text>
